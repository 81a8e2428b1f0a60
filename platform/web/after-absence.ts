import type { QueryClient } from '@tanstack/react-query'
import { back } from '#ui/back.ts'
import { quietly } from './query-client.ts'

/**
 * Asks once again for what is on screen, and forgets the rest, which is asked when it is opened: for a page that was hidden for so long
 * that it is old, as on a phone in a pocket. Not while something is typed that is not sent: some forms begin again with a newer version of
 * what they change.
 */
export async function askAgainQuietly(client: QueryClient, isTyping = isTypingNow): Promise<void> {
  if (isTyping()) return
  client.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  const shown = client
    .getQueryCache()
    .findAll({ type: 'active', predicate: ({ state }) => state.data !== undefined })
  // A phone wakes before its network does: without one, what is asked waits until there is one.
  await Promise.all(shown.map((query) => query.fetch(undefined, quietly).catch(() => {})))
}

const isTypingNow = (): boolean =>
  back.hasTyped?.() === true ||
  document.activeElement?.matches(':is(form, [role="dialog"]) :is(input, textarea, select)') === true
