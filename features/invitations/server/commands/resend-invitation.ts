import { sql } from 'kysely'
import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { InvitationRole } from '../../contract.ts'
import { invitationRefusals } from '../../messages.ts'
import { lifetimeDays, resendBlocker, resendWait, tenantBlocker } from '../../rules.ts'
import { invitationLimits } from '../limits.ts'
import { isOpenTenant } from '../queries/is-open-tenant.ts'
import { lockInvitation } from '../queries/lock-invitation.ts'

/** Reopens an invitation for `sendInvitations`, even if it expired or was revoked, with a new expiry and the caller as its sender. */
export async function resendInvitation(tx: Tx, id: string) {
  const invitation = await lockInvitation(tx, id)
  const tenant = { schoolId: invitation.school_id, facilityId: invitation.facility_id }
  const isOpen = await isOpenTenant(tx, tenant)
  refuseIf(
    invitationRefusals,
    resendBlocker(invitation.status) ??
      tenantBlocker(tenant.schoolId === null ? 'facility' : 'school', isOpen),
  )
  const seconds = resendWait(invitation)
  refuseIf(invitationLimits, seconds > 0 ? refusal('invitation.sent_often', { seconds }) : null)
  const role = invitation.role as InvitationRole
  const sent = await tx
    .updateTable('invitations')
    .set({ status: 'sent', expires_at: sql<string>`now() + make_interval(days => ${lifetimeDays(role)})` })
    .where('id', '=', id)
    .returning(['id', 'email', 'message', 'resend_count', 'expires_at'])
    .executeTakeFirstOrThrow()
  return { ...sent, role, tenant }
}
