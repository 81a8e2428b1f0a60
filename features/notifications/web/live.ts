import { constants } from '#core/constants.ts'
import { isRefusal } from '#platform/web/api.ts'
import type { LiveEvent } from '../contract.ts'
import { liveRetryDelay } from '../rules.ts'

/** After a stream was open this long, the next failure counts as the first. */
const GOOD_MS = 10_000

/** What the stream reports besides notifications. */
export type Other = Exclude<LiveEvent['kind'], 'ready' | 'changed' | 'replaced'>
type Page = Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>

/**
 * Follows the live stream while the page is shown, and calls `onChange` when there is something to read again: after each connection
 * (because of missed changes), at each event, and once soon after it breaks; its argument says whether something came. Closes while the
 * page is hidden; retries with growing pauses; gives up when refused or replaced by a newer window. Returns a function that stops it.
 */
export function followLive(options: {
  connect: (signal: AbortSignal) => Promise<AsyncIterable<LiveEvent>>
  onChange: (hasCome: boolean) => void
  /** Other data should be read again. */
  onOther?: (kind: Other) => void
  /** The page is shown again after it was hidden for longer than answers are kept (Spec §9). */
  onReturn?: () => void
  page?: Page
}): () => void {
  const { connect, onChange, onOther, onReturn, page = document } = options
  let current: AbortController | undefined
  let hiddenAt = Number.POSITIVE_INFINITY

  async function follow(signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const began = Date.now()
      try {
        for await (const { kind } of await connect(signal)) {
          if (signal.aborted || kind === 'replaced') return
          if (kind === 'ready' || kind === 'changed') onChange(kind === 'changed')
          else onOther?.(kind)
        }
      } catch (error) {
        if (isRefusal(error)) return
      }
      if (signal.aborted) return
      failures = Date.now() - began > GOOD_MS ? 1 : failures + 1
      await pause(liveRetryDelay(failures), signal)
      // Not before the pause: a stream also ends when the session changes hands, and until the page knows that, its request would count as
      // signed out.
      if (failures === 1 && !signal.aborted) onChange(false)
    }
  }

  function turn(): void {
    if (page.hidden) {
      current?.abort()
      current = undefined
      hiddenAt = Date.now()
    } else if (!current) {
      current = new AbortController()
      void follow(current.signal)
      if (Date.now() - hiddenAt > constants.queries.retentionMs) onReturn?.()
    }
  }
  page.addEventListener('visibilitychange', turn)
  turn()
  return () => {
    page.removeEventListener('visibilitychange', turn)
    current?.abort()
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
