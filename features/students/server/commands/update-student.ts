import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { studentRefusals } from '../../messages.ts'

type Change = {
  id: string
  version: number
  full_name: string
  student_number: string | null
  phone: string | null
  graduation_date: PlainDate | null
}

/** Changes what administrators may change about a student of their school; returns false if someone else saved first. */
export async function updateStudent(tx: Tx, change: Change): Promise<boolean> {
  const student = await tx
    .selectFrom('users')
    .select(['linked_school_id', 'version'])
    .where('id', '=', change.id)
    .where('role', '=', 'student')
    .where('email_verified', '=', true)
    .where(sql<boolean>`app.administers_school(linked_school_id)`)
    .executeTakeFirst()
  if (!student) return refuse(studentRefusals, refusal('student.missing'))
  if (student.version !== change.version) return false
  const number = change.student_number?.trim() || null
  if (number !== null && (await isTaken(tx, number, { ...student, id: change.id })))
    refuse(studentRefusals, refusal('student.number_taken'))
  const { rows } = await sql<{ written: boolean }>`
    select app.write_student(${change.id}::uuid, ${change.version}::integer, ${change.full_name.trim()}, ${number}::text,
      ${change.phone?.trim() || null}::text, ${change.graduation_date}::date) as written`.execute(tx)
  return rows[0]!.written === true
}

/** Whether another student of the school has this student ID. */
async function isTaken(
  tx: Tx,
  number: string,
  { id, linked_school_id: schoolId }: { id: string; linked_school_id: string | null },
): Promise<boolean> {
  const other = await tx
    .selectFrom('users')
    .select('id')
    .where('linked_school_id', '=', schoolId)
    .where('role', '=', 'student')
    .where('student_number', '=', number)
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}
