import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { invitationRefusals } from '../../messages.ts'
import { revokeBlocker } from '../../rules.ts'
import { lockInvitation } from '../queries/lock-invitation.ts'

/** Revokes an invitation; a revoked one stays revoked. */
export async function revokeInvitation(tx: Tx, id: string): Promise<void> {
  const { status } = await lockInvitation(tx, id)
  if (status === 'revoked') return
  refuseIf(invitationRefusals, revokeBlocker(status))
  await tx.updateTable('invitations').set({ status: 'revoked' }).where('id', '=', id).execute()
}
