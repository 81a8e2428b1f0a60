import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import { climbLadder } from './commands/climb-ladder.ts'

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
