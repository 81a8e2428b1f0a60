import { Button, Popover, UnstyledButton } from '@mantine/core'

import { addressIn, endsWithContactLink } from './address-in.ts'
import { BellButton } from './BellButton.tsx'
import { useOpenOnMount } from './lazy-panel.ts'
import type { BellNotification, NotificationsBellProps } from './notification-bell.ts'
import { RelativeTime } from './RelativeTime.tsx'
import { Link } from './Link.tsx'
import classes from './NotificationsBell.module.css'

/** The bell with its list, once it was opened. */
export function NotificationsPanel(props: NotificationsBellProps<BellNotification>) {
  const { unread, notifications, hasFailed, onOpen, onSelect, onMarkAllRead } = props
  const { target, isOpen, setOpen } = useOpenOnMount(onOpen)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={380} trapFocus returnFocus>
      <Popover.Target>
        <BellButton ref={target} unread={unread} onClick={() => setOpen(!isOpen)} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        <div className={classes.head}>
          <h2>Notifications</h2>
          {unread > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={onMarkAllRead}>
              Mark all as read
            </Button>
          )}
        </div>
        <div className={classes.list}>
          {!notifications?.length ? (
            <p className={classes.note}>
              {notifications
                ? 'No notifications yet'
                : hasFailed
                  ? 'Notifications couldn’t be loaded'
                  : 'Loading notifications...'}
            </p>
          ) : (
            <ul>
              {notifications.map((item) => (
                <li key={item.id}>
                  <UnstyledButton
                    className={classes.row}
                    data-unread={!item.isRead || undefined}
                    onClick={() => {
                      setOpen(false)
                      onSelect(item)
                    }}
                  >
                    <span className={classes.dot}>
                      {!item.isRead && <span className={classes.hidden}>Unread</span>}
                    </span>
                    <span className={classes.words}>
                      <span className={classes.title}>{item.title}</span>
                      <span className={classes.message}>{item.message}</span>
                      <span className={classes.time}>
                        <RelativeTime value={item.createdAt} />
                      </span>
                    </span>
                  </UnstyledButton>
                  <WriteTo item={item} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

/** A link to answer a message that names an address, because the message is a button, which cannot contain a link. */
function WriteTo({ item: { title, message } }: { item: BellNotification }) {
  const address = addressIn(message)
  if (endsWithContactLink(message))
    return (
      <Link className={classes.answer} href="/contact">
        Write to Placewell
      </Link>
    )
  return (
    address && (
      <a className={classes.answer} href={`mailto:${address}?subject=${encodeURIComponent(`Re: ${title}`)}`}>
        Write to {address}
      </a>
    )
  )
}
