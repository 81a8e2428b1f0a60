import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { constants } from '#core/constants.ts'
import { featureApi, featureClient } from '#platform/web/api.ts'
import { refetchOnScreen } from '#platform/web/query-client.ts'
import type { Notification, notificationsContract } from '../contract.ts'
import { requireUserId, withAllRead, withOneRead, undoMarkRead } from '../rules.ts'

export const notifications = featureApi<typeof notificationsContract>('notifications')
export const calls = featureClient<typeof notificationsContract>('notifications')

const listKey = notifications.list.queryKey()
const countKey = notifications.unreadCount.queryKey()

/** Milliseconds until the history is read again, while an announcement is being sent and people watch its progress. */
export function sendingPollInterval(
  rows: readonly { finished_at: string | null }[] | undefined,
): number | false {
  return rows?.some(({ finished_at }) => finished_at === null) ? 2_000 : false
}

/** The newest 50; loaded only if there is a user id and the list is needed (Spec §7). */
export function useNotificationList(userId: string | undefined, options: { isWanted: boolean }) {
  return useQuery({
    ...notifications.list.queryOptions(),
    enabled: Boolean(userId) && options.isWanted,
    staleTime: constants.notifications.staleMs,
  })
}

/** How many are unread, polled every 30 seconds, and never while the tab is hidden (Spec §7, §9). */
export function useUnreadCount(userId: string | undefined): number {
  const { data } = useQuery({
    ...notifications.unreadCount.queryOptions(),
    enabled: Boolean(userId),
    refetchInterval: constants.notifications.unreadPollMs,
    refetchIntervalInBackground: false,
  })
  return data?.count ?? 0
}

/** Reads list and count again: at once if they are on screen, otherwise when they are next shown. */
export function invalidateNotifications(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: listKey })
  void client.invalidateQueries({ queryKey: countKey })
}

/**
 * Reads list and count again, and refetches the data that new notifications are about, so that anyone who sees it gets the current state.
 * If no list was read before, all of it counts as new.
 */
export async function refetchForNotifications(client: QueryClient): Promise<void> {
  const known = new Set(client.getQueryData(listKey)?.map(({ id }) => id))
  void client.invalidateQueries({ queryKey: countKey })
  const list = await client
    .fetchQuery({ ...notifications.list.queryOptions(), staleTime: 0 })
    // The next event, or the poll, reads it.
    .catch(() => [])
  const fresh = list.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return
  // Loaded when something comes, to keep first pages small.
  const found = await import('../rules/stale-features.ts').catch(() => null)
  for (const feature of found?.featuresOf(fresh) ?? [])
    void refetchOnScreen(client, featureApi<Record<string, never>>(feature).key())
}

/** Marks one as read; the screen shows it at once, and undoes it if the server refuses. */
export function useMarkRead(userId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id }: { id: string }) => {
      requireUserId(userId)
      return calls.markRead({ id })
    },
    onMutate: ({ id }) => showAtOnce(client, (list, now) => withOneRead(list, id, now), 1),
    onError: (_error, _one, shown) => shown?.takeBack(),
    meta: { failed: 'Failed to mark notification as read', touches: [listKey, countKey] },
  })
}

/** Marks all as read in the same way. */
export function useMarkAllRead(userId: string | undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      requireUserId(userId)
      return calls.markAllRead()
    },
    onMutate: () => showAtOnce(client, withAllRead, Infinity),
    onError: (_error, _none, shown) => shown?.takeBack(),
    meta: {
      done: 'All notifications marked as read',
      failed: 'Failed to mark notifications as read',
      touches: [listKey, countKey],
    },
  })
}

/**
 * Changes list and count before the server has answered; `takeBack` undoes exactly that, keeps what arrived since, and reads the server's
 * state.
 */
async function showAtOnce(
  client: QueryClient,
  change: (list: readonly Notification[], now: string) => readonly Notification[],
  most: number,
) {
  await Promise.all([
    client.cancelQueries({ queryKey: listKey }),
    client.cancelQueries({ queryKey: countKey }),
  ])
  const now = new Date().toISOString()
  const before = client.getQueryData(listKey) ?? []
  const after = change(before, now)
  const changed = new Set(after.filter((row, index) => row !== before[index]).map(({ id }) => id))
  if (changed.size > 0) client.setQueryData(listKey, [...after])
  const count = client.getQueryData(countKey)?.count ?? 0
  const fewer = most === Infinity ? count : Math.min(count, changed.size)
  if (fewer > 0) client.setQueryData(countKey, { count: count - fewer })

  return {
    takeBack() {
      client.setQueryData(listKey, (list) => list && [...undoMarkRead(list, changed, now)])
      client.setQueryData(countKey, (known) => known && { count: known.count + fewer })
      invalidateNotifications(client)
    },
  }
}
