import type { QueryClient } from '@tanstack/react-query'
import { constants } from '#core/constants.ts'
import { quietly } from './query-client.ts'

type Page = Pick<Document, 'hidden' | 'addEventListener'>
type Options = {
  /** Is something typed on the page that is not sent? What is on screen stays as it is then. */
  isTyping: () => boolean
  page?: Page
  now?: () => number
}

/**
 * A page that was hidden for longer than answers are kept (Spec §9: 10 minutes), as on a phone in a pocket, is as old as that when it is
 * shown again: what is on screen is asked again once, and what is not when it is opened. Coming back sooner asks nothing (Spec §9: no
 * refetch on focus).
 */
export function askAfterAbsence(client: QueryClient, options: Options): void {
  const { isTyping, page = document, now = Date.now } = options
  let hiddenAt = page.hidden ? now() : Number.POSITIVE_INFINITY
  page.addEventListener('visibilitychange', () => {
    if (page.hidden) hiddenAt = now()
    else if (now() - hiddenAt > constants.queries.retentionMs && !isTyping()) void askQuietly(client)
  })
}

async function askQuietly(client: QueryClient): Promise<void> {
  client.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  const shown = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined })
  // A phone wakes before its network does: without one, what is asked waits until there is one.
  await Promise.all(shown.map((query) => query.fetch(undefined, quietly).catch(() => {})))
}
