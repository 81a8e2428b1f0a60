import { sql } from 'kysely'
import { evaluationsOfProjects, type ProjectEvaluation } from '#features/evaluations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ProjectStatus } from '../../contract.ts'
import { findFacts } from './find-facts.ts'

/** A project in a semester report: its preceptor and facility, credited and required hours, deliverables, evaluations. */
export type ProjectSummary = {
  id: string
  student_id: string
  title: string
  course_code: string
  specialty: string
  status: ProjectStatus
  facility_name: string | null
  preceptor_name: string | null
  required_hours: number
  /** From the hours ledger: days confirmed and not reversed. */
  confirmed_hours: number
  deliverables: number
  accepted: number
  evaluations: readonly ProjectEvaluation[]
}

const placed: ProjectStatus[] = ['matched', 'active', 'completed', 'closed', 'failed']
const left: ProjectStatus[] = ['awaiting_preceptor', 'cancelled']

/**
 * Capstone projects in a semester that have or had a preceptor, by student, as far as the caller may see them; canceled ones only with
 * credited hours.
 */
export async function summarizeProjects(
  tx: Tx,
  { semesterId, studentIds }: { semesterId: string; studentIds: readonly string[] },
): Promise<Map<string, ProjectSummary[]>> {
  const { rows } = await sql<Omit<ProjectSummary, 'confirmed_hours' | 'evaluations'>>`
    select p.id, p.student_id, p.title, p.course_code, p.specialty, p.status,
      nullif(concat_ws(', ', f.name, case when f.kind = 'unit' then above.name end), '') as facility_name, n.preceptor_name,
      p.required_hours::float8 as required_hours,
      (select count(*) from public.capstone_deliverables d where d.project_id = p.id)::integer as deliverables,
      (select count(*) from public.capstone_deliverables d where d.project_id = p.id and d.status = 'accepted')::integer as accepted
    from public.capstone_projects p left join public.facilities f on f.id = p.facility_id
    left join public.facilities above on above.id = f.parent_id
    left join lateral (select n.preceptor_name from public.capstone_nominations n where n.project_id = p.id and n.status in ('accepted', 'ended')
      order by n.status, n.created_at desc limit 1) n on true
    where p.semester_id = ${semesterId}::uuid and p.student_id = any (${studentIds}::uuid[])
      and (p.status = any (${placed}::text[]) or p.status = any (${left}::text[]) and n.preceptor_name is not null)
    order by p.start_date, p.id`.execute(tx)
  const ids = rows.map(({ id }) => id)
  const facts = await findFacts(tx, ids)
  const minutesOf = (id: string): number => facts.get(id)?.minutes ?? 0
  const evaluations = await evaluationsOfProjects(tx, ids)
  const found = new Map<string, ProjectSummary[]>()
  for (const row of rows.filter(({ id, status }) => status !== 'cancelled' || minutesOf(id) > 0)) {
    const others = found.get(row.student_id) ?? []
    const confirmed_hours = minutesOf(row.id) / 60
    found.set(row.student_id, [
      ...others,
      { ...row, confirmed_hours, evaluations: evaluations.get(row.id) ?? [] },
    ])
  }
  return found
}
