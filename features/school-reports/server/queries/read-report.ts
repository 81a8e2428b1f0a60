import { sql } from 'kysely'
import { attendanceLines, courseLines, hoursLines, type KnownLine, outcomeLines } from '../student-columns.ts'
import { heldSeats } from '#core/seat-statuses.ts'
import type { ExportColumn } from '#platform/server/export.ts'
import { heldStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { findTerm, loadKnown, studentsOf } from '#features/semester-reports/server/public.ts'
import { readFeedbackOfSchool } from '#features/evaluations/server/public.ts'
import type { ReportKind } from '../../contract.ts'
import { feedbackLines } from '../feedback-columns.ts'
import { ratioColumns, type RatioLine } from '../ratio-columns.ts'

/** A report as rows and columns; names and order of columns must not change. */
export type ReadReport = { columns: readonly ExportColumn<object>[]; rows: readonly object[] }

const readOf = <Row extends object>(
  columns: readonly ExportColumn<Row>[],
  rows: readonly Row[],
): ReadReport => ({
  columns: columns as unknown as readonly ExportColumn<object>[],
  rows,
})

/** Reads a report of a semester for the school; throws NOT_FOUND if the caller may not see it. */
export async function readReport(tx: Tx, kind: ReportKind, semesterId: string): Promise<ReadReport> {
  const term = await findTerm(tx, semesterId)
  if (kind === 'ratio_evidence') return readOf(ratioColumns, await loadRatios(tx, semesterId))
  if (kind === 'feedback')
    return readOf(...feedbackLines(await readFeedbackOfSchool(tx, term.school_id, semesterId)))
  const students = await studentsOf(tx, term)
  const known = await loadKnown(
    tx,
    term,
    students.map(({ id }) => id),
  )
  const lines: KnownLine[] = known
    .map((one) => ({ ...one.progress, content: one.content, student_id: one.student_id }))
    .toSorted((a, b) => a.program.full_name.localeCompare(b.program.full_name))
  if (kind === 'hours_by_area') return readOf(...hoursLines(lines, await loadAreas(tx, semesterId)))
  if (kind === 'simulation_share') return readOf(...courseLines(lines))
  if (kind === 'attendance') return readOf(...attendanceLines(lines))
  return readOf(...outcomeLines(lines, await loadReports(tx, semesterId, term.time_zone)))
}

/** Hours of each student by specialty and kind. */
async function loadAreas(tx: Tx, semesterId: string) {
  const { rows } = await sql<{
    student_id: string
    specialty: string
    direct: number
    simulation: number
    other: number
  }>`
    select e.student_id, e.specialty, coalesce(sum(e.minutes) filter (where e.kind in ('direct_care', 'indirect_care')), 0)::float8 / 60 as direct,
      coalesce(sum(e.minutes) filter (where e.kind = 'simulation'), 0)::float8 / 60 as simulation,
      coalesce(sum(e.minutes) filter (where e.kind not in ('direct_care', 'indirect_care', 'simulation')), 0)::float8 / 60 as other
    from public.hours_entries e where e.semester_id = ${semesterId}::uuid group by 1, 2 order by 2`.execute(
    tx,
  )
  return rows
}

/** The reports that are not superseded; of each student the published one, which a correction does not replace yet, last. */
async function loadReports(tx: Tx, semesterId: string, zone: string) {
  return tx
    .selectFrom('semester_reports')
    .where('semester_id', '=', semesterId)
    .where('status', '!=', 'superseded')
    .select(['student_id', 'status', 'edition', 'decision'])
    .select(sql<string | null>`(published_at at time zone ${zone})::date`.as('published_on'))
    .orderBy(sql`published_at is not null`)
    .orderBy('edition')
    .execute()
}

/**
 * Each past shift: its students, who led it, and the limit by instructors: the least of the board's on its day, the unit's and the
 * school's, as seats are given by app.shift_limits; none for kinds of shifts without a ratio.
 */
async function loadRatios(tx: Tx, semesterId: string): Promise<RatioLine[]> {
  const { rows } = await sql<RatioLine>`
    select x.date, site.name as site, unit.name as unit, nullif(x.course_code, '') as course, x.specialty, string_agg(distinct u.full_name, ', ') as instructor,
      count(distinct a.id)::integer as students, count(distinct a.id) filter (where coalesce(r.status, a.status) not in ('absent_excused', 'absent_unexcused', 'no_show', 'called_out', 'no_show_proposed'))::integer as present,
      l.each * greatest(cardinality(app.instructors_of(x)), 1) as limit, b.jurisdiction, b.source_url
    from public.shifts x join public.schools c on c.id = x.school_id
    left join public.facilities unit on unit.id = x.facility_id left join public.facilities site on site.id = unit.parent_id
    left join public.users u on u.id = any (app.instructors_of(x))
    left join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id
      and a.status in ${listed(heldSeats)}
    left join public.attendance_records r on r.id = a.id and r.school_id = a.school_id
    left join app.board_rules b on b.id = c.regulatory_profile_id and b.in_force @> x.date
    left join public.units w on w.id = x.facility_id
    cross join lateral (select case when x.experience_type in ('group', 'community', 'makeup')
        or x.experience_type in ('simulation', 'skills_lab') and coalesce(b.ratio_covers_simulation, false)
      then least(b.max_students_per_instructor, w.max_ratio_override, (c.settings ->> 'max_students_per_instructor')::integer,
        (c.settings -> 'max_students_by_specialty' ->> x.specialty)::integer) end as each) l
    where x.semester_id = ${semesterId}::uuid and x.status in ${listed(heldStates)}
    group by x.id, site.name, unit.name, l.each, b.jurisdiction, b.source_url
    having count(a.id) > 0 order by x.date, unit.name, x.id`.execute(tx)
  return rows
}
