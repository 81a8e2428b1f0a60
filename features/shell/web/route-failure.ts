import { ORPCError } from '@orpc/client'
import { onlineManager } from '@tanstack/react-query'
import { isLoadFailure, reloadsFor } from '#platform/web/load-failure.ts'

/**
 * What follows from a route's failure (Spec §8): a 404 leads home, a 403 to sign-in, code that did not load reloads the
 * page once, or says that there is no connection; anything else is said. Decided by the error's status, not by digits in its text.
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

/** Did a page's code not come because there is no connection? */
export function isOffline(error: unknown): boolean {
  return isLoadFailure(error) && !onlineManager.isOnline()
}
