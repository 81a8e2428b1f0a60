import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { storeOfflineAnswer } from './offline-answers.ts'

/** The page's code loads bit by bit, and then the code of pages that are not open yet; whatever is loaded by these times is stored. */
const SETTLED_MS = [4_000, 15_000]

type Kept = {
  /** The person whose answers these are. */
  person: string
  /** True if this answer is kept on the device. */
  isKept: (queryKey: QueryKey) => boolean
}

/**
 * Lets the app open without a connection: the service worker keeps its code, and this keeps the answers that the page names, for one
 * person. Returns a function to stop, and one to keep what was loaded before it was named.
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
      storeOfflineAnswer(person, { at: state.dataUpdatedAt, queryKey, data: state.data })
  }
  const keepLoaded = (): void => cache.getAll().forEach(keep)
  keepLoaded()
  const stop = cache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') keep(event.query)
  })
  void keepCode().catch(() => {}) // a browser without service workers opens nothing without a connection, and says so
  return { stop, keepLoaded }
}

/** Registers the service worker and tells it which code this page has used, now and when the page is left. */
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
