import { Button, Text, Title } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'

import { failureOf } from './failure-of.ts'
import classes from './EmptyState.module.css'

interface FailedStateProps {
  title?: string
  /** The error: shows its message, and the id of the request that failed, to quote to support. */
  error: unknown
  onRetry?: () => void
  isRetrying?: boolean
}

/** What couldn’t be loaded, with a Try again button. */
export function FailedState({
  title = 'This couldn’t be loaded',
  error,
  onRetry,
  isRetrying = false,
}: FailedStateProps) {
  const { message, requestId } = failureOf(error)
  return (
    <div className={classes.root} role="alert">
      <Title order={2} size="h3">
        {title}
      </Title>
      {message && (
        <Text size="sm" c="dimmed" maw={460}>
          {message}
        </Text>
      )}
      {requestId && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Request ID: {requestId}
        </Text>
      )}
      {onRetry && (
        <div className={classes.action}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            onClick={onRetry}
            loading={isRetrying}
          >
            Try again
          </Button>
        </div>
      )}
    </div>
  )
}
