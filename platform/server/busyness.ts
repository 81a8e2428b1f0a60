import { performance } from 'node:perf_hooks'

const LOOK_MS = 100
/** From this share of its time on, the thread counts as busy. */
const BUSY = 0.75
/** How long the thread counts as busy after it was: work held back meanwhile would make it busy again. */
const LASTS_MS = 3_000

/** Follows how much of its time this thread works. Returns a function that is true while the thread is busy, or was a moment ago. */
export function watchThreadLoad(): () => boolean {
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
