import { onlineManager } from '@tanstack/react-query'

const FLAG = 'placewell:reloaded-after-load-failure'

/** Did a page's code fail to load (a deploy replaced it, or the network broke)? */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|error loading dynamically|Failed to fetch module|preload/i.test(
      error.message,
    )
  )
}

/**
 * The one-time reload after a failed dynamic load (Spec §4): the page reloads once, guarded by a session flag; if the
 * flag is already set, it is cleared and no further reload happens. Returns whether a reload was started.
 */
export function reloadOnce(
  storage: Storage = sessionStorage,
  reload: () => void = () => window.location.reload(),
): boolean {
  // Without a connection a reload would leave the person with the browser's own error page.
  if (!onlineManager.isOnline()) return false
  if (storage.getItem(FLAG)) {
    storage.removeItem(FLAG)
    return false
  }
  storage.setItem(FLAG, '1')
  reload()
  return true
}

/** Listens for Vite's notice of a failed preload and reloads once. */
export function reloadOnceOnLoadFailure(): void {
  window.addEventListener('vite:preloadError', (event) => {
    // The router reloads by itself unless it finds this: without a connection that ends on the browser's own error page.
    if (!onlineManager.isOnline())
      sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1')
    else if (reloadOnce()) event.preventDefault()
  })
}

const verdicts = new WeakMap<Error, boolean>()

/** Does this error make the page reload? Decided once per error, however often it is rendered. */
export function reloadsFor(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const known = verdicts.get(error)
  if (known !== undefined) return known
  const verdict = isLoadFailure(error) && reloadOnce()
  verdicts.set(error, verdict)
  return verdict
}
