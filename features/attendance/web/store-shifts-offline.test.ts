import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'

const SHIFT = '6f0c6d2e-0000-4000-8000-0000000000a1'
let unit = '4 West'
const stored = new Map<string, string>()

vi.stubGlobal('window', { location: { origin: 'http://localhost' } })
vi.stubGlobal('localStorage', {
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
})
// The link keeps the fetch that exists when it is created.
const answering = vi.fn<(request: Request) => Promise<Response>>(async ({ url }) =>
  Response.json({
    json: new URL(url).pathname === '/rpc/shifts/get' ? { id: SHIFT, unit } : [{ shift_id: SHIFT }],
  }),
)
vi.stubGlobal('fetch', answering)
const { storeShiftsOffline } = await import('./store-shifts-offline.ts')
const { attendance } = await import('./queries.ts')

const storedUnit = () =>
  [...stored.values()].map((text) => /"unit":"([^"]*)"/.exec(text)?.[1]).find((found) => found)
const timesFetched = () => answering.mock.calls.filter(([{ url }]) => url.includes('/shifts/get')).length

beforeEach(() => {
  stored.clear()
  answering.mockClear()
  unit = '4 West'
})
afterAll(() => vi.unstubAllGlobals())

it('a shift that a notification is about is fetched and stored again with the next list', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const load = vi.fn<(id: string) => void>()
  const stop = storeShiftsOffline(client, 'jenna', { nextIn: () => [SHIFT], load })
  await expect.poll(storedUnit).toBe('4 West')
  expect(load).toHaveBeenCalledWith(SHIFT)

  // The page drops what it does not show, and reads the list again.
  unit = '5 East'
  client.removeQueries({ queryKey: [['shifts']] })
  await client.fetchQuery({ ...attendance.mine.queryOptions({ input: {} }), staleTime: 0 })
  await expect.poll(storedUnit).toBe('5 East')
  stop()
})

it('a list that was read again does not fetch its shifts again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
  const stop = storeShiftsOffline(client, 'jenna', { nextIn: () => [SHIFT], load: () => {} })
  await expect.poll(storedUnit).toBe('4 West')
  await client.fetchQuery({ ...attendance.mine.queryOptions({ input: {} }), staleTime: 0 })
  expect(timesFetched()).toBe(1)
  stop()
})
