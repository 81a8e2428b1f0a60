import { EventEmitter } from 'node:events'
import { expect, it, vi } from 'vitest'
import type { Log } from './log.ts'
import { startBackgroundTask } from './background-task.ts'

const HOUR = 3_600_000
const quiet = () => ({ warn: vi.fn<(what: unknown, text: string) => void>() })
const asLog = (log: unknown) => log as Log

it('begins at once, continues while there is more, and then waits its time', async () => {
  const left = [true, true, false]
  let rounds = 0
  const stop = startBackgroundTask(
    { log: asLog(quiet()) },
    { name: 'files', everyMs: HOUR, failed: 'no', round: async () => left[rounds++] ?? false },
  )
  await expect.poll(() => rounds).toBe(3)
  await stop()
  expect(rounds).toBe(3)
})

it('waits before the first round if asked to, and begins again when its time is over', async () => {
  let rounds = 0
  const stop = startBackgroundTask(
    { log: asLog(quiet()) },
    { name: 'files', firstMs: 20, everyMs: 1, failed: 'no', round: async () => void rounds++ },
  )
  expect(rounds).toBe(0)
  await expect.poll(() => rounds).toBeGreaterThan(2)
  await stop()
  const atStop = rounds
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(rounds).toBe(atStop)
})

it('starts when work is announced, even while it runs, but not once it is stopped', async () => {
  const listener = new EventEmitter()
  let rounds = 0
  const stop = startBackgroundTask(
    { log: asLog(quiet()), listener: listener as never },
    {
      name: 'files',
      everyMs: HOUR,
      wakeOn: 'work',
      failed: 'no',
      round: async () => {
        // Announced during the first round, so it counts for the next.
        if (rounds++ === 0) listener.emit('work')
      },
    },
  )
  await expect.poll(() => rounds).toBe(2)
  listener.emit('reset')
  await expect.poll(() => rounds).toBe(3)
  await stop()
  expect(listener.listenerCount('work') + listener.listenerCount('reset')).toBe(0)
})

it('logs a failure and tries again; a failure while stopping is ignored', async () => {
  const log = quiet()
  let rounds = 0
  let fail: ((error: Error) => void) | undefined
  const stop = startBackgroundTask(
    { log: asLog(log) },
    {
      name: 'files',
      everyMs: 1,
      failed: 'it could not be done',
      round: () => {
        rounds++
        if (rounds === 1) return Promise.reject(new Error('down'))
        return new Promise((_, reject) => (fail = reject))
      },
    },
  )
  await expect.poll(() => rounds).toBe(2)
  expect(log.warn.mock.calls).toEqual([
    // The error itself: the log writes where it was thrown, and no values of rows.
    [{ err: expect.objectContaining({ message: 'down' }) }, 'it could not be done, trying again'],
  ])
  const stopped = stop()
  fail?.(new Error('cut off'))
  await stopped
  expect(log.warn).toHaveBeenCalledTimes(1)
})

it('waits for the current round, but not longer than its limit', async () => {
  let signal: AbortSignal | undefined
  const never = (at: AbortSignal) => {
    signal = at
    return new Promise<void>(() => {})
  }
  const stop = startBackgroundTask(
    { log: asLog(quiet()) },
    { name: 'files', everyMs: HOUR, failed: 'no', stopWithinMs: 20, round: never },
  )
  await stop()
  expect(signal?.aborted).toBe(true)
})
