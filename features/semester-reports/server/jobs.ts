import { refuse, refusal } from '#core/refusal.ts'
import type { JobKind, JobKinds } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'
import type { ReportAction } from '../contract.ts'
import { semesterReportRefusals } from '../messages.ts'
import { generateReport } from './commands/generate-report.ts'
import { lockReportsOf } from './commands/lock-report.ts'
import { publishReport } from './commands/publish-report.ts'
import { stepReport } from './commands/step-report.ts'
import { findTerm, type Term } from './queries/find-term.ts'

export const REPORTS_JOB = 'semester_reports'

export type ReportsInput = {
  semester_id: string
  action: ReportAction
  with_missing: boolean
  reason: string | null
}

const steps = {
  request_comment: 'proctor_review',
  skip_comment: 'school_review',
  withhold: 'withheld',
} as const

/** What a job does with one student's report. */
async function runOne(
  services: { objects: ObjectStore },
  tx: Tx,
  { term, student, input }: { term: Term; student: string; input: ReportsInput },
): Promise<void> {
  if (input.action === 'generate') return generateReport(tx, term, student)
  if (input.action === 'publish')
    return publishReport(services, tx, { term, student, withMissing: input.with_missing })
  const { working } = await lockReportsOf(tx, { semester_id: term.id, student_id: student })
  if (!working) return refuse(semesterReportRefusals, refusal('semester_report.none'))
  await stepReport(tx, working, { to: steps[input.action], reason: input.reason })
}

const runReports =
  (services: { objects: ObjectStore }): JobKind<ReportsInput> =>
  async (job) => {
    await job.eachItem(async (tx, { key: student }) =>
      runOne(services, tx, {
        term: await findTerm(tx, job.input.semester_id),
        student,
        input: job.input,
      }),
    )
  }

/** Jobs on the reports of many students: each student in a separate transaction, with its own outcome. */
export const semesterReportJobs = (services: { objects: ObjectStore }): JobKinds => ({
  [REPORTS_JOB]: runReports(services) as JobKind,
})
