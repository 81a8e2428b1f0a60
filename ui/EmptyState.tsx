import { Text, Title } from '@mantine/core'
import { IconInbox, type Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import classes from './EmptyState.module.css'

export interface EmptyStateProps {
  title: string
  description?: ReactNode
  icon?: Icon
  /** The next step: a button or a link. */
  action?: ReactNode
  /** Smaller, for a card or a table. */
  compact?: boolean
  titleOrder?: 2 | 3 | 4
}

/** Says that there is nothing yet, why, and what to do next. */
export function EmptyState({
  title,
  description,
  icon: Mark = IconInbox,
  action,
  compact = false,
  titleOrder = 2,
}: EmptyStateProps) {
  return (
    <div className={classes.root} data-compact={compact || undefined}>
      <span className={classes.mark}>
        <Mark size={compact ? 20 : 26} stroke={1.5} aria-hidden />
      </span>
      <Title order={titleOrder} size={compact ? 'h4' : 'h3'}>
        {title}
      </Title>
      {description && (
        <Text size="sm" c="dimmed" maw={460}>
          {description}
        </Text>
      )}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}
