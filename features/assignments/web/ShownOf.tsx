import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'

/** Says that a list is not the whole, and how to get the rest; nothing where it is. */
export function ShownOf({
  shown,
  total,
  what,
}: {
  shown: number
  total: number
  /** What is listed, in the plural: "swaps". */
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
