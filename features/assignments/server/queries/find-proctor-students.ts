import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { ProctorStudent } from '../../contract.ts'
import { proctorStudentsIn } from './proctor-students-in.ts'

type Found = Pick<ProctorStudent, 'student_id' | 'full_name' | 'cohort_name'>

/** The calling instructor's students with this text in their name. */
export async function findProctorStudents(tx: Tx, q: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with found as materialized (select s.student_id, s.full_name from ${proctorStudentsIn} s
      where s.full_name ilike ${containing(q)} order by s.full_name, s.student_id limit 20)
    select o.student_id, o.full_name, f.cohort_name from found o
    left join app.progress_facts(array(select i.student_id from found i)) f on f.student_id = o.student_id order by o.full_name, o.student_id`.execute(
    tx,
  )
  return rows
}
