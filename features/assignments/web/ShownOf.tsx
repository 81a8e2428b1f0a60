import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'

/** Says that a list is incomplete and how to get the rest; renders nothing if it is complete. */
export function ShownOf({
  shown,
  total,
  what,
}: {
  shown: number
  total: number
  /** The plural of what is listed: "swaps". */
  what: string
}): ReactNode {
  if (shown >= total) return null
  return (
    <Text size="sm" c="dimmed">
      Showing {formatNumber(shown)} of {formatNumber(total)} {what}, open ones first. Export the list to see
      all of them.
    </Text>
  )
}
