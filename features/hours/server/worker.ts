import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'
import { notifyAtRisk, schoolsAtHour } from './commands/notify-at-risk.ts'

/**
 * Each morning of a school, notifies who is behind on hours; a school at a time, so that no transaction is long. Nothing is sent twice, so
 * it does not matter how often or in how many processes it looks. Returns how to stop.
 */
export function startHoursWorker(services: {
  workerPool: Pool
  log: Log
  settings: SettingsReader
}): () => Promise<void> {
  return startRounds(services, {
    name: 'at-risk-notices',
    everyMs: 25 * 60_000,
    firstMs: 60_000,
    failed: 'students at risk could not be looked for',
    round: async (stopping) => {
      // Before people come to work, by the clock of each.
      const morning = await services.settings.get('morning_hour')
      const schools = await withActor(services.workerPool, null, (tx) => schoolsAtHour(tx, morning))
      for (const school of schools) {
        if (stopping.aborted) return
        await withActor(services.workerPool, null, (tx) => notifyAtRisk(tx, school), { deadlineMs: 30_000 })
      }
    },
  })
}
