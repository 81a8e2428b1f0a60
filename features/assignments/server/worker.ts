import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { offerSeats } from './commands/offer-seats.ts'

/**
 * Offers seats to the waitlist, some shifts at a time; wakes when a seat is free.
 * Safe in any number of processes. Returns a function that stops it.
 */
export function startSeatOffers(services: {
  workerPool: Pool
  log: Log
  listener: Pick<Listener, 'on' | 'off'>
}): () => Promise<void> {
  const passOver = (id: string, error: Error) =>
    services.log.warn({ id, err: error }, 'the seats of a shift could not be offered')
  return startBackgroundTask(services, {
    name: 'seat-offers',
    everyMs: 60_000,
    wakeOn: 'seats_to_offer',
    failed: 'seats could not be offered',
    round: () => {
      const calendar = { now: new Date().toISOString(), passOver }
      return withActor(services.workerPool, null, (tx) => offerSeats(tx, calendar), { deadlineMs: 20_000 })
    },
  })
}
