import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useNavigateTo } from '#ui/Link.tsx'
import { NotificationsBell } from '#ui/NotificationsBell.tsx'
import { actionPath } from '../rules.ts'
import { followLive, type Other } from './live.ts'
import {
  calls,
  refetchForNotifications,
  invalidateNotifications,
  useMarkAllRead,
  useMarkRead,
  useNotificationList,
  useUnreadCount,
} from './queries.ts'

/**
 * Which queries to read again: the person's jobs; for settings, the signed-in account and notices to everyone; for seats, the open roster,
 * attendance sheet and shift, if any.
 */
export const answersOf: Record<Other, string[][]> = {
  jobs: [['jobs']],
  settings: [['accounts']],
  seats: [['assignments', 'roster'], ['attendance'], ['shifts', 'get']],
}

/** The bell of the signed-in layout (Spec §2): badge, popover, and live updates, with the 30-second poll as a fallback. */
export function NotificationsBellSlot({
  userId,
  mayMark = true,
}: {
  userId: string | undefined
  /** False while someone else's notifications are only looked at: opening one then leaves it unread. */
  mayMark?: boolean | undefined
}): ReactNode {
  const client = useQueryClient()
  const navigateTo = useNavigateTo()
  const [isWanted, setWanted] = useState(false)
  const unread = useUnreadCount(userId)
  const list = useNotificationList(userId, { isWanted })
  const markRead = useMarkRead(userId)
  const markAllRead = useMarkAllRead(userId)

  useEffect(
    () =>
      followLive({
        connect: (signal) => calls.live(undefined, { signal, context: { timeLimit: 'stream' } }),
        onChange: (hasCome) =>
          hasCome ? void refetchForNotifications(client) : invalidateNotifications(client),
        onOther: (kind) => {
          for (const call of answersOf[kind]) void client.invalidateQueries({ queryKey: [call] })
        },
        onReturn: () =>
          void import('#platform/web/refetch-quietly.ts').then(
            (file) => file.refetchQuietly(client),
            () => {},
          ),
      }),
    [client],
  )

  return (
    <NotificationsBell
      unread={unread}
      notifications={list.data?.map((row) => ({ ...row, createdAt: row.created_at, isRead: row.is_read }))}
      hasFailed={list.isPaused || (list.isError && !list.isFetching)}
      onOpen={() => {
        setWanted(true)
        if (list.isError) void list.refetch()
      }}
      onSelect={(row) => {
        if (!row.isRead && mayMark) markRead.mutate({ id: row.id })
        const path = actionPath(row.data)
        if (!path) return
        // What the notification is about is newer than what its page may have loaded before.
        if (onlineManager.isOnline()) client.removeQueries({ type: 'inactive', fetchStatus: 'idle' })
        navigateTo(path)
      }}
      onMarkAllRead={() => markAllRead.mutate()}
    />
  )
}
