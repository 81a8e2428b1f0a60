import { sql } from 'kysely'
import { eligibilityBlockers, requirementOn } from '#features/preceptors/rules.ts'
import { listPreceptors, listRequirements } from '#features/preceptors/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { findFacts } from './find-facts.ts'

type Option = { id: string; unit_id: string | null; preceptor_id: string | null }
type Closed = { student_id: string; option_id: string; reason: string }
type Waiting = {
  id: string
  student_id: string
  start_date: string
  end_date: string
  /** The facility where the project is already waiting, with those above and below it. */
  near: string[] | null
  /** The program of the student. */
  programs: string[]
}
type Semester = { school_id: string; semester_id: string }

/** What students read if a preceptor's license, experience or orientation does not fit: not which of them. */
const NOT_ELIGIBLE = 'the preceptor does not meet a requirement for these days'

/**
 * The projects of these students that need a preceptor, by student, and for each option who
 * cannot have it: students without such a project, projects waiting at another facility, and
 * ineligible preceptors. The preceptor's limit is counted elsewhere.
 */
export async function loadPlacings(
  tx: Tx,
  semester: Semester,
  students: readonly string[],
  options: readonly Option[],
): Promise<{ projects: Map<string, string>; closed: Closed[] }> {
  const waiting = await loadWaiting(tx, semester, students)
  const isEligible = await eligibilityOf(tx, waiting, options)
  const isCovered = await coverOf(tx, semester.school_id, waiting, options)
  const closed = students.flatMap((student_id) => {
    const project = waiting.get(student_id)
    return options.flatMap((option): Closed[] => {
      const reason = !project
        ? 'no approved capstone project without a preceptor'
        : project.near && !project.near.includes(option.unit_id ?? '')
          ? 'the project waits at another facility'
          : !project.near && !isCovered(project, option)
            ? 'no agreement covers the project there'
            : isEligible(project, option)
              ? null
              : NOT_ELIGIBLE
      return reason === null ? [] : [{ student_id, option_id: option.id, reason }]
    })
  })
  return { projects: new Map([...waiting].map(([student, { id }]) => [student, id])), closed }
}

/** Approved projects of a semester, and those waiting at a facility with no one asked yet. */
async function loadWaiting(
  tx: Tx,
  { school_id, semester_id }: Semester,
  students: readonly string[],
): Promise<Map<string, Waiting>> {
  const { rows } = await sql<Waiting>`
    select p.id, p.student_id, p.start_date, p.end_date,
      case when p.status = 'awaiting_preceptor' then array(select app.facility_scope(p.facility_id)
        union select l.id from app.facility_line(p.facility_id) l) end as near,
      array(select k.program_id from app.current_memberships m join public.cohorts k on k.id = m.cohort_id and k.school_id = m.school_id
        where m.student_id = p.student_id and m.school_id = p.school_id and k.program_id is not null order by 1) as programs
    from public.capstone_projects p
    where p.school_id = ${school_id}::uuid and p.semester_id = ${semester_id}::uuid and p.student_id = any (${students}::uuid[])
      and p.status in ('approved', 'awaiting_preceptor')
      and not exists (select from public.capstone_nominations n where n.project_id = p.id and n.status in ('proposed', 'asked', 'accepted'))
    order by p.created_at desc`.execute(tx)
  return new Map(rows.map((row) => [row.student_id, row]))
}

/** Whether an agreement covers the first or the last day of a project at the unit of an option, as when the school asks it itself. */
async function coverOf(
  tx: Tx,
  schoolId: string,
  waiting: ReadonlyMap<string, Waiting>,
  options: readonly Option[],
): Promise<(project: Waiting, option: Option) => boolean> {
  const keyOf = ({ start_date, end_date, programs }: Waiting, unit: string | null) =>
    [unit, start_date, end_date, ...programs].join(' ')
  const units = [...new Set(options.flatMap(({ unit_id: id }) => (id === null ? [] : [id])))]
  const spans = [...new Map([...waiting.values()].map((one) => [keyOf(one, null), one])).values()]
  const asked = spans.flatMap((one) => units.map((unit) => ({ ...one, unit, key: keyOf(one, unit) })))
  const { rows } = await sql<{ key: string }>`
    select a.key from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) a (key text, unit uuid, start_date date, end_date date, programs uuid[])
    cross join app.school_today(${schoolId}::uuid) today
    where not exists (select from (values (case when today between a.start_date and a.end_date then today else a.start_date end), (a.end_date)) d (date)
      cross join lateral app.partnership_covers(jsonb_build_object('school_id', ${schoolId}::uuid, 'facility_id', a.unit, 'date', d.date,
        'experience_type', 'precepted'), p_program_ids => a.programs) c
      where c.covers or c.reason = 'not_active' and d.date < today)`.execute(tx)
  const gaps = new Set(rows.map(({ key }) => key))
  return (project, option) => !gaps.has(keyOf(project, option.unit_id))
}

/** Whether the preceptor of an option, or one in its unit, could take a project. */
async function eligibilityOf(
  tx: Tx,
  waiting: ReadonlyMap<string, Waiting>,
  options: readonly Option[],
): Promise<(project: Waiting, option: Option) => boolean> {
  const people = await listPreceptors(tx, {})
  const requirements = await listRequirements(tx)
  const facts = await findFacts(
    tx,
    [...waiting.values()].map(({ id }) => id),
  )
  const units = options.flatMap(({ unit_id: id }) => (id === null ? [] : [id]))
  const { rows } = await sql<{ id: string; state: string | null }>`
    select f.id, f.state from public.facilities f where f.id = any (${units}::uuid[])`.execute(tx)
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  return (project, option) => {
    const state = states.get(option.unit_id ?? '') ?? null
    const level = facts.get(project.id)?.level ?? null
    const span = { start: project.start_date, end: project.end_date }
    const requirement = requirementOn(requirements, { state, level, day: span.start })
    const asked = { ...span, state, requirement, most: null, others: [] }
    return people.some(
      (one) =>
        (option.preceptor_id === null
          ? one.facility_id === option.unit_id
          : one.id === option.preceptor_id) && eligibilityBlockers(one, asked).length === 0,
    )
  }
}
