import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { addDays, formatDate, type PlainDate, todayHere } from '#core/plain-date.ts'
import { editableStates } from '#core/shift-statuses.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { PickOne } from '#ui/Pick.tsx'
import type { ShiftFilter } from '../contract.ts'
import { useShiftOptions, useShifts } from './queries.ts'
import { shiftCount } from './series-words.ts'
import { useShiftActions } from './use-shift-actions.tsx'

/** Assigns a substitute for the shifts of an absent instructor within a range of days. */
export function SubstituteDialog({ schoolId }: { schoolId: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { askAll, dialog } = useShiftActions()
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Substitute…
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Substitute an instructor"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <SubstituteForm
          schoolId={schoolId}
          onClose={() => setOpen(false)}
          onContinue={(filter, total, proctorId) => {
            setOpen(false)
            askAll('substitute', filter, total, undefined, {
              proctor_id: proctorId,
              ...(filter.proctor_id && { instead_of: filter.proctor_id }),
            })
          }}
        />
      </Modal>
      {dialog}
    </>
  )
}

interface SubstituteFormProps {
  schoolId: string
  onClose: () => void
  onContinue: (filter: Partial<ShiftFilter>, total: number, proctorId: string) => void
}

function SubstituteForm({ schoolId, onClose, onContinue }: SubstituteFormProps): ReactNode {
  const today = todayHere()
  const [away, setAway] = useState('')
  const [cover, setCover] = useState('')
  const [from, setFrom] = useState<PlainDate>(today)
  const [to, setTo] = useState<PlainDate>(addDays(today, 13))
  const options = useShiftOptions(schoolId)
  const filter: Partial<ShiftFilter> = {
    school_id: schoolId,
    proctor_id: away,
    from,
    to,
    status: [...editableStates],
  }
  const isBackward = to < from
  const query = useShifts(filter, { page_size: 1 }, away !== '' && !isBackward)
  const total = query.data?.total
  const isKnown = total !== undefined && !query.isPlaceholderData
  const people = options.data?.proctors ?? []
  const nameOf = (id: string) => people.find((one) => one.id === id)?.name ?? 'This instructor'
  return (
    <Stack gap="md">
      <ChoicesFailed queries={[options]} />
      <PickOne
        label="Who is away"
        data-autofocus
        value={away || null}
        among={people}
        onChange={(id) => {
          setAway(id ?? '')
          if (id === cover) setCover('')
        }}
      />
      <Group gap="sm" align="flex-start" grow>
        <DateField label="First day" value={from} onChange={(day) => day && setFrom(day)} />
        <DateField
          label="Last day"
          value={to}
          onChange={(day) => day && setTo(day)}
          error={isBackward && 'Last day must be on or after the first day.'}
        />
      </Group>
      <PickOne
        label="Who teaches instead"
        value={cover || null}
        among={people.filter(({ id }) => id !== away)}
        onChange={(id) => setCover(id ?? '')}
      />
      <Text size="sm" component="output">
        {away === '' || isBackward
          ? 'You see what’s possible before anything changes. A shift at a time when the substitute teaches another one stays as it is.'
          : query.isError
            ? query.error.message
            : !isKnown
              ? 'Counting shifts…'
              : total === 0
                ? `${nameOf(away)} teaches no shift from ${formatDate(from)} to ${formatDate(to)}.`
                : `${nameOf(away)} teaches ${shiftCount(total)} from ${formatDate(from)} to ${formatDate(to)}.`}
      </Text>
      <FormFooter>
        <Button variant="default" data-leaves onClick={onClose}>
          Cancel
        </Button>
        <Button
          disabled={!away || !cover || isBackward || !isKnown || total === 0}
          onClick={() => onContinue(filter, total ?? 0, cover)}
        >
          Continue
        </Button>
      </FormFooter>
    </Stack>
  )
}
