import { sql } from 'kysely'
import { heldSeats } from '#core/seat-statuses.ts'
import { summarizeProjects } from '#features/capstone/server/public.ts'
import { findClearance } from '#features/credentials/server/public.ts'
import type { Progress } from '#features/hours/contract.ts'
import type { SemesterCredit } from '#features/hours/rules.ts'
import { loadSemesterProgress } from '#features/hours/server/public.ts'
import { studentStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { ReportContent } from '../../contract.ts'
import { contentOf, type ReportFacts, summaryOf } from '../../rules.ts'
import type { Term } from './find-term.ts'
import { loadEvaluations } from './load-evaluations.ts'

/** Current data of a student in a semester: what a report would say now, and what that is based on. */
export type Known = {
  student_id: string
  progress: { program: Progress; semester: SemesterCredit }
  facts: ReportFacts
  content: ReportContent
}

type Rows = {
  student_id: string
  seats: ReportFacts['seats'] | null
  incidents: ReportFacts['incidents'] | null
  make_ups: ReportFacts['make_ups'] | null
  reported_hours: ReportFacts['reported_hours'] | null
  capstone_days: ReportFacts['capstone_days'] | null
}

/** Everything that the reports of these students are based on, in a few statements regardless of their number. */
export async function loadKnown(tx: Tx, term: Term, students: readonly string[]): Promise<Known[]> {
  if (students.length === 0) return []
  const progress = await loadSemesterProgress(tx, { students, semesterId: term.id })
  const facts = await loadFacts(tx, term, students, true)
  return progress.map((one) => {
    const id = one.program.student_id
    const known = facts.get(id)!
    return { student_id: id, progress: one, facts: known, content: contentOf(one, known, term.settings) }
  })
}

/** Data of students besides their hours; with `whole`, also what only the report itself says (competencies, capstone). */
export async function loadFacts(
  tx: Tx,
  term: Term,
  students: readonly string[],
  whole: boolean,
): Promise<Map<string, ReportFacts>> {
  const rows = new Map((await loadRows(tx, term, students)).map((row) => [row.student_id, row]))
  const last = term.today < term.end_date ? term.end_date : term.today
  const looks = students.map((id) => ({ person_id: id, facility_ids: [], first: last, last }))
  const clearance = new Map((await findClearance(tx, looks)).map((one) => [one.person_id, one.items]))
  const evaluations = await loadEvaluations(tx, term, students, whole)
  const projects = whole
    ? await summarizeProjects(tx, { semesterId: term.id, studentIds: students })
    : undefined
  return new Map(
    students.map((id) => {
      const row = rows.get(id)
      return [
        id,
        {
          school_name: term.school_name,
          semester: { name: term.name, start_date: term.start_date, end_date: term.end_date },
          seats: row?.seats ?? [],
          incidents: row?.incidents ?? [],
          make_ups: row?.make_ups ?? [],
          reported_hours: row?.reported_hours ?? [],
          capstone_days: row?.capstone_days ?? [],
          clearance: clearance.get(id) ?? [],
          ...(evaluations.get(id) ?? { evaluations: [], missing_evaluations: [], competencies: [] }),
          capstone: (projects?.get(id) ?? []).map(summaryOf),
        },
      ]
    }),
  )
}

const held = listed(heldSeats)

/** Day d of project p is planned and may still be confirmed. */
const openDay = sql`d.status = 'planned' and p.status in ('matched', 'active', 'awaiting_preceptor')`

/**
 * Seats with attendance and shift report, open incidents, hours to make up, and capstone days, by student. Each is read and grouped once, so that the time
 * grows linearly with the number of students.
 */
async function loadRows(tx: Tx, term: Term, students: readonly string[]): Promise<Rows[]> {
  const { rows } = await sql<Rows>`
    with seats as materialized (
      select a.id, a.student_id, x.id as shift_id, x.date, f.name as unit, x.status as shift_status, a.status as seat_status, a.source, r.status as attendance,
        coalesce(r.late_min, 0) as late_min, p.status as report_status,
        case when p.status in ('submitted', 'accepted') then coalesce((select bool_and(coalesce((one ->> 'prepared')::boolean, true))
          from jsonb_array_elements(p.roster) one where one ->> 'id' = a.id::text), true) end as prepared
      from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
      left join public.facilities f on f.id = x.facility_id
      left join public.attendance_records r on r.id = a.id and r.school_id = a.school_id
      left join public.shift_reports p on p.id = x.id and p.school_id = x.school_id
      where x.semester_id = ${term.id}::uuid and x.school_id = ${term.school_id}::uuid and a.student_id = any (${students}::uuid[])
        and x.status in ${listed(studentStates)} and a.status in ${held}),
    sat as (select t.student_id, jsonb_agg(to_jsonb(t) - 'id' - 'student_id' order by t.date, t.shift_id) as seats from seats t group by 1),
    followed as (select t.student_id, jsonb_agg(jsonb_build_object('shift_id', i.shift_id, 'date', t.date)) as incidents
      from public.shift_incidents i join seats t on t.shift_id = i.shift_id and t.id = any (i.seats) where (i.follow_up_by is not null or i.severity = 'serious')
        and not exists (select from public.shift_incident_closings c where c.incident_id = i.id) group by 1),
    owed as (select n.student_id, jsonb_agg(jsonb_build_object('hours', n.hours, 'status', n.status)) as make_ups from public.makeup_needs n
      join public.assignments b on b.id = n.assignment_id join public.shifts y on y.id = b.shift_id
      where n.student_id = any (${students}::uuid[]) and y.semester_id = ${term.id}::uuid group by 1),
    reported as (select r.student_id, jsonb_agg(jsonb_build_object('date', r.date, 'minutes', r.minutes) order by r.date) as reported_hours
      from public.hours_requests r where r.student_id = any (${students}::uuid[]) and r.school_id = ${term.school_id}::uuid
        and r.status in ('pending', 'needs_info') and r.date between ${term.start_date}::date and ${term.end_date}::date group by 1),
    planned as (select p.student_id, jsonb_agg(jsonb_build_object('project_id', p.id, 'date', d.date) order by d.date) as capstone_days
      from public.capstone_projects p join public.capstone_days d on d.project_id = p.id
      where p.semester_id = ${term.id}::uuid and p.student_id = any (${students}::uuid[]) and ${openDay} group by 1)
    select s.student_id, sat.seats, followed.incidents, owed.make_ups, reported.reported_hours, planned.capstone_days from unnest(${students}::uuid[]) s (student_id)
    left join sat using (student_id) left join followed using (student_id) left join owed using (student_id) left join reported using (student_id) left join planned using (student_id)`.execute(
    tx,
  )
  return rows
}

/** A student of a semester, as lists search for them. */
export type Enrolled = { id: string; full_name: string; cohort_id: string | null; cohort_name: string | null }

/** The students with a seat, hours (credited or not) or a planned capstone day in a semester, by name. */
export async function studentsOf(tx: Tx, term: Pick<Term, 'id' | 'school_id'>): Promise<Enrolled[]> {
  const { rows } = await sql<Enrolled>`
    select u.id, u.full_name, c.id as cohort_id, c.name as cohort_name from public.users u
    left join app.current_memberships m on m.student_id = u.id and m.school_id = u.linked_school_id
    left join public.cohorts c on c.id = m.cohort_id
    where u.role = 'student' and u.linked_school_id = ${term.school_id}::uuid and u.status = 'active' and u.id in (
      select a.student_id from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
        where x.semester_id = ${term.id}::uuid and x.school_id = ${term.school_id}::uuid and a.status in ${held}
          and x.status in ${listed(studentStates)}
      union select p.student_id from public.capstone_projects p join public.capstone_days d on d.project_id = p.id
        where p.semester_id = ${term.id}::uuid and p.school_id = ${term.school_id}::uuid and ${openDay}
      union select e.student_id from public.hours_entries e where e.semester_id = ${term.id}::uuid and e.school_id = ${term.school_id}::uuid
        group by e.student_id having sum(e.minutes) <> 0)`.execute(tx)
  return rows.toSorted((a, b) => a.full_name.localeCompare(b.full_name) || a.id.localeCompare(b.id))
}
