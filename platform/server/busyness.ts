import { performance } from 'node:perf_hooks'

const LOOK_MS = 100
/** From this share of its time on, the thread has little to spare. */
const BUSY = 0.75
/** As long as it counts as busy after it was: what is held back meanwhile would make it busy again. */
const LASTS_MS = 3_000

/** Follows how much of its time this thread works; returns whether it has, or had a moment ago, little to spare. */
export function followBusyness(): () => boolean {
  let before = performance.eventLoopUtilization()
  let busyUntil = 0
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    if (performance.eventLoopUtilization(now, before).utilization > BUSY)
      busyUntil = performance.now() + LASTS_MS
    before = now
  }, LOOK_MS).unref()
  return () => performance.now() < busyUntil
}
