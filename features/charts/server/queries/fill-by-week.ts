import { sql } from 'kysely'
import { studentStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { WeekFill } from '../../contract.ts'

/** Seats of a semester's published shifts and how many are taken, by week. */
export async function fillByWeek(tx: Tx, semesterId: string): Promise<WeekFill[]> {
  const { rows } = await sql<WeekFill>`
    select date_trunc('week', x.date)::date as week, sum(greatest(coalesce(x.seats, x.capacity), x.seats_taken))::integer as seats,
      sum(x.seats_taken)::integer as filled
    from public.shifts x
    where x.school_id = (select app.selected_school_id()) and x.semester_id = ${semesterId}::uuid
      and x.status in ${listed(studentStates)}
    group by 1 order by 1`.execute(tx)
  return rows
}
