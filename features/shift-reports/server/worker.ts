import { endedShiftsWalk } from '#features/shifts/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { acceptCleanReports, reportWalks } from './commands/accept-clean-reports.ts'
import { openShiftReports } from './commands/open-shift-reports.ts'

/** Opens shift reports, sends reminders and accepts reports every minute; several processes may run it. Returns how to stop it. */
export function startShiftReportWorker(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  const passOver = (id: string, error: Error) =>
    services.log.warn({ id, err: error }, 'a shift report could not be accepted')
  const ended = endedShiftsWalk()
  const walks = reportWalks()
  return startBackgroundTask(services, {
    name: 'shift-reports',
    everyMs: 60_000,
    failed: 'shift reports could not be looked through',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => openShiftReports(tx, undefined, ended), {
        deadlineMs: 30_000,
      })
      await withActor(services.workerPool, null, (tx) => acceptCleanReports(tx, { passOver }, walks), {
        deadlineMs: 30_000,
      })
    },
  })
}
