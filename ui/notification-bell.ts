import { constants } from '#core/constants.ts'

const { badgeCap } = constants.notifications

export interface BellNotification {
  id: string
  title: string
  message: string
  /** ISO 8601. */
  createdAt: string
  isRead: boolean
}

export interface NotificationsBellProps<Item extends BellNotification> {
  unread: number
  notifications: readonly Item[] | undefined
  /** The list could not be fetched. */
  hasFailed?: boolean
  /** Called when the popover opens: the time to fetch. */
  onOpen?: () => void
  /** A row was chosen: mark it read and open its page. The popover closes. */
  onSelect: (notification: Item) => void
  onMarkAllRead: () => void
}

/** The count on the bell: "9+" above 9 (Spec §9). */
export const badgeCount = (unread: number): string => (unread > badgeCap ? `${badgeCap}+` : String(unread))
