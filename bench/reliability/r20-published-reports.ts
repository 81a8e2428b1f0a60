/**
 * R20 for publishing semester reports: after kill -9 each report is published with its PDF and its notification, or not at all; once. A
 * school publishes the reports of many students in one job; its worker is repeatedly killed with SIGKILL at points spread over the rows,
 * and another resumes the job. The control records an outcome before the report is published, and must have rows that are done but not
 * published. At full size it also measures a job with 100 reports and PDFs without kills, which may take at most 30 s.
 *
 *   node bench/reliability/r20-published-reports.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '@orpc/server'
import { runJob } from '#features/jobs/server/public.ts'
import type { ReportAction } from '#features/semester-reports/contract.ts'
import { semesterReportHandlers } from '#features/semester-reports/server/handlers.ts'
import { semesterReportJobs } from '#features/semester-reports/server/public.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { Finding } from '../lib/findings.ts'
import { runTrials } from './lib/trial.ts'
import { kill, startWorker } from './lib/worker.ts'

/**
 * How many reports, how often the worker is killed, and how many seconds the job may take without kills; on a busy machine there is no
 * limit.
 */
export const FULL = { students: 100, kills: 6, mostSeconds: 30 }
export const QUICK = { students: 20, kills: 2, mostSeconds: Number.POSITIVE_INFINITY }
export type Size = typeof FULL

/** Tries the product's worker with and without kills, and the control. */
export async function* tryPublishedReports(size: Size): AsyncGenerator<Finding> {
  const whole = await trial({ ...size, kills: 0 }, 'product')
  yield {
    name: 'reports with PDF as a job: 100 within 30 s',
    holds: whole.faults === 0 && whole.seconds <= size.mostSeconds,
    figures: `${size.students} reports generated in ${whole.generated.toFixed(1)} s, published with PDF in ${whole.seconds.toFixed(1)} s`,
  }
  const product = await trial(size, 'product')
  yield {
    name: 'R20 publishing reports in a job that is killed: each wholly or not at all, once',
    holds: product.status === 'done' && product.faults === 0 && product.kills === size.kills,
    figures: figuresOf(size, product),
  }
  const control = await trial(size, 'control')
  yield {
    name: 'R20 control: an outcome that is recorded before its report is published',
    holds: control.notOut > 0,
    figures: figuresOf(size, control),
  }
}

type Trial = Awaited<ReturnType<typeof trial>>
const figuresOf = (size: Size, found: Trial): string =>
  `${size.students} reports, ${found.kills} × kill -9, ${found.waiting} rows without an outcome, ${found.notOut} done and not published, ${found.noFile} published without a PDF, ${found.notNotified} without a notification, ${found.notifiedTwice} notified twice`

async function trial(size: Size, manner: 'product' | 'control') {
  const at = await createShiftFixture()
  const folder = join(tmpdir(), `placewell-r20-${randomUUID()}`)
  try {
    const students = await studentsWithHours(at, size.students)
    const before = performance.now()
    await finish(at, await start(at, 'generate', students))
    const generated = (performance.now() - before) / 1_000
    await finish(at, await start(at, 'skip_comment', students))
    const began = performance.now()
    const job = await start(at, 'publish', students)
    const kills = await workAndKill(at, { job, size, manner, folder })
    const seconds = (performance.now() - began) / 1_000
    type Found = Record<'waiting' | 'notOut' | 'noFile' | 'notNotified' | 'notifiedTwice', number> & {
      status: string
    }
    const [found] = await at.fixture.rows<Found>(
      `select j.status, (select count(*)::int from public.job_items i where i.job_id = j.id and i.status = 'waiting') as waiting,
         (select count(*)::int from public.job_items i where i.job_id = j.id and i.status = 'done'
           and not exists (select from public.semester_reports r where r.student_id = i.key::uuid and r.status = 'published')) as "notOut",
         (select count(*)::int from public.semester_reports r left join public.files f on f.id = r.pdf_file_id and f.status = 'kept'
           where r.status = 'published' and f.id is null) as "noFile",
         (select count(*)::int from public.semester_reports r where r.status = 'published'
           and not exists (select from public.notifications n where n.recipient_id = r.student_id and n.type = 'semester_report')) as "notNotified",
         (select count(*)::int from (select from public.notifications n where n.type = 'semester_report' group by n.recipient_id having count(*) > 1) x) as "notifiedTwice"
       from public.jobs j where j.id = $1`,
      [job],
    )
    const { waiting, notOut, noFile, notNotified, notifiedTwice } = found!
    return {
      ...found!,
      faults: waiting + notOut + noFile + notNotified + notifiedTwice,
      kills,
      generated,
      seconds,
    }
  } finally {
    await at.fixture.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function studentsWithHours(at: ShiftFixture, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++)
    ids.push((await at.fixture.person({ role: 'student', school: at.school })).id)
  await at.fixture.rows(
    `insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, course_code, source, source_key)
     select $1, s, $3, current_date - d, 480, case when d % 4 = 0 then 'simulation' else 'direct_care' end, (array['med_surg', 'icu', 'pediatrics'])[d % 3 + 1],
       'NUR 30' || d % 3, 'import', 'r20 ' || s || ' ' || d from unnest($2::uuid[]) s, generate_series(1, 20) d`,
    [at.school, ids, at.semesters[at.school]],
  )
  return ids
}

async function start(at: ShiftFixture, action: ReportAction, students: readonly string[]): Promise<string> {
  const id = randomUUID()
  const input = { id, action, semester_id: at.semesters[at.school]!, student_ids: [...students] }
  await call(semesterReportHandlers().run, input, await at.as(at.people.ana))
  return id
}

const finish = ({ fixture }: ShiftFixture, job: string): Promise<void> =>
  runJob(fixture, semesterReportJobs(fixture), job, new AbortController().signal)

type Work = { job: string; size: Size; manner: 'product' | 'control'; folder: string }

/** Runs a worker and kills it at rows spread over the job, until the job has ended. Returns how often it was killed. */
async function workAndKill(at: ShiftFixture, { job, size, manner, folder }: Work): Promise<number> {
  let kills = 0
  let worker = startWorker(at.fixture, 'r20-report-worker.ts', manner, { OBJECTS: folder })
  const deadline = performance.now() + 240_000
  for (;;) {
    const [state] = await at.fixture.rows<{ status: string; through: number }>(
      `select j.status, (select count(*)::int from public.job_items i where i.job_id = j.id and i.status <> 'waiting') as through from public.jobs j where j.id = $1`,
      [job],
    )
    if (state!.status === 'done' || state!.status === 'failed' || performance.now() > deadline) break
    if (kills < size.kills && state!.through >= ((kills + 1) * size.students) / (size.kills + 1)) {
      await kill(worker)
      kills++
      // The queue would notice by the missing heartbeat; here it is marked immediately.
      await at.fixture.rows(
        `update boss.job set state = 'retry', started_on = null, start_after = now() where data ->> 'job_id' = $1 and state = 'active'`,
        [job],
      )
      worker = startWorker(at.fixture, 'r20-report-worker.ts', manner, { OBJECTS: folder })
    }
    await pause(5)
  }
  await kill(worker)
  return kills
}

if (import.meta.main) await runTrials((quick) => tryPublishedReports(quick ? QUICK : FULL))
