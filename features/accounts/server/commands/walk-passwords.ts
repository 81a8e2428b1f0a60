import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PasswordToTry } from '../sql.ts'

/** As the sign-in login: the row of a password that was handed out, unless it was changed meanwhile. */
const held = (tx: Tx, { user_id: userId, held_until: until }: PasswordToTry) =>
  tx
    .updateTable('priv.credentials')
    .where('user_id', '=', userId)
    .where('being_tried_until', '=', sql<string>`${until}::timestamptz`)

/**
 * Remembers how many candidates did not fit the password before, and takes the one that fewest were tried against, kept from other
 * processes for ten minutes; none when all were tried `most` times.
 */
export async function walkPasswords(
  tx: Tx,
  most: number,
  before?: PasswordToTry,
): Promise<PasswordToTry | undefined> {
  if (before) await held(tx, before).set({ tried: before.tried, being_tried_until: null }).execute()
  const { rows } = await sql<PasswordToTry>`select * from app.take_password(${most}::integer)`.execute(tx)
  return rows[0]
}

/** The check found the password among those that are tried first: the next sign-in leads to the change form. */
export async function requirePasswordChange(tx: Tx, found: PasswordToTry): Promise<void> {
  await held(tx, found).set({ must_change: true }).execute()
}
