import { withActor } from '#platform/server/actor.ts'
import type { Pool } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { startRounds } from '#platform/server/rounds.ts'
import { notifyOpenShifts } from './commands/notify-open-shifts.ts'
import { recountSeats } from './commands/recount-seats.ts'
import { type WorkOnSeats, workOnShifts } from './commands/work-on-shifts.ts'

/**
 * Lets time work on shifts: they begin, end, expire and are published; offers run out, fair rounds are decided, and those
 * concerned are reminded. At the start and every minute, by any number of processes. Returns how to stop.
 */
export function startShiftWorker(services: {
  workerPool: Pool
  log: Log
  workOnSeats: WorkOnSeats
}): () => Promise<void> {
  const { workOnSeats } = services
  return startRounds(services, {
    name: 'shift-calendar',
    everyMs: 60_000,
    failed: 'shifts could not be looked through',
    round: async () => {
      const now = new Date().toISOString()
      const passOver = (id: string, error: Error) =>
        services.log.warn({ id, err: error.message }, 'the calendar passed over a shift')
      const calendar = { now, passOver, workOnSeats }
      await withActor(services.workerPool, null, (tx) => workOnShifts(tx, calendar), { deadlineMs: 30_000 })
    },
  })
}

/**
 * Notifies the students of shifts that were opened, once for what was opened together; wakes when some were. Any number of processes.
 * Returns how to stop.
 */
export function startOpenShiftNotices(services: {
  workerPool: Pool
  log: Log
  listener: Pick<Listener, 'on' | 'off'>
}): () => Promise<void> {
  return startRounds(services, {
    name: 'open-shift-notices',
    everyMs: 10_000,
    heardOn: 'shifts_opened',
    failed: 'students could not be notified of open shifts',
    round: () => withActor(services.workerPool, null, notifyOpenShifts, { deadlineMs: 10_000 }),
  })
}

/** Counts seats again where a rule changed, some shifts at a time; wakes when one did. Any number of processes. Returns how to stop. */
export function startSeatRecounts(services: {
  workerPool: Pool
  log: Log
  listener: Pick<Listener, 'on' | 'off'>
}): () => Promise<void> {
  const passOver = (id: string, error: Error) =>
    services.log.warn({ id, err: error.message }, 'the seats of a shift could not be counted again')
  return startRounds(services, {
    name: 'seat-recounts',
    everyMs: 60_000,
    heardOn: 'seats_to_recount',
    failed: 'seats could not be counted again',
    round: () =>
      withActor(services.workerPool, null, (tx) => recountSeats(tx, { passOver }), { deadlineMs: 20_000 }),
  })
}
