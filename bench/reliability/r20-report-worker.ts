/**
 * A worker for semester report jobs in a separate process, to be killed. `node r20-report-worker.ts` runs the product's queue; with
 * `--control` it records the outcome of a row before its report is published, in a separate transaction.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type JobKinds, startJobWorker } from '#features/jobs/server/public.ts'
import { publishReport } from '#features/semester-reports/server/commands/publish-report.ts'
import { findTerm, semesterReportJobs } from '#features/semester-reports/server/public.ts'
import { createPool } from '#platform/server/db.ts'
import { Listener } from '#platform/server/listen.ts'
import { createLog } from '#platform/server/log.ts'
import { localStorage } from '#platform/server/object-storage.ts'
import { ObjectStore } from '#platform/server/object-store.ts'
import { SessionReader } from '#platform/server/session.ts'
import './lib/keep-compiled.ts'

const log = createLog({ level: 'warn' })
const poolOf = (name: string, max: number) =>
  createPool({ url: process.env[name] ?? '', max, name: 'placewell r20 reports', queryTimeoutMs: 60_000 })
const [jobPool, workerPool] = [poolOf('APP_RW', 3), poolOf('APP_WORKER', 4)]
const listener = new Listener({ url: process.env['APP_RW'] ?? '', channels: ['job_queued'], log })
await listener.start()
const objects = new ObjectStore(localStorage(process.env['OBJECTS'] ?? ''), {
  current: 'test',
  keys: new Map([['test', Buffer.alloc(32, 7)]]),
})

const control: JobKinds = {
  semester_reports: async (job) => {
    const due: string[] = []
    await job.eachItem(async (_tx, item) => {
      for (const student of due.splice(0)) await publish(student)
      due.push(item.key)
    })
    for (const student of due) await publish(student)
    async function publish(student: string): Promise<void> {
      await pause(5)
      await job.act(async (tx) => {
        const term = await findTerm(tx, (job.input as { semester_id: string }).semester_id)
        await publishReport({ objects }, tx, { term, student, withMissing: true })
      })
    }
  },
}
startJobWorker(
  { jobPool, workerPool, sessions: new SessionReader(poolOf('APP_AUTH', 2)), log, listener },
  process.argv.includes('--control') ? control : semesterReportJobs({ objects }),
)
