import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SemesterFill } from '../../contract.ts'

/** Seats of published shifts and hours of the students on them, by semester of a school; semesters without any are left out. */
export async function listFill(tx: Tx, schoolId: string): Promise<SemesterFill[]> {
  const hours = sql<number>`sum(seats_taken * coalesce(credited_hours_override, credited_hours, 0))`
  return tx
    .selectFrom('shifts')
    .where('school_id', '=', schoolId)
    .where('status', 'in', ['published', 'full', 'in_progress', 'completed', 'closed'])
    .groupBy('semester_id')
    .select([
      'semester_id',
      sql<number>`sum(coalesce(seats, approved_capacity, capacity))::integer`.as('seats'),
      sql<number>`sum(seats_taken)::integer`.as('seats_taken'),
      sql<number>`${hours}::float`.as('hours'),
      sql<number>`coalesce(${hours} filter (where status in ('completed', 'closed')), 0)::float`.as(
        'hours_done',
      ),
    ])
    .execute()
}
