import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { ProctorStudent } from '../../contract.ts'

type Found = Pick<ProctorStudent, 'student_id' | 'full_name' | 'cohort_name'>

/** The asking instructor's students with this in their name. */
export async function findProctorStudents(tx: Tx, q: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    select s.student_id, s.full_name, s.cohort_name from app.students_of_proctor() s
    where s.full_name ilike ${containing(q)} order by s.full_name, s.student_id limit 20`.execute(tx)
  return rows
}
