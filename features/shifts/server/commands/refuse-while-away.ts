import { refuseIf } from '#core/refusal.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { sql } from 'kysely'
import { expectedSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { shiftRefusals } from '../../messages.ts'
import { type Away, awayBlocker } from '../../rules.ts'

/**
 * Refuses a day on which students on the shift are on leave or have left; names those whom the caller may read about. PostgreSQL reports
 * the others without names (features/departures/db/guards.sql).
 */
export async function refuseWhileAway(tx: Tx, shift: { id: string; date: PlainDate }, date: PlainDate) {
  if (date === shift.date) return
  const { rows } = await sql<Away>`
    select u.full_name as name, min(d.last_day) as last_day
    from public.assignments a join public.users u on u.id = a.student_id
    left join public.departures d on d.user_id = u.id and d.status = 'planned' and d.last_day < ${date}::date
    where a.shift_id = ${shift.id}::uuid and a.status in ${listed(expectedSeats)} and (d.id is not null
      or exists (select from public.student_leaves l where l.student_id = u.id and l.canceled_at is null and l.during @> ${date}::date))
    group by u.id, u.full_name order by u.full_name, u.id`.execute(tx)
  refuseIf(shiftRefusals, awayBlocker(rows))
}
