import { sql } from 'kysely'
import { heldSeats } from '#core/seat-statuses.ts'
import { studentStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'

type About = { school_id: string; semester_id: string; student_id: string; proctor_id: string | null }

/**
 * The instructor who comments on a student's report, of those who are still at the school: the one whom the report names, or else the one
 * who led most of the student's shifts; null when all of them left.
 */
export async function findInstructor(tx: Tx, about: About): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select u.id from public.users u left join (
      select x.proctor_id, count(*) as shifts, max(x.date) as last from public.shifts x
      join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
      where x.semester_id = ${about.semester_id}::uuid and x.school_id = ${about.school_id}::uuid and a.student_id = ${about.student_id}::uuid
        and x.status in ${listed(studentStates)}
        and a.status in ${listed(heldSeats)}
      group by 1) led on led.proctor_id = u.id
    where u.role = 'proctor' and u.status = 'active' and u.linked_school_id = ${about.school_id}::uuid
      and (u.id = ${about.proctor_id}::uuid or led.shifts > 0)
    order by u.id is not distinct from ${about.proctor_id}::uuid desc, led.shifts desc, led.last desc, u.id limit 1`.execute(
    tx,
  )
  return rows[0]?.id ?? null
}
