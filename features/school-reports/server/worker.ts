import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { sendDueReports } from './commands/send-due-reports.ts'

/** Sends scheduled reports, checking every minute; several processes may run it. Returns how to stop it. */
export function startReportSender(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'scheduled-reports',
    everyMs: 60_000,
    failed: 'scheduled reports could not be sent',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => sendDueReports(tx), { deadlineMs: 30_000 })
    },
  })
}
