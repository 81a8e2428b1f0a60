import { Modal, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { parseClockTime } from '#core/clock-time.ts'
import type { Outcome, Proposal, SeriesRow, UnitOfFacility } from '#features/shifts/contract.ts'
import {
  FreeWindows,
  seriesName,
  seriesWhen,
  shiftCount,
  showDoneToast,
  useCounterSeveral,
} from '#features/shifts/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { PickOne } from '#ui/Pick.tsx'
import { TimeField } from '#ui/TimeField.tsx'
import { useParty } from '#features/shifts/web/public.ts'
import { counterOf, type CounterValues } from './counter-of.ts'

type CounterDialogProps = {
  request: SeriesRow | undefined
  units?: readonly UnitOfFacility[]
  onClose?: () => void
}

const nothing = () => {}

/** Proposes other hours, another unit or other seats for all shifts of a request; each keeps its date. */
export function CounterDialog({ request, units = [], onClose = nothing }: CounterDialogProps): ReactNode {
  return (
    <Modal
      opened={request !== undefined}
      onClose={onClose}
      size="lg"
      title="Suggest a change"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {request && <CounterForm key={request.key} request={request} units={units} onClose={onClose} />}
    </Modal>
  )
}

function CounterForm({
  request,
  units,
  onClose,
}: Required<CounterDialogProps> & { request: SeriesRow }): ReactNode {
  const counter = useCounterSeveral()
  const tick = usePatientTick()
  const mustSay = useParty() === 'platform'
  const [refused, setRefused] = useState<readonly Outcome[]>([])
  const schema = plainSchema<CounterValues>((values) => ({
    start_time:
      values.start_time !== '' && !parseClockTime(values.start_time)
        ? 'Enter a time.'
        : Object.keys(counterOf(request, values)).length === 0 && 'Change the time, unit or seats first.',
    end_time: values.end_time !== '' && !parseClockTime(values.end_time) && 'Enter a time.',
    capacity: values.capacity !== '' && Number(values.capacity) < 1 && 'At least one seat.',
    reason: mustSay && values.reason.trim().length < 3 && 'Give a reason.',
  }))
  const form = useSchemaForm<CounterValues, CounterValues>(schema, {
    initialValues: {
      start_time: request.start_time ?? '',
      end_time: request.end_time ?? '',
      facility_id: request.facility_id ?? '',
      capacity: request.seats_from === request.seats_to ? request.seats_to : '',
      reason: '',
    },
    onSubmit: async (values) => {
      setRefused([])
      const outcomes = await counter.mutateAsync({
        shifts: request.shifts,
        proposal: counterOf(request, values) as Omit<Proposal, 'date'>,
        note: values.reason.trim() || null,
        ...tick.sent,
      })
      showDoneToast(outcomes, 'answered')
      const left = outcomes.filter(({ ok }) => !ok)
      if (left.length === 0) return onClose()
      setRefused(left)
      return false
    },
  })
  return (
    <Form
      form={form}
      label="Suggestion"
      submitLabel={`Send for ${shiftCount(request.count)}`}
      onCancel={onClose}
    >
      <Stack gap="md">
        {refused.length > 0 && (
          <Banner kind="warning" live title={`${shiftCount(refused.length)} couldn’t be answered`}>
            {refused[0]!.message}
          </Banner>
        )}
        <Text size="sm">
          {request.school_name} · {seriesName(request)} · {seriesWhen(request)}. Each shift keeps its day. The
          school accepts or declines.
        </Text>
        {request.shifts[0] && (
          <FreeWindows
            shift={request.shifts[0]}
            title={`Units with room ${request.count > 1 ? 'on the first day' : 'that day'}`}
            isDayFixed
            onChoose={({ facility_id }) => form.setValues({ facility_id })}
          />
        )}
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TimeField label="Starts" data-autofocus {...form.field('start_time')} />
          <TimeField label="Ends" {...form.field('end_time')} />
          <PickOne
            label="Unit"
            among={units.map(({ id, name, site_name: detail }) => ({ id, name, detail }))}
            value={form.values.facility_id}
            onChange={(id) => form.setFieldValue('facility_id', id ?? '')}
          />
          <NumberInput label="Seats" min={1} max={500} allowDecimal={false} {...form.field('capacity')} />
        </SimpleGrid>
        <FreeText
          tick={tick}
          label="Note"
          description="The school reads it."
          required={mustSay}
          maxLength={1000}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
