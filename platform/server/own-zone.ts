import { sql } from 'kysely'
import type { Tx } from './db.ts'

/**
 * The time zone (IANA) in which the caller counts days: of this school or the one that they work in, or of their facility; Eastern time,
 * if they have neither.
 */
export async function ownZone(tx: Tx, schoolId: string | null = null): Promise<string> {
  const { rows } = await sql<{ zone: string }>`
    select coalesce((select s.time_zone from public.schools s where s.id = coalesce(${schoolId}::uuid, (select app.selected_school_id()))),
      (select f.time_zone from public.facilities f where f.id = (select app.facility_id())), 'America/New_York') as zone`.execute(
    tx,
  )
  return rows[0]!.zone
}
