import type { Page } from 'playwright-core'
import { timesOf } from '../lib/load.ts'
import type { Row } from '../lib/report.ts'
import { followTasks, type Task } from './thread-times.ts'

const GOAL_MS = 50

type Watched = { tasks: number[]; frames: number[] }

/**
 * Runs `work` on the page once to warm up, and then `rounds` times: counts every browser task over 50 ms, and every frame. Tasks are judged
 * by CPU time, because on a shared machine elapsed time depends on other programs.
 */
export async function watchTasks(
  page: Page,
  {
    what,
    rounds,
    work,
    id = 'U4',
    goalMs = GOAL_MS,
  }: { what: string; rounds: number; work: (page: Page) => Promise<void>; id?: string; goalMs?: number },
): Promise<Row> {
  await work(page)
  const watched: Watched = { tasks: [], frames: [] }
  const onThread: Task[] = []
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(() => {
      const seen: Watched & { stop?: () => void } = { tasks: [], frames: [] }
      Object.assign(globalThis, { seen })
      const observer = new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.tasks.push(duration)
      })
      observer.observe({ type: 'longtask' })
      let last = performance.now()
      let frame = requestAnimationFrame(function next(now) {
        seen.frames.push(now - last)
        last = now
        frame = requestAnimationFrame(next)
      })
      seen.stop = () => {
        cancelAnimationFrame(frame)
        observer.disconnect()
      }
    })
    const trace = await followTasks(page)
    await work(page)
    onThread.push(...(await trace.stop()))
    const found = await page.evaluate(() => {
      const { seen } = globalThis as unknown as { seen: Watched & { stop: () => void } }
      seen.stop()
      return { tasks: seen.tasks, frames: seen.frames }
    })
    watched.tasks.push(...found.tasks)
    watched.frames.push(...found.frames)
  }
  const longest = Math.max(0, ...watched.tasks)
  const busiest = Math.max(0, ...onThread.map(({ cpu }) => cpu))
  if (onThread.length === 0) throw new Error('The browser told no tasks')
  return {
    id,
    what,
    times: timesOf(watched.frames),
    probe: busiest <= goalMs,
    note: `the longest of ${onThread.length} tasks takes ${busiest.toFixed(0)} ms of the processor; by the clock ${watched.tasks.length} over 50 ms, the longest ${longest.toFixed(0)} ms; frames`,
  }
}
