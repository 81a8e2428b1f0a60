import { notification } from '#core/notification-texts.ts'
import { replacePassword } from '#features/accounts/server/public.ts'
import { pageOfInvitations } from '#features/mails/rules.ts'
import { notifyPeople } from '#features/notifications/server/public.ts'
import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AcceptOutcome } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'
import { findByLink, type FoundByLink, followLink } from '../queries/find-by-link.ts'
import { joinByLink, lockByLink } from './join-by-link.ts'

type Accepted = { outcome: AcceptOutcome; userId: string | null }

/**
 * Run as the sign-in login: accepts with a new account. An account that no one verified is taken over, including its password; a verified
 * one is never touched. Of two simultaneous requests PostgreSQL lets one through; the other finds the invitation accepted.
 */
export async function acceptInvitation(
  tx: Tx,
  { tokenHash, fullName, passwordHash }: { tokenHash: string; fullName: string; passwordHash: string },
): Promise<Accepted> {
  const joined = await join(tx, tokenHash, fullName, 'has_account')
  if (joined.userId === null) return joined
  await replacePassword(tx, joined.userId, passwordHash, 'choose_password')
  await tx
    .deleteFrom('priv.user_tokens')
    .where('user_id', '=', joined.userId)
    .where('used_at', 'is', null)
    .execute()
  return joined
}

/**
 * Run as the sign-in login, with the session of the signed-in person: a pending account becomes active at the school or facility of the
 * invitation; a member learns that they already belong to it. An active account keeps its one role and tenant.
 */
export async function acceptSignedIn(
  tx: Tx,
  tokenHash: string,
  me: { email: string; emailVerified: boolean; fullName: string },
): Promise<AcceptOutcome> {
  await followLink(tx, tokenHash)
  const invitation = await findByLink(tx)
  const isTheirs = me.emailVerified && invitation?.email === me.email && (await findActor(tx)).id !== null
  if (invitation?.state === 'valid' && !isTheirs) return 'other_person'
  return (await join(tx, tokenHash, me.fullName, 'other_tenant')).outcome
}

export function outcomeOf(state: FoundByLink['state'] | undefined): AcceptOutcome {
  if (state === 'accepted') return 'already_accepted'
  return state === undefined || state === 'valid' ? 'unknown' : state
}

/** Returns why the invitation could not be accepted (also if someone else just accepted it), or the account. */
async function join(
  tx: Tx,
  tokenHash: string,
  fullName: string,
  otherwise: AcceptOutcome,
): Promise<Accepted> {
  await followLink(tx, tokenHash)
  await lockByLink(tx)
  const invitation = await findByLink(tx)
  if (invitation?.state !== 'valid') return { outcome: outcomeOf(invitation?.state), userId: null }
  const userId = await joinByLink(tx, invitation, fullName)
  if (userId === null) return { outcome: otherwise, userId }
  await notifyInviter(tx, invitation, fullName)
  return { outcome: 'accepted', userId }
}

/** Not for imports, which would send hundreds of notifications. */
async function notifyInviter(
  tx: Tx,
  { id, email, role, invited_by: by, invited_by_role: of, batch_id: batch }: FoundByLink,
  name: string,
): Promise<void> {
  if (batch !== null) return
  await notifyPeople(tx, [
    {
      to: [by],
      type: 'invitation_accepted',
      ...notification(notificationTexts, 'invitation.accepted', { name, email, role }),
      url: pageOfInvitations(of ?? '', role),
      key: `invitation accepted ${id}`,
    },
  ])
}
