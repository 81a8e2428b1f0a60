import { onlineManager, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { ANSWERS_PREFIX, keysOf } from './offline-storage.ts'

/** How long an answer stays on the device: enough for today's shifts, including overnight ones. */
const KEPT_MS = 36 * 3_600_000
const PROBE_MS = 15_000

type Kept = { at: number; queryKey: QueryKey; data: unknown }

/** Keeps an answer on the device for one person; does nothing if the device has no storage. */
export function storeOfflineAnswer(
  person: string,
  { at, queryKey, data }: Kept,
  storage: Storage = localStorage,
): void {
  try {
    storage.setItem(
      `${ANSWERS_PREFIX}${person}:${JSON.stringify(queryKey)}`,
      JSON.stringify({ at, queryKey, data }),
    )
  } catch {
    // Storage is full or forbidden.
  }
}

/** Gives a page that was opened without a connection the answers stored on this device, and deletes those that are too old. */
export function restoreOfflineAnswers(
  client: QueryClient,
  storage: Storage = localStorage,
  now = Date.now(),
): void {
  for (const key of keysOf(storage, ANSWERS_PREFIX)) {
    const kept = read(storage.getItem(key))
    if (kept && now - kept.at < KEPT_MS) client.setQueryData(kept.queryKey, kept.data, { updatedAt: kept.at })
    else storage.removeItem(key)
  }
}

function read(text: string | null): Kept | undefined {
  try {
    return text === null ? undefined : (JSON.parse(text) as Kept)
  } catch {
    return undefined
  }
}

/** True if this page was opened from the device (public/service-worker.js), because the server could not be reached. */
export const isOpenedOffline = (): boolean => document.documentElement.hasAttribute('data-offline')

/** A phone can have a network without access to the server, so it counts as offline until the server answers. */
export function waitForServer(ask: () => Promise<{ ok: boolean }> = askServer): void {
  onlineManager.setOnline(false)
  const timer = setInterval(() => void probe(), PROBE_MS)
  async function probe(): Promise<void> {
    const isThere = await ask().then(
      ({ ok }) => ok,
      () => false,
    )
    if (!isThere && !onlineManager.isOnline()) return
    clearInterval(timer)
    onlineManager.setOnline(true)
  }
  void probe()
}

const askServer = (): Promise<Response> => fetch('/robots.txt', { cache: 'no-store' })
