import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { accountRefusals } from '../../messages.ts'
import { verificationBlocker } from '../../rules.ts'
import { findLink } from '../queries/find-link.ts'
import { notifyApprovers } from './notify-approvers.ts'
import { replacePassword } from './replace-password.ts'

type Verified = {
  kind: 'verify_email' | 'change_email' | 'choose_password'
  email: string
  old_email: string
  full_name: string
  user_id: string
}

/** The person whose address a link verifies or changes; refuses an invalid link. Reading does not use it up. */
export async function findVerificationLink(tx: Tx, tokenHash: string) {
  const link = await findLink(tx, tokenHash, ['verify_email', 'change_email'])
  refuseIf(accountRefusals, verificationBlocker(link))
  return link ?? refuse(accountRefusals, refusal('link.not_valid'))
}

/**
 * Follows a link to verify an address or to change to it. If the password was chosen in
 * another browser, nothing is used up and the result is `choose_password`; the same link
 * with a password then sets it and replaces the earlier one.
 */
export async function verifyEmail(
  tx: Tx,
  tokenHash: string,
  by: { browserHash: string | null; passwordHash: string | null },
): Promise<Verified> {
  const { kind, user_id, full_name, ...link } = await findVerificationLink(tx, tokenHash)
  if (kind === 'verify_email' && by.passwordHash)
    await replacePassword(tx, user_id, by.passwordHash, 'choose_password')
  const email = link.new_email ?? link.email
  const verified = { email, old_email: link.email, full_name, user_id }
  if (!(await follow(tx, tokenHash, by.browserHash))) {
    // Of two concurrent calls, the second finds it used.
    await findVerificationLink(tx, tokenHash)
    return { kind: 'choose_password', ...verified }
  }
  if (kind === 'verify_email') {
    await notifyApprovers(tx, user_id)
    return { kind, ...verified }
  }
  await tx
    .deleteFrom('priv.user_tokens')
    .where('user_id', '=', user_id)
    .where('used_at', 'is', null)
    .execute()
  return { kind: 'change_email', ...verified }
}

/**
 * Returns false, with nothing done, if the password was chosen in another browser or the
 * link has been used. Refuses the link if someone else has taken the address.
 */
async function follow(tx: Tx, tokenHash: string, browserHash: string | null): Promise<boolean> {
  const { rows } = await sql<{
    followed: boolean
  }>`select app.follow_address_link(${tokenHash}, ${browserHash}::text) as followed`
    .execute(tx)
    .catch((error: unknown) => {
      if ((error as { code?: unknown }).code !== '23505') throw error
      return refuse(accountRefusals, refusal('link.not_valid'))
    })
  return rows[0]!.followed
}
