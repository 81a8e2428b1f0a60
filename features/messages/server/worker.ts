import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { deliverMessage, deliverReminder, noteReaders, type Turn } from './commands/deliver-messages.ts'

/** How long one that could not be delivered is passed over, so that those after it do not wait for it. */
const PASS_MS = 10 * 60_000

/**
 * Takes turns of delivering. One that fails is passed over for a while by this process; its error is thrown, so the next turn takes
 * another.
 */
export function takeTurns(
  act: (work: (tx: Tx) => Promise<boolean>) => Promise<boolean>,
  now: () => number = Date.now,
): (deliver: (tx: Tx, turn: Turn) => Promise<boolean>) => Promise<boolean> {
  const until = new Map<string, number>()
  return async (deliver) => {
    for (const [id, end] of until) if (end <= now()) until.delete(id)
    let taken: string | undefined
    try {
      return await act((tx) => deliver(tx, { passed: [...until.keys()], onTaken: (id) => (taken = id) }))
    } catch (error) {
      if (taken) until.set(taken, now() + PASS_MS)
      throw error
    }
  }
}

/**
 * Delivers messages when they are sent or due, and reminders, and records every half minute who has read them; any number of processes may
 * run it. Returns a function that stops it.
 */
export function startMessageWorker(services: {
  workerPool: Pool
  log: Log
  listener: Pick<Listener, 'on' | 'off'>
}): () => Promise<void> {
  const act = <Result>(work: (tx: Tx) => Promise<Result>) =>
    withActor(services.workerPool, null, work, { deadlineMs: 15_000 })
  const inTurn = takeTurns(act)
  return startBackgroundTask(services, {
    name: 'messages',
    everyMs: 30_000,
    wakeOn: 'message_sent',
    failed: 'messages cannot be delivered',
    round: async () => {
      const isMore = (await inTurn(deliverMessage)) || (await inTurn(deliverReminder))
      if (!isMore) await act(noteReaders)
      return isMore
    },
  })
}
