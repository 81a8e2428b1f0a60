import { Button, Group, NativeSelect, NumberInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { patientDataSigns } from '#core/patient-data.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Proposal, ShiftRow, UnitOfPlace } from '../contract.ts'
import { useAskChange, useCounter } from './queries.ts'
import { moveBy, moveRefusal, placesOf } from './facility-moves.ts'

interface ProposeFormProps {
  shift: ShiftRow
  units: readonly UnitOfPlace[]
  /** What else is there, as far as it is known: what stands in the way is said before it is sent. */
  shifts: readonly ShiftRow[]
  today: string
  onDone: () => void
  onCancel: () => void
}

/** Another day, time, unit or number of seats: proposed where a school asks, asked for where the shift is approved. */
export function ProposeForm({ shift, units, shifts, today, onDone, onCancel }: ProposeFormProps): ReactNode {
  const isProposal = moveBy(shift.status) === 'counter'
  const counter = useCounter()
  const askChange = useAskChange()
  const tick = usePatientTick()
  const [values, setValues] = useState({
    date: shift.date,
    start_time: shift.start_time,
    end_time: shift.end_time,
    facility_id: shift.facility_id ?? '',
    capacity: placesOf(shift) as number | string,
    reason: '',
  })
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<string>()
  const set = (change: Partial<typeof values>) => {
    setFailure(undefined)
    setValues({ ...values, ...change })
  }
  const seats = Number(values.capacity)
  const change: Proposal = {
    ...(values.date !== shift.date && { date: values.date }),
    ...(values.start_time !== shift.start_time && { start_time: values.start_time }),
    ...(values.end_time !== shift.end_time && { end_time: values.end_time }),
    ...(values.facility_id !== shift.facility_id && { facility_id: values.facility_id }),
    ...(seats !== placesOf(shift) && { capacity: seats }),
  }
  const refusal = moveRefusal({ ...shift, approved_capacity: seats }, change, { units, shifts, today })
  const wrong =
    Object.keys(change).length === 0
      ? 'Change the day, the time, the unit or the seats.'
      : !isProposal && values.reason.trim().length < 3
        ? 'Say why: everybody concerned reads it.'
        : !tick.checked && patientDataSigns(values.reason).length > 0
          ? 'Take the patient out of the text, or tick that none is named.'
          : refusal
  const isPending = counter.isPending || askChange.isPending

  function send(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (wrong) return
    const locked = { id: shift.id, version: shift.version, ...tick.sent }
    const reason = values.reason.trim()
    const sent: Promise<unknown> = isProposal
      ? counter.mutateAsync({ ...locked, proposal: change, note: reason || null })
      : askChange.mutateAsync({ ...locked, change, reason })
    void sent.then(onDone, (error: unknown) => setFailure(messageOf(error)))
  }

  const problem = failure ?? refusal ?? (tried ? wrong : undefined)
  return (
    <form onSubmit={send} noValidate aria-label={isProposal ? 'Propose something else' : 'Ask for a change'}>
      <Stack gap="sm">
        {problem && (
          <Banner kind="warning" live>
            {problem}
          </Banner>
        )}
        <DateField
          label="Day"
          data-autofocus
          value={values.date}
          onChange={(date) => date && set({ date })}
        />
        <Group grow>
          <TextInput
            label="From"
            type="time"
            value={values.start_time}
            onChange={({ currentTarget }) => set({ start_time: currentTarget.value })}
          />
          <TextInput
            label="To"
            type="time"
            value={values.end_time}
            onChange={({ currentTarget }) => set({ end_time: currentTarget.value })}
          />
        </Group>
        <NativeSelect
          label="Unit"
          value={values.facility_id}
          data={units.map((unit) => ({
            value: unit.id,
            label: unit.site_name ? `${unit.name}, ${unit.site_name}` : unit.name,
          }))}
          onChange={({ currentTarget }) => set({ facility_id: currentTarget.value })}
        />
        <NumberInput
          label="Seats"
          min={1}
          max={500}
          allowDecimal={false}
          value={values.capacity}
          onChange={(capacity) => set({ capacity })}
        />
        <FreeText
          tick={tick}
          label={isProposal ? 'Note' : 'Reason'}
          required={!isProposal}
          description={isProposal ? 'The school reads it.' : 'Everybody concerned reads it.'}
          maxLength={1000}
          value={values.reason}
          onChange={({ currentTarget }) => set({ reason: currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel} disabled={isPending}>
            Back
          </Button>
          <Button type="submit" loading={isPending}>
            {isProposal ? 'Send proposal' : 'Ask for the change'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
