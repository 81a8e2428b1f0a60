import { ORPCError } from '@orpc/client'
import { onlineManager } from '@tanstack/react-query'
import { isLoadFailure, reloadsFor } from '#platform/web/load-failure.ts'

/**
 * What to do after a route's failure (Spec §8): a 404 goes to the home page, a 401 or 403 to sign-in; code that did not load reloads the page
 * once, or shows that there is no connection; anything else is shown. Decided by the error's status, not by digits in its text.
 */
export function routeFailure(
  error: unknown,
): { to: '/' | '/login' } | { show: 'loading' | 'error' | 'offline' } {
  const status = error instanceof ORPCError ? error.status : undefined
  if (status === 404) return { to: '/' }
  if (status === 403 || status === 401) return { to: '/login' }
  if (isOffline(error)) return { show: 'offline' }
  return { show: reloadsFor(error) ? 'loading' : 'error' }
}

/** True if a page's code did not load because there is no connection. */
export function isOffline(error: unknown): boolean {
  return isLoadFailure(error) && !onlineManager.isOnline()
}
