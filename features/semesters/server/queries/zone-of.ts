import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** A school's zone; undefined if the caller does not administer the school. */
export async function zoneOf(tx: Tx, schoolId: string): Promise<string | undefined> {
  const { rows } = await sql<{ time_zone: string }>`
    select time_zone from public.schools where id = ${schoolId} and (select app.administers_school(id))`.execute(
    tx,
  )
  return rows[0]?.time_zone
}
