import { Modal, NumberInput, SimpleGrid, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { parseClockTime } from '#core/clock-time.ts'
import { isPlainDate } from '#core/plain-date.ts'
import { agreedStates } from '#core/shift-statuses.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne } from '#ui/Pick.tsx'
import { toast } from '#ui/toast.ts'
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { Proposal, ShiftDetail } from '../contract.ts'
import { DayAndHours } from './DayAndHours.tsx'
import { FreeWindows } from './FreeWindows.tsx'
import { mayMove } from '../rules.ts'
import { type Party } from './shift-actions.ts'
import { noLongerPossible } from './ShiftConflict.tsx'
import { useAskChange, useCounter, useShiftOptions } from './queries.ts'
import { plannedFields } from './shift-versions.ts'

interface ProposalDialogProps {
  /** 'counter' proposes something else for a request, 'change' asks to move an approved shift. */
  what: 'counter' | 'change' | undefined
  shift: ShiftDetail
  party: Party
  /** Why the proposal would be refused, as far as the page knows; shown before it is sent. */
  refusalOf?: ((proposal: Proposal) => string | undefined) | undefined
  onClose: () => void
}

/** Proposes another day, time, unit or number of seats to the other party. */
export function ProposalDialog({ what, ...rest }: ProposalDialogProps): ReactNode {
  return (
    <Modal
      opened={what !== undefined}
      onClose={rest.onClose}
      size="lg"
      title={what === 'counter' ? 'Suggest a change' : 'Request a change'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {what && <ProposalForm what={what} {...rest} />}
    </Modal>
  )
}

type Values = {
  date: string
  start_time: string
  end_time: string
  facility_id: string
  capacity: number | string
  reason: string
}

type Planned = Omit<Values, 'reason' | 'capacity'> & { capacity: number }
const plannedOf = (shift: ShiftDetail): Planned => ({
  date: shift.date,
  start_time: shift.start_time,
  end_time: shift.end_time,
  facility_id: shift.facility_id ?? '',
  capacity: shift.capacity,
})

function ProposalForm({
  what,
  shift,
  party,
  refusalOf,
  onClose,
}: ProposalDialogProps & { what: 'counter' | 'change' }): ReactNode {
  const counter = useCounter()
  const change = useAskChange()
  const options = useShiftOptions(shift.school_id)
  const tick = usePatientTick()
  const mustSay = what === 'change' || party === 'platform'
  const [start] = useState<Values>({ ...plannedOf(shift), reason: '' })
  // The current plan; a proposal contains only what differs from it.
  const [known, setKnown] = useState(shift)
  const before = plannedOf(known)
  const differs = (values: Values): Proposal =>
    Object.fromEntries(
      Object.entries(before).flatMap(([key, old]) => {
        const value = values[key as keyof Planned]
        return String(value) === String(old) || value === ''
          ? []
          : [[key, typeof old === 'number' ? Number(value) : value]]
      }),
    )
  const schema = plainSchema<Values>((values) => ({
    date: (!isPlainDate(values.date) && 'Enter a day.') || refusalOf?.(differs(values)) || false,
    start_time: !parseClockTime(values.start_time) && 'Enter a time, such as 7:00 AM or 0700.',
    end_time: !parseClockTime(values.end_time) && 'Enter a time, such as 3:00 PM or 1500.',
    capacity: Number(values.capacity) < 1 && 'At least one seat.',
    reason:
      Object.keys(differs(values)).length === 0
        ? 'Change the day, time, unit or seats first.'
        : mustSay && values.reason.trim().length < 3 && 'Give a reason.',
  }))
  const form = useSchemaForm<Values, Values>(schema, {
    initialValues: start,
    onSubmit: async (values) => {
      const proposal = differs(values)
      const locked = { id: shift.id, version: versions.version }
      const onError = (error: unknown) => {
        versions.meet(error, values)
        setKnown(conflictOf<ShiftDetail>(error)?.current ?? known)
      }
      const reason = values.reason.trim()
      if (what === 'counter')
        await counter.mutateAsync({ ...locked, proposal, note: reason || null, ...tick.sent }, { onError })
      else {
        await change.mutateAsync({ ...locked, change: proposal, reason, ...tick.sent }, { onError })
        toast.success(party === 'platform' || !shift.facility_id ? 'Shift changed' : 'Change requested')
      }
      onClose()
    },
  })
  const versions = useVersions<ShiftDetail, Values>({
    row: shift,
    start,
    valuesOf: (row) => ({ ...plannedOf(row), reason: '' }),
    fields: plannedFields<Values>(options.data?.units ?? []),
    setValues: form.setValues,
  })
  const { values } = form
  const refusal = refusalOf?.(differs(values))
  const units = options.data?.units ?? []
  const isPossible =
    what === 'counter' ? mayMove(known.status, 'counter', party) : agreedStates.includes(known.status)
  const ended = versions.met && !isPossible ? noLongerPossible(known) : undefined
  const isListed = units.some(({ id }) => id === before.facility_id)
  return (
    <Form
      form={
        conflictOf((what === 'counter' ? counter : change).error) ? { ...form, failure: undefined } : form
      }
      label={what === 'counter' ? 'Suggestion' : 'Change'}
      submitLabel={what === 'counter' ? 'Send suggestion' : 'Request the change'}
      onCancel={onClose}
      blocker={ended ? 'Nothing was sent.' : null}
    >
      <Stack gap="md">
        {versions.met && (
          <VersionsNotice
            what="this shift"
            differences={versions.met.differences}
            changes={versions.met.changes}
            ended={ended}
            onChoose={versions.choose}
          />
        )}
        {refusal && (
          <Banner kind="warning" live>
            {refusal}
          </Banner>
        )}
        {what === 'counter' && !ended && (
          <FreeWindows
            shift={shift}
            title="Free instead"
            onChoose={({ date, facility_id }) => form.setValues({ date, facility_id })}
          />
        )}
        {shift.facility_id && <ChoicesFailed queries={[options]} />}
        <DayAndHours field={form.field} values={values} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {shift.facility_id && (
            <PickOne
              label="Unit"
              among={[
                ...(isListed ? [] : [{ id: shift.facility_id, name: shift.unit_name ?? 'As planned' }]),
                ...units.map(({ id, name, site_name: detail }) => ({ id, name, detail })),
              ]}
              value={values.facility_id}
              onChange={(id) => form.setFieldValue('facility_id', id ?? before.facility_id)}
            />
          )}
          <NumberInput label="Seats" min={1} max={500} allowDecimal={false} {...form.field('capacity')} />
        </SimpleGrid>
        <FreeText
          tick={tick}
          label={what === 'counter' ? 'Note' : 'Reason'}
          description={what === 'counter' ? 'The school reads it.' : 'Everyone on it sees it.'}
          required={mustSay}
          maxLength={1000}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
