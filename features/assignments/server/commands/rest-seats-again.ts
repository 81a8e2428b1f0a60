import { sql } from 'kysely'
import { expectedSeats } from '#core/seat-statuses.ts'
import { rosterStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'

/**
 * As the worker: applies the rest after a night that a school requires now to the seats on its upcoming night shifts. It ends when the
 * student's next shift begins at the latest, so seats that were given before, or with a reason, stay.
 */
export async function restSeatsAgain(tx: Tx, schoolId: string): Promise<void> {
  const nights = sql`public.shifts s where s.school_id = ${schoolId}::uuid and s.ends_at > now() - interval '1 day' and s.seats_taken > 0
    and s.status in ${listed(rosterStates)} and app.is_night(s.start_time, s.end_time)`
  await sql`select s.id from ${nights} order by s.id for no key update of s`.execute(tx)
  await sql`
    with rested as materialized (
      select a.id, tstzrange(lower(a.during), least(upper(n.busy), (select min(lower(b.during)) from public.assignments b
        where b.student_id = a.student_id and b.id <> a.id and app.holds_seat(b.status)
          and lower(b.during) >= upper(a.during)))) as busy
      from (select s.id, s.school_id, app.busy_range(s) as busy from ${nights}) n
      join public.assignments a on a.shift_id = n.id and a.school_id = n.school_id and a.status in ${listed(expectedSeats)})
    update public.assignments a set busy = r.busy from rested r where a.id = r.id and a.busy <> r.busy`.execute(
    tx,
  )
}
