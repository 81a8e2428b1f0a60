import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'

// The API client reads the window's address.
vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
const { prefetchAtSignIn } = await import('./prefetch.ts')
const { availableQuery, filterDataQuery, mineQuery, progressQuery } = await import('./queries.ts')

type Ask = NonNullable<Parameters<typeof prefetchAtSignIn>[1]>
const answer = { mine: ['m'], options: { units: [] }, available: ['a'], progress: { hours_done: 1 } }
const asking = () => vi.fn<Ask>(async () => answer as never)

it('fetches all four at once, each under the key that its page uses', async () => {
  const client = new QueryClient()
  const ask = asking()
  await prefetchAtSignIn(client, ask)
  expect(ask).toHaveBeenCalledOnce()
  expect(
    [mineQuery, filterDataQuery, availableQuery, progressQuery].map(({ queryKey }) =>
      client.getQueryData(queryKey as readonly unknown[]),
    ),
  ).toEqual([answer.mine, answer.options, answer.available, answer.progress])
})

it('uses the stale times of Spec §9: 3, 15, 2 and 5 minutes, and 50 available shifts', () => {
  expect(
    [mineQuery, filterDataQuery, availableQuery, progressQuery].map(({ staleTime }) => staleTime),
  ).toEqual([180_000, 900_000, 120_000, 300_000])
  expect(JSON.stringify(availableQuery.queryKey)).toContain('"limit":50')
})

it('fetches once after signing in, and not if a page has already fetched', async () => {
  const client = new QueryClient()
  const ask = asking()
  await prefetchAtSignIn(client, ask)
  await prefetchAtSignIn(client, ask)
  expect(ask).toHaveBeenCalledOnce()
})

it('leaves fetching to the pages if it fails', async () => {
  const client = new QueryClient()
  await prefetchAtSignIn(client, () => Promise.reject(new TypeError('Failed to fetch')))
  expect(client.getQueryData(mineQuery.queryKey)).toBeUndefined()
})
