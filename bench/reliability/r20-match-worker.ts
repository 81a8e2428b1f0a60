/**
 * A worker for match run jobs in a separate process, to be killed. `node r20-match-worker.ts` runs the product's queue; with `--control` it
 * gives the seats of each shift in a separate transaction.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { seatCommands } from '#features/assignments/server/public.ts'
import { type JobKinds, startJobWorker } from '#features/jobs/server/public.ts'
import { matchRunJobs } from '#features/match-runs/server/public.ts'
import { listPlaced } from '#features/match-runs/server/queries/list-placed.ts'
import { createPool } from '#platform/server/db.ts'
import { Listener } from '#platform/server/listen.ts'
import { createLog } from '#platform/server/log.ts'
import { SessionReader } from '#platform/server/session.ts'
import './lib/keep-compiled.ts'

const log = createLog({ level: 'warn' })
const poolOf = (name: string, max: number) =>
  createPool({ url: process.env[name] ?? '', max, name: 'placewell r20 match', queryTimeoutMs: 60_000 })
const [jobPool, workerPool] = [poolOf('APP_RW', 3), poolOf('APP_WORKER', 4)]
const listener = new Listener({ url: process.env['APP_RW'] ?? '', channels: ['job_queued'], log })
await listener.start()

const control: JobKinds = {
  publish_match: async (job) => {
    const placed = await job.act((tx) => listPlaced(tx, (job.input as { run_id: string }).run_id))
    for (const { shift_ids, students } of placed)
      for (const shiftId of shift_ids) {
        const ids = students.map(({ id }) => id)
        await job.act((tx) => seatCommands.assignStudents(tx, { shiftId, students: ids, reason: null }))
        await pause(200)
      }
  },
}
startJobWorker(
  { jobPool, workerPool, sessions: new SessionReader(poolOf('APP_AUTH', 2)), log, listener },
  process.argv.includes('--control') ? control : matchRunJobs('http://127.0.0.1'),
)
