import { sql } from 'kysely'
import { hoursIn } from '#core/number-text.ts'
import { evaluationsOfProjects } from '#features/evaluations/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { ProjectRow, ProjectStatus } from '../../contract.ts'
import { evaluationDue, isSigner, signatureColumn, type EvaluationStatuses } from '../../rules.ts'
import { findFacts, type ProjectFacts } from './find-facts.ts'
import { evaluationStatusesOf } from './why-not-complete.ts'

export const PAGE = 25

type Which = {
  id?: string
  statuses?: readonly ProjectStatus[] | undefined
  q?: string
  as?: 'preceptor' | undefined
  student_id?: string | undefined
  semester_id?: string | undefined
  page?: number
  page_size?: number
}

type Row = Omit<
  ProjectRow,
  | 'student_name'
  | 'school_name'
  | 'facility_name'
  | 'faculty_name'
  | 'credited_hours'
  | 'to_sign'
  | 'to_evaluate'
> & {
  total: number
  student_signed_at: string | null
  preceptor_signed_at: string | null
  faculty_signed_at: string | null
}

/** The projects that the caller may see, those ending soonest first. */
export async function listProjects(tx: Tx, which: Which): Promise<{ rows: ProjectRow[]; total: number }> {
  const { id = null, statuses = null, q = '', as, page = 1, page_size = PAGE } = which
  const { student_id: student = null, semester_id: semester = null } = which
  const isPreceptor = as === 'preceptor'
  const { rows } = await sql<Row>`
    select p.id, p.student_id, p.title, p.course_code, p.specialty, p.status, p.start_date, p.end_date, p.faculty_id,
      p.required_hours::float8 as required_hours, p.version, n.preceptor_name, n.student_signed_at, n.preceptor_signed_at, n.faculty_signed_at,
      (select count(*)::integer from public.capstone_days d where d.project_id = p.id and d.status = 'planned' and d.ends_at <= now()
        and (not ${isPreceptor}::boolean or d.preceptor_id in (select app.preceptor_ids()))) as to_confirm,
      (select json_build_object('date', d.date, 'start_time', to_char(d.start_time, 'HH24:MI'), 'end_time', to_char(d.end_time, 'HH24:MI'))
        from public.capstone_days d where d.project_id = p.id and d.status = 'planned' and d.ends_at > now()
          and (not ${isPreceptor}::boolean or d.preceptor_id in (select app.preceptor_ids())) order by d.date, d.start_time limit 1) as next_day,
      count(*) over ()::integer as total
    from public.capstone_projects p
    left join public.capstone_nominations n on n.project_id = p.id and n.status = 'accepted'
    left join public.users s on s.id = p.student_id
    where (${id}::uuid is null or p.id = ${id}::uuid) and (${statuses}::text[] is null or p.status = any (${statuses}::text[]))
      and (not ${isPreceptor}::boolean or p.id in (select app.precepted_projects()))
      and (${student}::uuid is null or p.student_id = ${student}::uuid)
      and (${semester}::uuid is null or p.semester_id = ${semester}::uuid)
      and (${q} = '' or p.title ilike ${containing(q)} or s.full_name ilike ${containing(q)} or n.preceptor_name ilike ${containing(q)})
    order by p.end_date, p.title, p.id limit ${page_size} offset ${(page - 1) * page_size}`.execute(tx)
  const ids = rows.map((row) => row.id)
  const facts = await findFacts(tx, ids)
  const evaluations = await evaluationsOfProjects(tx, ids)
  return {
    rows: rows.flatMap(
      (row) => withFacts(row, facts.get(row.id), evaluationStatusesOf(evaluations.get(row.id) ?? [])) ?? [],
    ),
    total: rows[0]?.total ?? 0,
  }
}

function withFacts(
  { total: _total, ...row }: Row,
  facts: ProjectFacts | undefined,
  evaluationStatuses: EvaluationStatuses,
): ProjectRow | undefined {
  if (!facts) return undefined
  const { student_signed_at, preceptor_signed_at, faculty_signed_at, ...rest } = row
  const signatures = { student_signed_at, preceptor_signed_at, faculty_signed_at }
  const mustSign =
    row.preceptor_name !== null &&
    (row.status === 'matched' || row.status === 'active') &&
    isSigner(facts.party) &&
    signatures[signatureColumn(facts.party)] === null
  const credited_hours = hoursIn(facts.minutes)
  return {
    ...rest,
    student_name: facts.student_name,
    school_name: facts.school_name,
    facility_name: facts.facility_name,
    faculty_name: facts.faculty_name,
    credited_hours,
    to_sign: mustSign ? 1 : 0,
    to_evaluate: evaluationDue({ ...rest, credited_hours, evaluationStatuses }),
  }
}
