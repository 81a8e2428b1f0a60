import type { QueryClient } from '@tanstack/react-query'
import { availableQuery, calls, filterDataQuery, mineQuery, progressQuery } from './queries.ts'

/**
 * Prefetch on sign-in, when a school is linked (Spec §7): unified student shifts, filter data,
 * available shifts and student progress, in one round trip. Runs once after signing in; later the
 * pages refetch each. Ignores failures, because the page then fetches its own data.
 */
export async function prefetchAtSignIn(client: QueryClient, ask = () => calls.atSignIn()): Promise<void> {
  if (client.getQueryState(mineQuery.queryKey)) return
  let answer: ReturnType<typeof ask> | undefined
  const all = () => (answer ??= ask())
  await Promise.all([
    client.prefetchQuery({ ...mineQuery, queryFn: async () => (await all()).mine }),
    client.prefetchQuery({ ...filterDataQuery, queryFn: async () => (await all()).options }),
    client.prefetchQuery({ ...availableQuery, queryFn: async () => (await all()).available }),
    client.prefetchQuery({ ...progressQuery, queryFn: async () => (await all()).progress }),
  ])
}
