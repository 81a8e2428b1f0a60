import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { pageOfInvitations } from '#features/mails/rules.ts'
import { notifyOfRow, notifyPeople } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts } from '../../messages.ts'
import { renewalAskedOf } from '../../rules.ts'
import { findByLink, followLink } from '../queries/find-by-link.ts'

/**
 * Run as the sign-in login: asks for a new link after one expired, or after its sender lost the right to invite. Returns nothing. Notifies
 * the inviter once a day, or the school's or facility's administrators if the inviter may no longer invite.
 */
export async function askForInvitation(tx: Tx, tokenHash: string): Promise<void> {
  await followLink(tx, tokenHash)
  const invitation = await findByLink(tx)
  const asked = invitation ? renewalAskedOf(invitation) : null
  if (!invitation || asked === null) return
  const { id, email, full_name: name, role, invited_by: by, invited_by_role: of } = invitation
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(tx)
  await tx
    .updateTable('invitations')
    .set({ renewal_asked_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('status', 'in', ['sent', 'opened'])
    .execute()
  const facts = {
    type: 'invitation_renewal',
    ...notification(notificationTexts, 'invitation.renewal_requested', { name: name ?? email, email }),
    url: pageOfInvitations(asked === 'inviter' ? (of ?? '') : '', role),
    key: `invitation renewal ${id} ${rows[0]!.today}`,
  }
  if (asked === 'inviter') await notifyPeople(tx, [{ to: [by], ...facts }])
  else await notifyOfRow(tx, { table: 'invitations', id }, { to: ['administrator_ids'], ...facts }, facts)
}
