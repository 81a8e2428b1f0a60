import { Box, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { addDays, formatDate, type PlainDate } from '#core/plain-date.ts'
import { agreedStates, editableStates } from '#core/shift-statuses.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { PickOne } from '#ui/Pick.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import type { ShiftFilter, ShiftOptions, ShiftStatus } from '../contract.ts'
import { shiftMachine } from '../rules.ts'
import { useShiftOptions, useShifts } from './queries.ts'
import { shiftCount } from './series-words.ts'
import { useShiftActions } from './use-shift-actions.tsx'

const cancelable: ShiftStatus[] = shiftMachine
  .filter(({ event }) => event === 'cancel')
  .map(({ from }) => from)

interface ChangeDayProps {
  /** The initial day. */
  date: PlainDate
  /** Limits the shifts to a school or facility. */
  within: Partial<ShiftFilter>
}

type Way = 'cancel' | 'move'
const ways = [
  { value: 'cancel', label: 'Cancel' },
  { value: 'move', label: 'Move to another day' },
] as const

/** Cancels or moves all shifts of one day for one reason: a storm, a strike, a closed site. */
export function ChangeDay({ date, within }: ChangeDayProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { askAll, dialog } = useShiftActions()
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Cancel or move a day…
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Cancel or move all shifts of a day"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <DayForm
          first={date}
          within={within}
          onClose={() => setOpen(false)}
          onContinue={(way, filter, total, to) => {
            setOpen(false)
            askAll(way, filter, total, undefined, way === 'move' ? { date: to } : undefined)
          }}
        />
      </Modal>
      {dialog}
    </>
  )
}

interface DayFormProps {
  first: PlainDate
  within: Partial<ShiftFilter>
  onClose: () => void
  onContinue: (way: Way, filter: Partial<ShiftFilter>, total: number, to: PlainDate) => void
}

function DayForm({ first, within, onClose, onContinue }: DayFormProps): ReactNode {
  const [date, setDate] = useState(first)
  const [way, setWay] = useState<Way>('cancel')
  const [site, setSite] = useState('')
  const [to, setTo] = useState<PlainDate>()
  // The page of a facility fixes the site; a school chooses among the sites of its units.
  const options = useShiftOptions(within.school_id)
  const sites = within.school_id ? sitesOf(options.data) : []
  const moved = within.school_id ? editableStates : agreedStates
  const filter: Partial<ShiftFilter> = {
    ...within,
    ...(site && { facility_id: site }),
    from: date,
    to: date,
    status: way === 'cancel' ? cancelable : [...moved],
  }
  const query = useShifts(filter, { page_size: 1 })
  const total = query.data?.total
  const isKnown = total !== undefined && !query.isPlaceholderData
  const target = to ?? addDays(date, 7)
  return (
    <Stack gap="md">
      {within.school_id && <ChoicesFailed queries={[options]} />}
      <Group gap="sm" align="flex-end" grow>
        <DateField label="Day" value={date} onChange={(day) => day && setDate(day)} />
        {sites.length > 1 && (
          <PickOne
            label="Site"
            placeholder="All sites"
            clearable
            value={site || null}
            among={sites.map(({ value: id, label: name }) => ({ id, name }))}
            onChange={(id) => setSite(id ?? '')}
          />
        )}
      </Group>
      <SegmentedFilter label="What happens to them" value={way} options={ways} onChange={setWay} />
      {way === 'move' && (
        <Stack gap="xs">
          <DateField label="New day" value={target} onChange={(day) => day && setTo(day)} />
          <Proposals date={date} within={within} site={site} chosen={target} onChoose={setTo} />
        </Stack>
      )}
      <Text size="sm" component="output">
        {query.isError
          ? query.error.message
          : !isKnown
            ? 'Counting the shifts of that day…'
            : total === 0
              ? `No shift on ${formatDate(date, 'full')} can be ${way === 'cancel' ? 'canceled' : 'moved'}.`
              : `${formatNumber(total)} ${way === 'cancel' ? 'approved or published ' : ''}${total === 1 ? 'shift' : 'shifts'} on ${formatDate(date, 'full')}. You give one reason for all of them, and see what’s possible before anything changes.`}
      </Text>
      <FormFooter>
        <Button variant="default" data-leaves onClick={onClose}>
          {way === 'cancel' ? 'Back' : 'Cancel'}
        </Button>
        <Button
          disabled={!isKnown || total === 0 || (way === 'move' && target === date)}
          onClick={() => onContinue(way, filter, total ?? 0, target)}
        >
          Continue
        </Button>
      </FormFooter>
    </Stack>
  )
}

/** Make-up days: the same weekday in the next three weeks, with the shifts already planned there. */
function Proposals({
  date,
  within,
  site,
  chosen,
  onChoose,
}: {
  date: PlainDate
  within: Partial<ShiftFilter>
  site: string
  chosen: PlainDate
  onChoose: (day: PlainDate) => void
}): ReactNode {
  return (
    <Box component="fieldset" bd={0} p={0} m={0} aria-label="Suggested days">
      <Group gap="xs">
        {[7, 14, 21].map((days) => (
          <Proposal
            key={days}
            day={addDays(date, days)}
            filter={{ ...within, ...(site && { facility_id: site }) }}
            isChosen={addDays(date, days) === chosen}
            onChoose={onChoose}
          />
        ))}
      </Group>
    </Box>
  )
}

function Proposal({
  day,
  filter,
  isChosen,
  onChoose,
}: {
  day: PlainDate
  filter: Partial<ShiftFilter>
  isChosen: boolean
  onChoose: (day: PlainDate) => void
}): ReactNode {
  const status = [...new Set([...cancelable, ...editableStates])]
  const { data } = useShifts({ ...filter, from: day, to: day, status }, { page_size: 1 })
  return (
    <Button
      size="xs"
      variant={isChosen ? 'light' : 'default'}
      aria-pressed={isChosen}
      onClick={() => onChoose(day)}
    >
      {[formatDate(day, 'weekday'), data && `${shiftCount(data.total)} planned`].filter(Boolean).join(' · ')}
    </Button>
  )
}

/** The sites of a school's units, each once, sorted by name. */
function sitesOf(options: ShiftOptions | undefined): { value: string; label: string }[] {
  const names = new Map<string, string>()
  for (const { site_id: id, site_name: name } of options?.units ?? []) if (id && name) names.set(id, name)
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
}
