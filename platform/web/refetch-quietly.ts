import { QueryClient } from '@tanstack/react-query'
import { back } from '#ui/back.ts'

/**
 * Refetches what is on screen and forgets the rest, which is fetched when it is opened: for a page that was hidden for so long that it is
 * outdated, as on a phone in a pocket. Does nothing while someone has typed something unsaved, because some forms reset when a newer
 * version of their data arrives.
 */
export async function refetchQuietly(client: QueryClient, isTyping = isTypingNow): Promise<void> {
  if (isTyping()) return
  client.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
  const shown = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ state, options }) =>
      state.data !== undefined && !options.behavior && Boolean(options.queryFn),
  })
  // Fetched by another client: a failure shows nothing and keeps the present data, and without a connection it waits for one.
  const quiet = new QueryClient()
  const ask = async (query: (typeof shown)[number]): Promise<void> => {
    const { queryKey, options } = query
    const { dataUpdatedAt } = query.state
    const data = await quiet.fetchQuery({ queryKey, queryFn: options.queryFn!, retry: 1 })
    // What has been pressed since is newer than this answer.
    if (query.state.dataUpdatedAt === dataUpdatedAt) client.setQueryData(queryKey, data)
  }
  await Promise.allSettled(shown.map(ask))
}

const isTypingNow = (): boolean =>
  back.hasTyped?.() === true ||
  document.activeElement?.matches(':is(form, [role="dialog"]) :is(input, textarea, select)') === true
