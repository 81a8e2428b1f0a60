import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { findPerson } from '../queries/find-person.ts'

/**
 * As the sign-in login: sets a password (`storedHash`), the first or a new one. PostgreSQL
 * ends every session and older link, and audits the change with the action.
 */
export async function replacePassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  action: 'change_password' | 'choose_password' | 'reset_password',
): Promise<void> {
  const password = {
    client_setting: passwordHash.slice(0, 29),
    verifier: passwordHash.slice(29),
    set_by: action,
  }
  await tx
    .insertInto('priv.credentials')
    .values({ user_id: userId, ...password })
    .onConflict((known) =>
      known
        .column('user_id')
        .doUpdateSet({ ...password, must_change: false, chosen_in: null, changed_at: sql<string>`now()` }),
    )
    .execute()
}

/**
 * As the sign-in login: records in which browser the password of an unverified address was chosen; the link
 * in the email confirms it only there. Someone may have signed up with an address that is not theirs.
 */
export async function bindPassword(tx: Tx, userId: string, browserHash: string): Promise<void> {
  if ((await findPerson(tx, { id: userId }))?.email_verified !== false) return
  await tx
    .updateTable('priv.credentials')
    .set({ chosen_in: browserHash })
    .where('user_id', '=', userId)
    .execute()
}
