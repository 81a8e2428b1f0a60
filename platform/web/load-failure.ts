import { onlineManager } from '@tanstack/react-query'

const FLAG = 'placewell:reloaded-after-load-failure'

/** True if a page's code failed to load (a deploy replaced it, or the network broke). */
export function isLoadFailure(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|Importing a module script failed|error loading dynamically|Failed to fetch module|preload/i.test(
      error.message,
    )
  )
}

/**
 * The one-time reload after a failed dynamic load (Spec §4): the page reloads once, guarded by a session flag; if the flag is already set,
 * it is cleared and no further reload happens. Returns whether a reload was started.
 */
export function reloadOnce(
  storage: Storage = sessionStorage,
  reload: () => void = () => window.location.reload(),
): boolean {
  // Without a connection, a reload would show the browser's own error page.
  if (!onlineManager.isOnline()) return false
  if (storage.getItem(FLAG)) {
    storage.removeItem(FLAG)
    return false
  }
  storage.setItem(FLAG, '1')
  reload()
  return true
}

let isReloading: boolean | undefined

/** Decided once for each page, because one failure causes others, each of which would find the flag changed by the one before. */
function reloads(): boolean {
  if (isReloading === undefined && onlineManager.isOnline()) isReloading = reloadOnce()
  return isReloading ?? false
}

/** Listens for Vite's notice of a failed preload and reloads once. */
export function reloadOnceOnLoadFailure(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloads()) event.preventDefault()
    // Without this, the router would reload by itself.
    else sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1')
  })
}

/** True if this error makes the page reload. */
export const reloadsFor = (error: unknown): boolean => isLoadFailure(error) && reloads()
