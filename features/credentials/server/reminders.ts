import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import { climbLadder } from './commands/climb-ladder.ts'
import { refreshClearances } from './commands/refresh-clearances.ts'

export type ReminderServices = {
  /** Logged in as app_worker. */
  workerPool: Pool
  log: Log
}

/**
 * Reminds of credentials that expire, at the start and then every five minutes: each step of the ladder once, whichever process
 * takes it. Returns how to stop.
 */
export function startCredentialReminders(
  services: ReminderServices,
  { everyMs = 300_000 }: { everyMs?: number } = {},
): () => Promise<void> {
  return startRounds(services, {
    everyMs,
    failed: 'credentials that expire could not be reminded of',
    round: async () => {
      const sent = await withActor(services.workerPool, null, climbLadder, { deadlineMs: 20_000 })
      if (sent > 0) services.log.info({ sent }, 'reminded of credentials that expire')
    },
  })
}

const AT_ONCE = 500

/**
 * Computes the clearance of seats anew, each night and after whatever concerns it, and holds seats whose credential ended: a few hundred
 * at a time, in any number of processes, so that nobody waits for it. Returns how to stop.
 */
export function startClearanceWorker(services: ReminderServices): () => Promise<void> {
  return startRounds(services, {
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
