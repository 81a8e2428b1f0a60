import { Button, Modal, NativeSelect, Stack, Text } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { endStates } from '#core/shift-statuses.ts'
import { DateField } from '#ui/DateField.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import type { ShiftRow } from '../contract.ts'
import { shiftCount } from './series-words.ts'

interface CopyShiftsDialogProps {
  /** The days of the displayed week; undefined keeps the dialog closed. */
  days: readonly PlainDate[] | undefined
  rows: readonly ShiftRow[]
  onCopy: (rows: readonly ShiftRow[], from: PlainDate, to: PlainDate) => Promise<void>
  onClose: () => void
}

/** How many shifts can be copied here; for a whole semester there is a separate copy. */
const MAX_SHIFTS = 50

/** Copies the shifts of a day, or of the week, to other days. */
export function CopyShiftsDialog({ days, onClose, ...rest }: CopyShiftsDialogProps): ReactNode {
  return (
    <Modal
      opened={days !== undefined}
      onClose={onClose}
      title="Copy shifts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {days && <CopyForm {...rest} days={days} onClose={onClose} />}
    </Modal>
  )
}

const WEEK = 'week'

type CopyFormProps = CopyShiftsDialogProps & { days: readonly PlainDate[] }

function CopyForm({ days, rows, onCopy, onClose }: CopyFormProps): ReactNode {
  const [what, setWhat] = useState(days.length > 1 ? WEEK : days[0]!)
  const from = what === WEEK ? days[0]! : what
  const [to, setTo] = useState(addDays(days[0]!, 7))
  const [isPending, setPending] = useState(false)
  const on = (day: PlainDate) => rows.filter((row) => row.date === day && !endStates.includes(row.status))
  const found = what === WEEK ? days.flatMap(on) : on(what)
  const problem =
    found.length === 0
      ? 'No shift to copy.'
      : found.length > MAX_SHIFTS
        ? `At most ${MAX_SHIFTS} at once. Narrow the filters, or copy the semester.`
        : to === from
          ? 'Choose another day.'
          : null
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (problem) return
    setPending(true)
    await onCopy(found, from, to)
    onClose()
  }
  return (
    <form aria-label="Copy shifts" onSubmit={(event) => void send(event)}>
      <Stack gap="md">
        <NativeSelect
          label="What to copy"
          data-autofocus
          value={what}
          data={[
            ...(days.length > 1 ? [{ value: WEEK, label: 'The whole week' }] : []),
            ...days.map((day) => ({
              value: day,
              label: `${formatDate(day, 'weekday')} (${shiftCount(on(day).length)})`,
            })),
          ]}
          onChange={({ currentTarget: { value } }) => {
            setWhat(value)
            setTo(addDays(value === WEEK ? days[0]! : value, 7))
          }}
        />
        <DateField
          label={what === WEEK ? 'To the week that begins on' : 'To'}
          value={to}
          onChange={(day) => day && setTo(day)}
        />
        <Text size="sm">
          {problem ?? `${shiftCount(found.length)} copied as drafts, without instructors.`}
        </Text>
        <FormFooter>
          <Button variant="default" data-leaves onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={problem !== null}>
            {`Copy ${formatNumber(found.length)}`}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
