import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Evaluated = {
  id: string
  school_id: string
  student_id: string
  semester_id: string
  faculty_id: string | null
  status: string
  title: string
  preceptor_id: string
  preceptor_name: string
  student_name: string | null
}

/** The capstone project whose accepted preceptor is the caller, signed in or by a link; undefined for everyone else. */
export async function findProject(tx: Tx, id: string): Promise<Evaluated | undefined> {
  const { rows } = await sql<Evaluated>`
    select p.id, p.school_id, p.student_id, p.semester_id, p.faculty_id, p.status, p.title, n.preceptor_id, r.full_name as preceptor_name, f.student_name
    from public.capstone_projects p join public.capstone_nominations n on n.project_id = p.id and n.status = 'accepted'
    join public.preceptors r on r.id = n.preceptor_id
    cross join lateral app.capstone_facts(array[p.id]) f
    where p.id = ${id}::uuid and n.preceptor_id in (select app.preceptor_ids())`.execute(tx)
  return rows[0]
}
