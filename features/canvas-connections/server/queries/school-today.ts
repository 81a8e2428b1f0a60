import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'

/** Today's date at a school. */
export async function schoolToday(tx: Tx, schoolId: string): Promise<PlainDate> {
  const { rows } = await sql<{
    today: PlainDate
  }>`select app.school_today(${schoolId}::uuid) as today`.execute(tx)
  return rows[0]!.today
}
