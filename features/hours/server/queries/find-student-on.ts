import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRefusals } from '../../messages.ts'

type StudentOn = { school_id: string; today: PlainDate; semester_id: string | null }

/** A student's school with its current date, and the semester of a date; refuses if the caller has no such student. */
export async function findStudentOn(tx: Tx, studentId: string, date: PlainDate): Promise<StudentOn> {
  const { rows } = await sql<StudentOn>`
    select u.linked_school_id as school_id, app.school_today(u.linked_school_id) as today,
      (select s.id from public.semesters s where s.school_id = u.linked_school_id and ${date}::date between s.start_date and s.end_date
        order by s.is_active desc, s.start_date desc, s.id limit 1) as semester_id
    from public.users u
    where u.id = ${studentId}::uuid and u.role = 'student' and u.linked_school_id is not null`.execute(tx)
  return rows[0] ?? refuse(hoursRefusals, refusal('hours.no_student'))
}
