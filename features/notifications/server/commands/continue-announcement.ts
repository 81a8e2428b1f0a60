import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** Takes the oldest unfinished announcement further by so many people; false when there is none. */
export async function continueAnnouncement(tx: Tx, people: number): Promise<boolean> {
  const { rows } = await sql<{ had_work: boolean }>`
    select app.continue_broadcast(${people}) as had_work`.execute(tx)
  return rows[0]!.had_work
}
