import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { keepAnswer } from './kept-answers.ts'

/** The page's parts come one after the other, and those of pages that are not open yet after them: what was fetched by then is kept. */
const SETTLED_MS = [4_000, 15_000]

type Kept = {
  /** Whose answers. */
  person: string
  /** Is this answer kept on the device? */
  isKept: (queryKey: QueryKey) => boolean
}

/**
 * Lets the app open without a connection: its code is kept by the service worker, and the answers that are named by the page, for one
 * person. Returns how to stop keeping, and how to keep what is loaded already and was not named before.
 */
export function keepOffline(
  client: QueryClient,
  { person, isKept }: Kept,
): { stop: () => void; keepLoaded: () => void } {
  const cache = client.getQueryCache()
  const keep = ({
    queryKey,
    state,
  }: {
    queryKey: QueryKey
    state: { data: unknown; dataUpdatedAt: number }
  }) => {
    if (state.data !== undefined && state.data !== null && isKept(queryKey))
      keepAnswer(person, { at: state.dataUpdatedAt, queryKey, data: state.data })
  }
  const keepLoaded = (): void => cache.getAll().forEach(keep)
  keepLoaded()
  const stop = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
  void keepCode().catch(() => {}) // a browser without it opens nothing without a connection, and says so
  return { stop, keepLoaded }
}

/** Registers the service worker and names the code that this page has used, now and when the page is left. */
async function keepCode(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/service-worker.js')
  const { active } = await navigator.serviceWorker.ready
  const name = (): void => {
    const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src
    const urls = performance.getEntriesByType('resource').map((one) => one.name)
    const here = urls.filter((url) => url.startsWith(`${location.origin}/assets/`))
    if (entry && navigator.onLine)
      active?.postMessage({ type: 'keep', entry: new URL(entry).pathname, urls: here })
  }
  for (const ms of SETTLED_MS) setTimeout(name, ms)
  document.addEventListener('visibilitychange', () => document.hidden && name())
}
