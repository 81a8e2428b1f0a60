import { waitingSeats, comingSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { AssignmentStatus, SeatToDecide } from '../../contract.ts'
import type { SeatFacts } from './seat-facts.ts'
import { inWords } from './seat-facts.ts'

export const isComing = (status: AssignmentStatus): boolean =>
  comingSeats.includes(status) || waitingSeats.includes(status)

/** What needs a decision by the caller's school: requests, requests to be taken off and conflicts on upcoming shifts. */
export async function listWaiting(tx: Tx): Promise<SeatToDecide[]> {
  const { rows } = await sql<Omit<SeatToDecide, 'shift'> & { shift: SeatFacts; is_full: boolean }>`
    with waiting as materialized (
      select a.id, a.student_id, k.kind, k.note, k.since, x.status = 'full' as is_full
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      cross join lateral (values ('request', a.note, a.asked_at, a.status = 'requested'), ('drop', a.drop_asked_reason, a.drop_asked_at, a.status = 'assigned' and a.drop_asked_at is not null),
        ('conflict', a.conflict_note, a.conflict_at, a.status = 'assigned' and a.conflict_at is not null)) k (kind, note, since, is_so)
      where k.is_so and (a.status = 'requested' or (a.status = 'assigned' and (a.drop_asked_at is not null or a.conflict_at is not null))) and x.starts_at > now()
        and a.school_id = (select case when app.is_superadmin() then app.selected_school_id() when app.is_school_admin() then app.school_id() end)
      order by k.since, a.id)
    select w.id, w.student_id, w.kind, u.full_name, w.note, w.since, w.is_full, app.seat_facts(w.id) as shift
    from waiting w join public.users u on u.id = w.student_id order by w.since, w.id`.execute(tx)
  return rows.map(({ is_full, ...row }) => ({ ...row, shift: { ...inWords(row.shift), is_full } }))
}
