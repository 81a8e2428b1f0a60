import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { findPerson } from '../queries/find-person.ts'
import { findForLogin } from '../queries/find-for-login.ts'
import type { PasswordOwner } from '../own-passwords.ts'

/** The owner of the password, with the words that must not be in it. */
export type PasswordToTry = PasswordOwner & {
  user_id: string
  client_setting: string
  verifier: string
  tried: number
  /** Until when it is reserved, as the database writes it; the updates match on it, so they skip a password that was changed. */
  held_until: string
}

/** As the sign-in login: the row of the reserved password, unless it was changed since. */
const held = (
  tx: Tx,
  { user_id: userId, held_until: until }: Pick<PasswordToTry, 'user_id' | 'held_until'>,
) =>
  tx
    .updateTable('priv.credentials')
    .where('user_id', '=', userId)
    .where('being_tried_until', '=', sql<string>`${until}::timestamptz`)

/**
 * Records how many candidates failed against the previous password, and reserves the one with
 * the fewest tries for ten minutes; returns none if all were tried `most` times.
 */
export async function walkPasswords(
  tx: Tx,
  most: number,
  before?: PasswordToTry,
): Promise<PasswordToTry | undefined> {
  if (before) await held(tx, before).set({ tried: before.tried, being_tried_until: null }).execute()
  for (let passed = 0; passed < PASSED; passed++) {
    const taken = await takePassword(tx, most)
    const person = taken && (await findPerson(tx, { id: taken.user_id }))
    if (!person) return undefined
    const login = person.status === 'deactivated' ? undefined : await findForLogin(tx, person.email)
    if (login?.password_hash && login.client_setting)
      return { ...taken, ...person, verifier: login.password_hash, client_setting: login.client_setting }
    // No one signs in with it now: it is checked again in a day.
    await held(tx, taken)
      .set({ being_tried_until: sql<string>`now() + interval '1 day'` })
      .execute()
  }
  return undefined
}

/** How many deactivated accounts are skipped at a time, to keep the transaction short; the next round continues. */
const PASSED = 100

/** The password with the fewest tried candidates, most recently changed first; skips those that must be changed anyway. */
async function takePassword(tx: Tx, most: number) {
  return tx
    .updateTable('priv.credentials')
    .set({ being_tried_until: sql<string>`now() + interval '10 minutes'` })
    .where('user_id', '=', (eb) =>
      eb
        .selectFrom('priv.credentials')
        .select('user_id')
        .where('tried', '<', most)
        .where('must_change', '=', false)
        .where((or) =>
          or.or([or('being_tried_until', 'is', null), or('being_tried_until', '<', sql<string>`now()`)]),
        )
        .orderBy('tried')
        .orderBy('changed_at', 'desc')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['user_id', 'tried', sql<string>`being_tried_until::text`.as('held_until')])
    .executeTakeFirst()
}

/** The check found the password among the likely ones: the next sign-in leads to the change form. */
export async function requirePasswordChange(tx: Tx, found: PasswordToTry): Promise<void> {
  await held(tx, found).set({ must_change: true }).execute()
}
