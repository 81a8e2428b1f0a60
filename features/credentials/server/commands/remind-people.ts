import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Reminds the owners of credentials that expire, each once a day however often it is pressed. Returns how many were reminded. */
export async function remindPeople(tx: Tx, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{
    reminded: number
  }>`select app.remind_of_expiry(${ids}::uuid[]) as reminded`.execute(tx)
  return rows[0]!.reminded
}
