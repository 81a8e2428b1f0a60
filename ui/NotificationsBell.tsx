import { BellButton } from './BellButton.tsx'
import { useLazyPanel } from './lazy-panel.ts'
import type { BellNotification, NotificationsBellProps } from './notification-bell.ts'

const load = () => import('./NotificationsPanel.tsx').then((file) => file.NotificationsPanel)

/** The bell with its unread count and its list (Spec §2); it fetches nothing itself. */
export function NotificationsBell<Item extends BellNotification>(props: NotificationsBellProps<Item>) {
  const { Panel, handlers } = useLazyPanel(load)
  return Panel ? (
    <Panel {...(props as unknown as NotificationsBellProps<BellNotification>)} />
  ) : (
    <BellButton unread={props.unread} aria-haspopup="dialog" aria-expanded={false} {...handlers} />
  )
}
