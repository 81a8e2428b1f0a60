import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { sendDueReminders } from './commands/send-due-reminders.ts'
import { refreshClearances } from './commands/refresh-clearances.ts'

export type ReminderServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  log: Log
}

/** The longest gap without a running process: reminders ignore what expired before. */
const LONGEST_GAP = 400

/**
 * Reminds about expiring credentials, at the start and then every five minutes: each
 * reminder step once, across all processes; the first round also records what was
 * missed while no process ran. Returns a function that stops it.
 */
export function startCredentialReminders(
  services: ReminderServices,
  { everyMs = 300_000 }: { everyMs?: number } = {},
): () => Promise<void> {
  let back: number | undefined = LONGEST_GAP
  return startBackgroundTask(services, {
    name: 'credential-reminders',
    everyMs,
    failed: 'credentials that expire could not be reminded of',
    round: async () => {
      const { sent, hasMore } = await withActor(
        services.workerPool,
        null,
        (tx) => sendDueReminders(tx, back),
        { deadlineMs: 20_000 },
      )
      if (sent > 0) services.log.info({ sent }, 'reminded of credentials that expire')
      if (!hasMore) back = undefined
      return hasMore
    },
  })
}

const AT_ONCE = 500

/**
 * Recomputes the clearance of seats, nightly and after every relevant change, and holds
 * seats whose credential ended: a few hundred at a time, in any number of processes, so
 * that nothing has to wait for it. Returns a function that stops it.
 */
export function startClearanceWorker(services: ReminderServices): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'clearance',
    everyMs: 15_000,
    failed: 'clearance of seats could not be computed',
    round: async () => {
      const computed = await withActor(services.workerPool, null, (tx) => refreshClearances(tx, AT_ONCE), {
        deadlineMs: 20_000,
      })
      return computed >= AT_ONCE
    },
  })
}
