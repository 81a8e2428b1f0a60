import { withActor } from '#platform/server/actor.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { notifyOpenShifts } from './commands/notify-open-shifts.ts'
import { recountSeats } from './commands/recount-seats.ts'
import type { RestSeatsAgain } from './commands/rest-leaders-again.ts'
import { calendarWalks, type RunDueSeatWork, runDueShiftWork } from './commands/run-due-shift-work.ts'

/**
 * Runs the calendar's work on shifts at the start and every minute: they begin, end, expire and are published; offers run out, fair rounds
 * are decided, and people are reminded. Safe in any number of processes. Returns a function that stops it.
 */
export function startShiftWorker(services: {
  workerPool: Pool
  log: Log
  runDueSeatWork: RunDueSeatWork
}): () => Promise<void> {
  const { runDueSeatWork } = services
  const walks = calendarWalks()
  return startBackgroundTask(services, {
    name: 'shift-calendar',
    everyMs: 60_000,
    failed: 'shifts could not be looked through',
    round: async () => {
      const now = new Date().toISOString()
      const passOver = (id: string, error: Error) =>
        services.log.warn({ id, err: error }, 'the calendar passed over a shift')
      const act = (run: (tx: Tx) => Promise<unknown>) =>
        withActor(services.workerPool, null, run, { deadlineMs: 30_000 })
      // Two transactions: no shift stays locked while rounds are decided.
      await act((tx) => runDueShiftWork(tx, { now, passOver }, walks))
      await act((tx) => runDueSeatWork(tx, { now, passOver }))
    },
  })
}

/**
 * Notifies students of opened shifts, once for all that opened together; wakes when shifts open. Safe in any number of processes. Returns a
 * function that stops it.
 */
export function startOpenShiftNotices(services: {
  workerPool: Pool
  log: Log
  listener: Pick<Listener, 'on' | 'off'>
}): () => Promise<void> {
  return startBackgroundTask(services, {
    name: 'open-shift-notices',
    everyMs: 10_000,
    wakeOn: 'shifts_opened',
    failed: 'students could not be notified of open shifts',
    round: () => withActor(services.workerPool, null, notifyOpenShifts, { deadlineMs: 10_000 }),
  })
}

/**
 * Recounts seats after a rule changed, some shifts at a time; wakes when a rule changes. Safe in any number of processes. Returns a
 * function that stops it.
 */
export function startSeatRecounts(services: {
  workerPool: Pool
  log: Log
  listener: Pick<Listener, 'on' | 'off'>
  restSeatsAgain: RestSeatsAgain
}): () => Promise<void> {
  const { restSeatsAgain } = services
  const passOver = (id: string, error: Error) =>
    services.log.warn({ id, err: error }, 'the seats of a shift could not be counted again')
  return startBackgroundTask(services, {
    name: 'seat-recounts',
    everyMs: 60_000,
    wakeOn: 'seats_to_recount',
    failed: 'seats could not be counted again',
    round: () =>
      withActor(services.workerPool, null, (tx) => recountSeats(tx, { passOver, restSeatsAgain }), {
        deadlineMs: 20_000,
      }),
  })
}
