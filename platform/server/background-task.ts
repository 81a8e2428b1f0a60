import type { BackgroundTask } from '#core/background-tasks.ts'
import type { Listener } from './listen.ts'
import type { Log } from './log.ts'
import type { TaskRegistry } from './task-registry.ts'

type Services = {
  log: Log
  listener?: Pick<Listener, 'on' | 'off'>
  /** Where the work of a process is recorded. */
  tasks?: TaskRegistry | undefined
}

type TaskOptions = {
  name: BackgroundTask
  /** One round; returns true if there is more to do at once. An error is logged, and the next round tries again. */
  round: (stopping: AbortSignal) => Promise<boolean | void>
  /** Milliseconds between two rounds. */
  everyMs: number
  /** Milliseconds before the first round. */
  firstMs?: number
  /** The database's channel on which work is announced; a round begins when a notice arrives, or may have been missed. */
  wakeOn?: string
  /** The log message for a failure. */
  failed: string
  /** Milliseconds that stopping waits for the current round; if not given, until it ends. */
  stopWithinMs?: number
}

/**
 * Runs background work in rounds, one after the other; several processes may do so if their rounds may overlap. Returns a function that
 * stops it: no further round begins, and the current one is finished.
 */
export function startBackgroundTask(
  { log, listener, tasks }: Services,
  task: TaskOptions,
): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let isDue = false
  let wake: (() => void) | undefined
  const trigger = (): void => {
    isDue = true
    wake?.()
  }
  const entry = tasks?.open(task.name, task.everyMs, trigger)
  /** A ring during the work is not lost: the next sleep ends at once. */
  async function sleep(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    if (!isDue)
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, milliseconds)
      })
    clearTimeout(timer)
    wake = undefined
    isDue = false
  }
  async function run(): Promise<void> {
    entry?.waits(task.firstMs ?? 0)
    if (task.firstMs) await sleep(task.firstMs)
    while (!signal.aborted) {
      entry?.begins()
      const round = task.round(signal)
      const hasMore = await round.catch((error: unknown) => {
        if (!signal.aborted) log.warn({ err: error }, `${task.failed}, trying again`)
        return false
      })
      await entry?.ends(round)
      if (!hasMore) {
        entry?.waits(task.everyMs)
        await sleep(task.everyMs)
      }
    }
  }

  const channels = task.wakeOn ? [task.wakeOn, 'reset'] : []
  for (const channel of channels) listener?.on(channel, trigger)
  const running = run()
  return async () => {
    stopping.abort()
    entry?.closes()
    for (const channel of channels) listener?.off(channel, trigger)
    trigger()
    let giveUp: NodeJS.Timeout | undefined
    const given = task.stopWithinMs
    const patience = given && new Promise((resolve) => (giveUp = setTimeout(resolve, given)))
    await Promise.race(patience ? [running, patience] : [running])
    clearTimeout(giveUp)
  }
}
