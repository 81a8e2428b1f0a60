import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { notifications, useMarkAllRead, useMarkRead, useNotificationList, useUnreadCount } from './queries.ts'

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

test('nothing is asked for without a user id (Spec §7)', () => {
  for (const userId of [undefined, '', 'p1']) {
    useUnreadCount(userId)
    useNotificationList(userId, { isWanted: true })
  }
  useNotificationList('p1', { isWanted: false })
  expect(given.map(({ enabled }) => enabled)).toEqual([false, false, false, false, true, true, false])
})

test('after reading one or all, list and count are asked for again (Spec §7)', () => {
  useMarkRead('p1')
  useMarkAllRead('p1')
  const both = [notifications.list.queryKey(), notifications.unreadCount.queryKey()]
  expect(given.map(({ meta }) => meta?.touches)).toEqual([both, both])
})
