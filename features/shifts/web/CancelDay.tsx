import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import type { ShiftFilter, ShiftStatus } from '../contract.ts'
import { shiftMachine } from '../rules.ts'
import { useShifts } from './queries.ts'
import { useDeeds } from './use-deeds.tsx'

const cancelable: ShiftStatus[] = shiftMachine
  .filter(({ event }) => event === 'cancel')
  .map(({ from }) => from)

interface CancelDayProps {
  /** The day that is offered first. */
  date: PlainDate
  /** Whose shifts, and at which place. */
  within: Partial<ShiftFilter>
}

/** Cancels all shifts of one day at once, with one reason: a storm, a strike, a closed site. */
export function CancelDay({ date: first, within }: CancelDayProps): ReactNode {
  const [date, setDate] = useState<PlainDate>()
  const { askAll, dialog } = useDeeds()
  const filter = { ...within, from: date, to: date, status: cancelable } as Partial<ShiftFilter>
  const query = useShifts(filter, { page_size: 1 }, date !== undefined)
  const total = query.data?.total
  const close = () => setDate(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setDate(first)}>
        Cancel a day…
      </Button>
      <Modal
        opened={date !== undefined}
        onClose={close}
        title="Cancel all shifts of a day"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="md">
          <DateField label="Day" value={date ?? first} onChange={(day) => day && setDate(day)} />
          <Text size="sm" component="output">
            {query.isError
              ? query.error.message
              : total === undefined || query.isPlaceholderData
                ? 'Counting the shifts of that day…'
                : total === 0
                  ? `No shift on ${formatDate(date ?? first, 'full')} can be canceled.`
                  : `${total.toLocaleString('en-US')} approved or published ${total === 1 ? 'shift' : 'shifts'} on ${formatDate(date ?? first, 'full')}. You give one reason for all of them, and see what fits before anything is canceled.`}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Back
            </Button>
            <Button
              disabled={!total || query.isPlaceholderData}
              onClick={() => {
                close()
                askAll('cancel', filter, total ?? 0)
              }}
            >
              Continue
            </Button>
          </Group>
        </Stack>
      </Modal>
      {dialog}
    </>
  )
}
