import { todayIn } from '#core/plain-date.ts'
import { lifecycleOf } from '#features/semesters/rules.ts'
import type { SemesterSettings } from '#features/semesters/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import {
  readinessShow,
  type ReadinessRow,
  type ReadinessShow,
  type ReportContent,
  type SemesterReportStatus,
} from '../../contract.ts'
import { isFound, isOutdated, isShown, missingCredentials, missingOf } from '../../rules.ts'
import { findTerm, type Term } from './find-term.ts'
import { listReopenings } from './list-reopenings.ts'
import { type Known, loadKnown, studentsOf } from './load-facts.ts'

type Filter = {
  semester_id: string
  q: string
  cohort?: string | undefined
  show: ReadinessShow
  page: number
  page_size: number
}

/** Every student of a semester: what is missing and where to finish it, and how far the report is (domain §2.14). */
export async function readReadiness(tx: Tx, { page, page_size: size, show, ...filter }: Filter) {
  const term = await findTerm(tx, filter.semester_id)
  const known = await loadKnown(tx, term, await studentsOf(tx, term))
  const reports = await loadReports(tx, term.id)
  const all = known.map((one) => rowOf(one, reports.get(one.student_id)))
  const found = all.filter((row) => isFound(row, filter))
  const rows = found
    .filter((row) => isShown(row, show))
    .toSorted((a, b) => a.full_name.localeCompare(b.full_name) || a.student_id.localeCompare(b.student_id))
  const cohorts = new Map(
    all.flatMap(({ cohort_id: id, cohort_name: name }) => (id && name ? [[id, name] as const] : [])),
  )
  return {
    semester: { id: term.id, name: term.name, end_date: term.end_date, is_locked: isLocked(term) },
    rows: rows.slice((page - 1) * size, page * size),
    total: rows.length,
    student_ids: rows.map(({ student_id: id }) => id),
    counts: Object.fromEntries(
      readinessShow.options.map((view) => [view, found.filter((row) => isShown(row, view)).length]),
    ) as Record<ReadinessShow, number>,
    cohorts: [...cohorts]
      .map(([id, name]) => ({ id, name }))
      .toSorted((a, b) => a.name.localeCompare(b.name)),
    reopenings: await listReopenings(tx, term.id),
  }
}

function isLocked(term: Term): boolean {
  const { reopened_at: since, time_zone: zone, today, semester_settings } = term
  const now = since ? Date.parse(since) : 0
  const stage = lifecycleOf(
    {
      ...term,
      settings: semester_settings as unknown as SemesterSettings,
      reopening: since ? { today: todayIn(zone, now), now } : null,
    },
    { today, now: Date.now() },
  )
  return stage === 'closed' || stage === 'archived'
}

type Report = NonNullable<ReadinessRow['report']> & { content: ReportContent }

/** Of each student the report at work, else the one that is out. */
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
    missing: [
      ...missingOf(known.student_id, known.facts),
      ...missingCredentials(full_name, known.facts.clearance),
    ],
    report: report
      ? { id: report.id, status: report.status, edition: report.edition, version: report.version }
      : null,
    is_outdated: report !== undefined && isOutdated(report.content, known.content),
  }
}
