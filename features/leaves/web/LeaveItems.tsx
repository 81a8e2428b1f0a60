import { Checkbox, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { clockRange } from '#core/clock-time.ts'
import { Banner } from '#ui/Banner.tsx'
import type { LeaveItem } from '../contract.ts'
import { leaveItemLabels, mayKeep } from '../rules.ts'

type LeaveItemsProps = {
  items: readonly LeaveItem[]
  /** The ids of the items to keep. */
  kept: ReadonlySet<string>
  /** Frees an item that is kept, or keeps one that is freed. */
  onToggle: (id: string) => void
}

/** A student's items during a leave: checked ones are freed. Those that could not become a seat cannot be kept. */
export function LeaveItems({ items, kept, onToggle }: LeaveItemsProps): ReactNode {
  if (items.length === 0)
    return <Banner kind="success">There are no seats, requests, or capstone days on these days.</Banner>
  const freed = items.filter((item) => !mayKeep(item) || !kept.has(item.id)).length
  return (
    <Stack gap="xs">
      <output>
        <Text size="sm" fw={600}>
          Within the leave: {freed} of {items.length} freed
        </Text>
      </output>
      <Text size="sm" c="dimmed">
        A freed seat goes to the next on the waitlist. A freed capstone day has to be rescheduled. Clear a
        checkbox to keep a seat or day. Requests, offers, and waitlist positions always end.
      </Text>
      <Stack component="fieldset" gap="xs" aria-label="Within the leave" bd={0} m={0} p={0} miw={0}>
        {items.map((item) => (
          <Checkbox
            key={item.id}
            label={`${leaveItemLabels[item.kind]}, ${formatDate(item.date, 'weekday')}, ${clockRange(item.start_time, item.end_time)}`}
            description={item.where}
            checked={!mayKeep(item) || !kept.has(item.id)}
            disabled={!mayKeep(item)}
            onChange={() => onToggle(item.id)}
          />
        ))}
      </Stack>
    </Stack>
  )
}
