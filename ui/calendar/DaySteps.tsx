import { ActionIcon, Button, Group, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface DayStepsProps {
  title: string
  /** "This week", and whether it is shown. */
  now: string
  isNow: boolean
  /** The unit of one step: "week". */
  word: string
  onNow: () => void
  onStep: (step: 1 | -1) => void
}

/** The days that are shown, and buttons to those before and after. */
export function DaySteps({ title, now, isNow, word, onNow, onStep }: DayStepsProps): ReactNode {
  return (
    <Group gap="xs" data-no-print>
      <Button variant="default" onClick={onNow} disabled={isNow}>
        {now}
      </Button>
      <ActionIcon size={36} variant="default" aria-label={`Previous ${word}`} onClick={() => onStep(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon size={36} variant="default" aria-label={`Next ${word}`} onClick={() => onStep(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
      <Title order={2} size="h4" aria-live="polite">
        {title}
      </Title>
    </Group>
  )
}
