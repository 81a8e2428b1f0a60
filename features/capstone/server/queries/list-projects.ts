import { sql } from 'kysely'
import { hoursIn } from '#core/number-text.ts'
import { evaluationsOfProjects } from '#features/evaluations/server/public.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { ProjectRow, ProjectStatus } from '../../contract.ts'
import { evaluationDue, isSigner, signatureColumn, type EvaluationStatuses } from '../../rules.ts'
import { findFacts, type ProjectFacts } from './find-facts.ts'
import { evaluationStatusesOf } from './why-not-complete.ts'

export const PAGE = 25

type Which = {
  /** The caller’s role; not needed for one project. */
  reader?: Role
  id?: string
  statuses?: readonly ProjectStatus[] | undefined
  /** Only those with a concern that is not answered. */
  concerns?: boolean
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

/** Repeats the policies of a role, so that an index finds its projects; a facility's people include preceptors. */
function isSeenBy(role: Role | undefined) {
  switch (role) {
    case 'school_admin':
    case 'school_super_admin':
      return sql`p.school_id = (select app.school_id())`
    case 'proctor':
      return sql`p.faculty_id = (select app.uid())`
    case 'student':
      return sql`p.student_id = (select app.uid())`
    case 'facility_admin':
      return sql`(p.facility_id = any (array(select app.facility_scope((select app.facility_id()))))
        or p.id = any (array(select app.precepted_projects())))`
    default:
      return sql`true`
  }
}

/** The projects that the caller may see, those ending soonest first. */
export async function listProjects(tx: Tx, which: Which): Promise<{ rows: ProjectRow[]; total: number }> {
  const {
    reader,
    id = null,
    statuses = null,
    concerns = false,
    q = '',
    as,
    page = 1,
    page_size = PAGE,
  } = which
  const { student_id: student = null, semester_id: semester = null } = which
  const isPreceptor = as === 'preceptor'
  const like = containing(q)
  // Among all that the caller sees, students and preceptors are read only to search for their names.
  const isFound = q
    ? sql`(p.title ilike ${like} or exists (select from public.users s where s.id = p.student_id and s.full_name ilike ${like})
        or exists (select from public.capstone_nominations n where n.project_id = p.id and n.status = 'accepted' and n.preceptor_name ilike ${like}))`
    : sql`true`
  const { rows } = await sql<Row>`
    with page as materialized (
      select p.id, count(*) over ()::integer as total from public.capstone_projects p
      where ${isSeenBy(reader)} and ${isFound}
        and (${id}::uuid is null or p.id = ${id}::uuid) and (${statuses}::text[] is null or p.status = any (${statuses}::text[]))
        and (not ${concerns}::boolean or exists (select from public.capstone_concerns k where k.project_id = p.id and k.answer is null))
        and (not ${isPreceptor}::boolean or p.id in (select app.precepted_projects()))
        and (${student}::uuid is null or p.student_id = ${student}::uuid)
        and (${semester}::uuid is null or p.semester_id = ${semester}::uuid)
      order by p.end_date, p.title, p.id limit ${page_size} offset ${(page - 1) * page_size})
    select p.id, p.student_id, p.title, p.course_code, p.specialty, p.status, p.start_date, p.end_date, p.faculty_id,
      p.required_hours::float8 as required_hours, p.version, n.preceptor_name, n.student_signed_at, n.preceptor_signed_at, n.faculty_signed_at,
      (select count(*)::integer from public.capstone_days d where d.project_id = p.id and d.status = 'planned' and d.ends_at <= now()
        and (not ${isPreceptor}::boolean or d.preceptor_id in (select app.preceptor_ids()))) as to_confirm,
      (select json_build_object('date', d.date, 'start_time', to_char(d.start_time, 'HH24:MI'), 'end_time', to_char(d.end_time, 'HH24:MI'))
        from public.capstone_days d where d.project_id = p.id and d.status = 'planned' and d.ends_at > now()
          and (not ${isPreceptor}::boolean or d.preceptor_id in (select app.preceptor_ids())) order by d.date, d.start_time limit 1) as next_day,
      g.total
    from page g join public.capstone_projects p on p.id = g.id
    left join lateral (select x.* from public.capstone_nominations x where x.project_id = p.id and x.status = 'accepted' offset 0) n on true
    order by p.end_date, p.title, p.id`.execute(tx)
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
