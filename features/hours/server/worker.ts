import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'
import { notifyAtRisk, schoolsAtHour } from './commands/notify-at-risk.ts'

/**
 * Each morning of a school, notifies students who are behind on hours, one school at a time to keep transactions short. Nothing is sent
 * twice, however often or in how many processes it runs. Returns a function that stops it.
 */
export function startHoursWorker(services: {
  workerPool: Pool
  log: Log
  settings: SettingsReader
}): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'at-risk-notices',
    everyMs: 25 * 60_000,
    firstMs: 60_000,
    failed: 'students at risk could not be looked for',
    round: async (stopping) => {
      // Before people come to work, in each school's time zone.
      const morning = await services.settings.get('morning_hour')
      const schools = await withActor(services.workerPool, null, (tx) => schoolsAtHour(tx, morning))
      for (const school of schools) {
        if (stopping.aborted) return
        await withActor(services.workerPool, null, (tx) => notifyAtRisk(tx, school), { deadlineMs: 30_000 })
      }
    },
  })
}
