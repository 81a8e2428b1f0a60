import { withActor } from '#platform/server/actor.ts'
import { Alarm } from '#platform/server/alarm.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import * as notifications from './sql.ts'

type AnnouncerServices = {
  log: Log
  /** Logged in as app_worker. */
  workerPool: Pool
  listener: Pick<Listener, 'on' | 'off'>
}

/** People told in one transaction: a fifth of a second on two cores, and others get their turn in between. */
const BATCH = 2_000

/**
 * Takes announcements to many further, batch by batch, until everybody was told once. Wakes when one is sent, and looks
 * every 10 s for what a stopped process left. Any number of processes may run it. Returns how to stop: the batch under way
 * is finished.
 */
export function startAnnouncer(
  { log, workerPool, listener }: AnnouncerServices,
  { batch = BATCH, pollMs = 10_000 } = {},
): () => Promise<void> {
  const alarm = new Alarm()
  let stopping = false

  const round = () =>
    withActor(workerPool, null, (tx) => notifications.sendNextBatch(tx, batch), { deadlineMs: 10_000 })

  async function run(): Promise<void> {
    while (!stopping) {
      const hadWork = await round().catch((error: unknown) => {
        if (!stopping)
          log.warn({ err: (error as Error).message }, 'announcements cannot be sent, trying again')
        return false
      })
      if (!hadWork) await alarm.sleep(pollMs)
    }
  }

  const wake = () => alarm.ring()
  listener.on('broadcast_queued', wake)
  listener.on('reset', wake)
  const running = run()

  return async () => {
    stopping = true
    listener.off('broadcast_queued', wake)
    listener.off('reset', wake)
    alarm.ring()
    await running
  }
}
