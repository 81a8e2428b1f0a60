import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { accountRefusals } from '../../messages.ts'
import { resetLinkBlocker } from '../../rules.ts'
import { findLink } from '../queries/find-link.ts'
import { replacePassword } from './replace-password.ts'

/** The person whose password a link resets; refuses an invalid link (Spec §8). Reading does not use it up. */
export async function findResetLink(tx: Tx, tokenHash: string) {
  const link = await findLink(tx, tokenHash, ['reset_password'])
  refuseIf(accountRefusals, resetLinkBlocker(link))
  return link ?? refuse(accountRefusals, refusal('reset.not_valid'))
}

/** Sets the new password by a link, once; ends all sessions. Of two concurrent calls the second finds it used. */
export async function resetPassword(tx: Tx, tokenHash: string, passwordHash: string) {
  const link = await findResetLink(tx, tokenHash)
  const { numUpdatedRows } = await tx
    .updateTable('priv.user_tokens')
    .set({ used_at: sql<string>`now()` })
    .where('token_hash', '=', tokenHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) refuse(accountRefusals, refusal('reset.not_valid'))
  await replacePassword(tx, link.user_id, passwordHash, 'reset_password')
  return link
}
