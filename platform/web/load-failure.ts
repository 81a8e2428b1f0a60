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

let isReloading: boolean | undefined

/** Decided once in the life of a page: one failure brings others, each of which would find the flag as the one before left it. */
function reloads(): boolean {
  if (isReloading === undefined && onlineManager.isOnline()) isReloading = reloadOnce()
  return isReloading ?? false
}

/** Listens for Vite's notice of a failed preload and reloads once. */
export function reloadOnceOnLoadFailure(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (reloads()) event.preventDefault()
    // The router reloads by itself unless it finds this.
    else sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1')
  })
}

/** Does this error make the page reload? */
export const reloadsFor = (error: unknown): boolean => isLoadFailure(error) && reloads()
