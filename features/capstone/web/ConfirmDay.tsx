import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ProjectDay } from '../contract.ts'
import { dayWords, hoursOf } from './day-words.ts'
import { useConfirmDay } from './mutations.ts'

type Confirmable = Pick<ProjectDay, 'id' | 'date' | 'start_time' | 'end_time' | 'minutes'>

/** Confirms that the student was there for the planned hours of a day. */
export function ConfirmDay({ day }: { day: Confirmable }): ReactNode {
  const confirm = useConfirmDay()
  return (
    <Button
      size="sm"
      loading={confirm.isPending}
      onClick={() => confirm.mutate({ id: day.id })}
      aria-label={`Confirm ${hoursOf(day.minutes)}, ${dayWords(day)}`}
    >
      {`Confirm ${hoursOf(day.minutes)}`}
    </Button>
  )
}
