import { ActionIcon, Button, Group, Title } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface StepButtonsProps {
  /** "This week", and whether it is shown. */
  now: string
  isNow?: boolean
  /** The unit of one step: "week". */
  word: string
  onNow: () => void
  onStep: (step: 1 | -1) => void
}

/** Buttons to the current days, and to those before and after. */
export function StepButtons({ now, isNow, word, onNow, onStep }: StepButtonsProps): ReactNode {
  return (
    <>
      <Button variant="default" onClick={onNow} disabled={isNow}>
        {now}
      </Button>
      <ActionIcon size={36} variant="default" aria-label={`Previous ${word}`} onClick={() => onStep(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <ActionIcon size={36} variant="default" aria-label={`Next ${word}`} onClick={() => onStep(1)}>
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </>
  )
}

/** The days that are shown, with these buttons. */
export function DaySteps({ title, ...buttons }: StepButtonsProps & { title: string }): ReactNode {
  return (
    <Group gap="xs" data-no-print>
      <StepButtons {...buttons} />
      <Title order={2} size="h4" aria-live="polite">
        {title}
      </Title>
    </Group>
  )
}
