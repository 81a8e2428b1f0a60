import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'
import { facilitiesOnFriday, sendWeekAhead } from './commands/send-week-ahead.ts'
import { schoolsOnMonday, sendWeekReview } from './commands/send-week-review.ts'

/**
 * On Friday mornings notifies facilities who comes next week, on Monday mornings schools how their week went; one at a time, so that no
 * transaction is long. Nothing is sent twice, however often and in however many processes it runs. Returns a function that stops it.
 */
export function startWeeklySummaries(services: {
  workerPool: Pool
  log: Log
  settings: SettingsReader
}): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'weekly-summaries',
    everyMs: 25 * 60_000,
    firstMs: 90_000,
    failed: 'weekly summaries could not be sent',
    round: async (stopping) => {
      // Before people come to work, in the time zone of each.
      const morning = await services.settings.get('morning_hour')
      const as = <Result>(work: Parameters<typeof withActor<Result>>[2]) =>
        withActor(services.workerPool, null, work, { deadlineMs: 30_000 })
      for (const facility of await as((tx) => facilitiesOnFriday(tx, morning))) {
        if (stopping.aborted) return
        await as((tx) => sendWeekAhead(tx, facility))
      }
      for (const school of await as((tx) => schoolsOnMonday(tx, morning))) {
        if (stopping.aborted) return
        await as((tx) => sendWeekReview(tx, school))
      }
    },
  })
}
