import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { PasswordOwner } from '../own-passwords.ts'

/** Is the verifier that was looked at still the person's? Held until the transaction ends. */
export async function stillHasPassword(tx: Tx, userId: string, verifier: string | null): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean | null }>`
    select app.still_has_password(${userId}, ${verifier}) as holds`.execute(tx)
  return rows[0]!.holds === true
}

/** Whose password it is, in the words that must not be in it. */
export type PasswordToTry = PasswordOwner & {
  user_id: string
  client_setting: string
  verifier: string
  tried: number
  /** Until when it is kept from others, as the database writes it: nothing else once it was changed. */
  held_until: string
}
