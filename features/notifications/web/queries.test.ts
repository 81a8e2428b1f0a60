import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { featureApi } from '#platform/web/api.ts'
import {
  refetchForNotifications,
  notifications,
  useMarkAllRead,
  useMarkRead,
  useNotificationList,
  useUnreadCount,
} from './queries.ts'

type Options = { enabled?: boolean; meta?: { touches?: readonly unknown[] } }
const given: Options[] = []
vi.mock(import('@tanstack/react-query'), async (original) => {
  const take = ((options: Options) => {
    given.push(options)
    return {}
  }) as never
  return { ...(await original()), useQuery: take, useMutation: take, useQueryClient: () => new QueryClient() }
})
beforeEach(() => void given.splice(0))

test('nothing is fetched without a user id (Spec §7)', () => {
  for (const userId of [undefined, '', 'p1']) {
    useUnreadCount(userId)
    useNotificationList(userId, { isWanted: true })
  }
  useNotificationList('p1', { isWanted: false })
  expect(given.map(({ enabled }) => enabled)).toEqual([false, false, false, false, true, true, false])
})

test('after reading one or all, list and count are fetched again (Spec §7)', () => {
  useMarkRead('p1')
  useMarkAllRead('p1')
  const both = [notifications.list.queryKey(), notifications.unreadCount.queryKey()]
  expect(given.map(({ meta }) => meta?.touches)).toEqual([both, both])
})

test('what a notification is about and is not on screen is read when it is next opened, not before', async () => {
  const client = new QueryClient()
  const queryKey = featureApi<Record<string, never>>('assignments').key()
  const asked = vi.fn<() => string>(() => 'seats')
  await client.fetchQuery({ queryKey, queryFn: asked })
  client.setQueryData(notifications.list.queryKey(), [])
  vi.spyOn(client, 'fetchQuery').mockResolvedValueOnce([{ id: 'new', type: 'waitlist_offer' }] as never)
  await refetchForNotifications(client)
  expect(asked).toHaveBeenCalledOnce()
  expect(client.getQueryData(queryKey)).toBeUndefined()
  await client.fetchQuery({ queryKey, queryFn: asked, staleTime: Infinity })
  expect(asked).toHaveBeenCalledTimes(2)
})

test('the data of new notifications is refetched, but not that of earlier ones', async () => {
  const client = new QueryClient()
  const row = (id: string, type: string) => ({ id, type }) as never
  client.setQueryData(notifications.list.queryKey(), [row('old', 'shift_changed')])
  const touched: string[] = []
  vi.spyOn(client, 'invalidateQueries').mockImplementation(async (of) => {
    touched.push(JSON.stringify(of?.queryKey))
  })
  const come = vi.spyOn(client, 'fetchQuery')
  come.mockResolvedValueOnce([row('old', 'shift_changed'), row('new', 'welcome')])
  await refetchForNotifications(client)
  expect(touched).toEqual([JSON.stringify(notifications.unreadCount.queryKey())])
  come.mockResolvedValueOnce([row('old', 'shift_changed'), row('newer', 'waitlist_offer')])
  await refetchForNotifications(client)
  expect(touched.slice(2).map((key) => /shifts|assignments|attendance|dashboards/.exec(key)?.[0])).toEqual([
    'shifts',
    'assignments',
    'attendance',
    'dashboards',
  ])
  come.mockRejectedValueOnce(new Error('offline'))
  await expect(refetchForNotifications(client)).resolves.toBeUndefined()
})
