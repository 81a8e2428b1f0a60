import { lifecycleNow } from '#features/semesters/rules.ts'
import type { SemesterSettings } from '#features/semesters/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import {
  type Missing,
  readinessShow,
  type ReadinessRow,
  type ReadinessShow,
  type ReportContent,
  type SemesterReportStatus,
} from '../../contract.ts'
import { isFound, isOutdated, isShown, missingCredentials, missingOf, type ReportFacts } from '../../rules.ts'
import { findTerm, type Term } from './find-term.ts'
import { listReopenings } from './list-reopenings.ts'
import { type Enrolled, type Known, loadFacts, loadKnown, studentsOf } from './load-facts.ts'

type Filter = {
  semester_id: string
  q: string
  cohort?: string | undefined
  show: ReadinessShow
  page: number
  page_size: number
}

/**
 * Every student of a semester: what is missing and where to finish it, and the report's status (domain §2.14). Hours and current content
 * are loaded for one page only; missing items are counted for all matching students.
 */
export async function readReadiness(tx: Tx, { page, page_size: size, show, ...filter }: Filter) {
  const term = await findTerm(tx, filter.semester_id)
  const everyone = await studentsOf(tx, term)
  const reports = await loadReports(tx, term.id)
  const found = everyone.filter((student) => isFound(student, filter))
  const facts = await loadFacts(
    tx,
    term,
    found.map(({ id }) => id),
    false,
  )
  const all = found.map((student) => ({
    ...student,
    report: reports.get(student.id) ?? null,
    missing: missingFor(student, facts.get(student.id)!),
  }))
  // Of those in progress, the ones that wait for the school come first: its to-do leads here.
  const waits = ({ report }: (typeof all)[number]) => Number(report?.status === 'school_review')
  const shown = all.filter((row) => isShown(row, show))
  if (show === 'working') shown.sort((a, b) => waits(b) - waits(a))
  const ids = shown.slice((page - 1) * size, page * size).map(({ id }) => id)
  const known = new Map((await loadKnown(tx, term, ids)).map((one) => [one.student_id, one]))
  const cohorts = new Map(
    everyone.flatMap(({ cohort_id: id, cohort_name: name }) => (id && name ? [[id, name] as const] : [])),
  )
  return {
    semester: { id: term.id, name: term.name, end_date: term.end_date, is_locked: isLocked(term) },
    rows: ids.flatMap((id) => {
      const one = known.get(id)
      return one ? [rowOf(one, reports.get(id))] : []
    }),
    total: shown.length,
    student_ids: shown.map(({ id }) => id),
    counts: Object.fromEntries(
      readinessShow.options.map((view) => [view, all.filter((row) => isShown(row, view)).length]),
    ) as Record<ReadinessShow, number>,
    cohorts: [...cohorts]
      .map(([id, name]) => ({ id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    reopenings: await listReopenings(tx, term.id),
  }
}

const missingFor = ({ id, full_name }: Pick<Enrolled, 'id' | 'full_name'>, facts: ReportFacts): Missing[] => [
  ...missingOf(id, facts),
  ...missingCredentials(full_name, facts.clearance),
]

function isLocked(term: Term): boolean {
  const stage = lifecycleNow({ ...term, settings: term.semester_settings as unknown as SemesterSettings })
  return stage === 'closed' || stage === 'archived'
}

type Report = NonNullable<ReadinessRow['report']> & { content: ReportContent }

/** By student: the unpublished report, or else the published one. */
async function loadReports(tx: Tx, semesterId: string): Promise<Map<string, Report>> {
  const rows = await tx
    .selectFrom('semester_reports')
    .where('semester_id', '=', semesterId)
    .where('status', '!=', 'superseded')
    .select(['student_id', 'id', 'status', 'edition', 'version', 'content'])
    .orderBy('edition')
    .execute()
  return new Map(
    rows.map(({ student_id: student, content, status, ...row }) => [
      student,
      { ...row, status: status as SemesterReportStatus, content: content as unknown as ReportContent },
    ]),
  )
}

const rowOf = (known: Known, report: Report | undefined): ReadinessRow => {
  const { full_name, cohort_id, cohort_name } = known.progress.program
  return {
    student_id: known.student_id,
    full_name,
    cohort_id,
    cohort_name,
    credited: known.content.hours.credited,
    missing: missingFor({ id: known.student_id, full_name }, known.facts),
    report: report
      ? { id: report.id, status: report.status, edition: report.edition, version: report.version }
      : null,
    is_outdated: report !== undefined && isOutdated(report.content, known.content),
  }
}
