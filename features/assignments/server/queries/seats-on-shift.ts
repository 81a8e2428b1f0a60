import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { RosterRow } from '../../contract.ts'

type Seat = Omit<RosterRow, 'clearance' | 'held_at'>
type Named = { student_id: string; full_name: string; email: string }
type Known = { student_id: string; cohort_name: string | null; hours: unknown }

/** Students who are coming first, then by request time. */
const order = sql`array_position(array['assigned', 'checked_in', 'completed', 'offered', 'requested', 'waitlisted'], a.status) nulls last`

/** Every seat, request and former seat on a shift, for the school and the instructor, who may know the students' names. */
export function seatsOnShift(tx: Tx, shiftId: string): Promise<Seat[]> {
  return tx
    .selectFrom('assignments as a')
    .innerJoin('shifts as x', (join) =>
      join.onRef('x.id', '=', 'a.shift_id').onRef('x.school_id', '=', 'a.school_id'),
    )
    .innerJoin(
      sql<Named>`app.names_on_shifts(array[${shiftId}::uuid])`.as('n'),
      'n.student_id',
      'a.student_id',
    )
    .leftJoin(
      sql<Known>`app.progress_facts(array(select y.student_id from public.assignments y where y.shift_id = ${shiftId}::uuid))`.as(
        'f',
      ),
      'f.student_id',
      'a.student_id',
    )
    .where('a.shift_id', '=', shiftId)
    .where(sql<string>`(select app.role())`, '<>', 'student')
    .select([
      'a.id',
      'a.student_id',
      'n.full_name',
      'n.email',
      'f.cohort_name',
      'a.source',
      'a.asked_at',
      'a.note',
      'a.reason',
      'a.offer_expires_at',
      'a.drop_asked_at',
      'a.drop_asked_reason',
      'a.conflict_at',
      'a.conflict_note',
      sql<RosterRow['status']>`a.status`.as('status'),
      sql<string | null>`a.override ->> 'reason'`.as('override_reason'),
      sql<number>`coalesce((select sum((l ->> 'done')::float8 + (l ->> 'scheduled')::float8) from jsonb_array_elements(f.hours) l
        where (l ->> 'semester_id')::uuid = x.semester_id), 0)`.as('hours'),
    ])
    .orderBy(order)
    .orderBy('a.asked_at')
    .orderBy('a.id')
    .execute()
}
