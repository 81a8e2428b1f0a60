import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The instructors that a student can name, by name: those of shifts they have a seat on, or had one on in the last six months. */
export async function findInstructors(tx: Tx, studentId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select i.id, i.name from (select distinct p.id, app.name_of_proctor(p.id) as name
      from public.assignments a join public.shifts s on s.id = a.shift_id and s.school_id = a.school_id
      cross join lateral unnest(app.instructors_of(s)) p (id)
      where a.student_id = ${studentId}::uuid and app.holds_seat(a.status) and s.starts_at > now() - interval '180 days') i
    where i.name is not null order by i.name, i.id`.execute(tx)
  return rows
}
