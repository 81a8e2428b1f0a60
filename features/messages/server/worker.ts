import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { deliverMessage, deliverReminder, noteReaders } from './commands/deliver-messages.ts'

/**
 * Delivers messages when they are sent or due, and reminders, and records every half minute who has read them; any number of processes may
 * run it. Returns a function that stops it.
 */
export function startMessageWorker(services: {
  workerPool: Pool
  log: Log
  listener: Pick<Listener, 'on' | 'off'>
}): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'messages',
    everyMs: 30_000,
    wakeOn: 'message_sent',
    failed: 'messages cannot be delivered',
    round: async () => {
      const act = <Result>(work: (tx: Tx) => Promise<Result>) =>
        withActor(services.workerPool, null, work, { deadlineMs: 15_000 })
      const isMore = (await act(deliverMessage)) || (await act(deliverReminder))
      if (!isMore) await act(noteReaders)
      return isMore
    },
  })
}
