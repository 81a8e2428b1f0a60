import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import { sendDueReports } from './commands/send-due-reports.ts'

/** Sends scheduled reports, looking every minute; any number of processes. Returns how to stop. */
export function startReportSender(services: { workerPool: Pool; log: Log }): () => Promise<void> {
  return startRounds(services, {
    name: 'scheduled-reports',
    everyMs: 60_000,
    failed: 'scheduled reports could not be sent',
    round: async () => {
      await withActor(services.workerPool, null, (tx) => sendDueReports(tx), { deadlineMs: 30_000 })
    },
  })
}
