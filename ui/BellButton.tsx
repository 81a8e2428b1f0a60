import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'

import { badgeCount } from './notification-bell.ts'
import classes from './NotificationsBell.module.css'

/** The bell with its unread count. */
export function BellButton({ unread, ...props }: ComponentPropsWithRef<'button'> & { unread: number }) {
  return (
    <ActionIcon
      {...props}
      className={classes.bell}
      aria-label={unread > 0 ? `Notifications, ${badgeCount(unread)} unread` : 'Notifications'}
    >
      <IconBell size={20} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {badgeCount(unread)}
        </span>
      )}
    </ActionIcon>
  )
}
