import { sql } from 'kysely'
import { liveStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'

/** Applies the rest after a night that a school requires now to the students on its upcoming night shifts. */
export type RestSeatsAgain = (tx: Tx, schoolId: string) => Promise<void>

/** The same for those who lead them: their rest ends when their next shift begins at the latest, so no shift loses its leader. */
export async function restLeadersAgain(tx: Tx, schoolId: string): Promise<void> {
  await sql`
    with rested as materialized (
      select t.shift_id, t.person_id, t.is_preceptor, tstzrange(s.starts_at, least(upper(app.busy_range(s)), (select min(lower(o.busy)) from priv.leader_times o
        where o.person_id = t.person_id and o.is_preceptor = t.is_preceptor and lower(o.busy) >= s.ends_at))) as busy
      from public.shifts s join priv.leader_times t on t.shift_id = s.id
      where s.school_id = ${schoolId}::uuid and s.ends_at > now() - interval '1 day' and s.status in ${listed(liveStates)}
        and app.is_night(s.start_time, s.end_time))
    update priv.leader_times t set busy = r.busy from rested r
    where (t.shift_id, t.person_id, t.is_preceptor) = (r.shift_id, r.person_id, r.is_preceptor) and t.busy <> r.busy`.execute(
    tx,
  )
}
