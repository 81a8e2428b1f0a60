import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** As the sign-in login: sets a password (`storedHash`); every session and older link ends, and the trail says by which action. */
export async function replacePassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  action: 'change_password' | 'choose_password' | 'reset_password',
): Promise<void> {
  await sql`select app.replace_password(${userId}::uuid, ${passwordHash}, ${action})`.execute(tx)
}
