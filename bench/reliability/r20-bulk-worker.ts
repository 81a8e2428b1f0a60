/**
 * A job worker in a separate process, to be killed. `node r20-bulk-worker.ts` runs the product's job queue; with `--control` it records the
 * outcome of a row before it processes it, in a separate transaction.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type JobKinds, startJobWorker } from '#features/jobs/server/public.ts'
import { shiftJobs, startOpenShiftNotices } from '#features/shifts/server/public.ts'
import { publishShift } from '#features/shifts/server/commands/publish-shift.ts'
import { createPool } from '#platform/server/db.ts'
import { Listener } from '#platform/server/listen.ts'
import { createLog } from '#platform/server/log.ts'
import { SessionReader } from '#platform/server/session.ts'
import './lib/keep-compiled.ts'

const log = createLog({ level: 'warn' })
const poolOf = (name: string, max: number) =>
  createPool({ url: process.env[name] ?? '', max, name: 'placewell r20 bulk', queryTimeoutMs: 60_000 })
const [jobPool, workerPool] = [poolOf('APP_RW', 3), poolOf('APP_WORKER', 4)]
const listener = new Listener({
  url: process.env['APP_RW'] ?? '',
  channels: ['job_queued', 'shifts_opened'],
  log,
})
await listener.start()
const services = {
  jobPool,
  workerPool,
  sessions: new SessionReader(poolOf('APP_AUTH', 2)),
  log,
  listener,
}

const control: JobKinds = {
  // The job counts the row as done, and its shift is published a moment later.
  shifts_bulk: async (job) => {
    const due: string[] = []
    await job.eachItem(async (_tx, item) => {
      for (const key of due.splice(0)) await publish(key)
      due.push(item.key)
    })
    for (const key of due) await publish(key)
    async function publish(key: string): Promise<void> {
      await pause(5)
      await job.act(async (tx) => {
        const { id, version } = await tx
          .selectFrom('shifts')
          .select(['id', 'version'])
          .where('id', '=', key)
          .executeTakeFirstOrThrow()
        await publishShift(tx, job.viewer, { id, version, toBeNamed: true })
      })
    }
  },
}
startJobWorker(services, process.argv.includes('--control') ? control : shiftJobs)
startOpenShiftNotices(services)
