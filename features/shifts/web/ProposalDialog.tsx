import { Modal, NumberInput, Select, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { parseClockTime } from '#core/clock-time.ts'
import { isPlainDate } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { toast } from '#ui/toast.ts'
import type { Proposal, ShiftDetail } from '../contract.ts'
import { DayAndHours } from './DayAndHours.tsx'
import { type Side } from './deeds.ts'
import { useAskChange, useCounter, useShiftOptions } from './queries.ts'

interface ProposalDialogProps {
  /** 'counter' puts something else forward for a request, 'change' asks to move what is approved. */
  what: 'counter' | 'change' | undefined
  shift: ShiftDetail
  side: Side
  /** Why it could not be, as far as the page knows: said before it is sent. */
  refusalOf?: ((proposal: Proposal) => string | undefined) | undefined
  onClose: () => void
}

/** Another day, time, unit or number of seats, put to the other side. */
export function ProposalDialog({ what, ...rest }: ProposalDialogProps): ReactNode {
  return (
    <Modal
      opened={what !== undefined}
      onClose={rest.onClose}
      size="lg"
      title={what === 'counter' ? 'Propose something else' : 'Ask for a change'}
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

function ProposalForm({
  what,
  shift,
  side,
  refusalOf,
  onClose,
}: ProposalDialogProps & { what: 'counter' | 'change' }): ReactNode {
  const counter = useCounter()
  const change = useAskChange()
  const options = useShiftOptions(shift.school_id)
  const tick = usePatientTick()
  const mustSay = what === 'change' || side === 'platform'
  const before = {
    date: shift.date,
    start_time: shift.start_time,
    end_time: shift.end_time,
    facility_id: shift.facility_id ?? '',
    capacity: shift.capacity,
  }
  const differs = (values: Values): Proposal =>
    Object.fromEntries(
      Object.entries(before).flatMap(([key, old]) => {
        const value = values[key as keyof typeof before]
        return String(value) === String(old) || value === ''
          ? []
          : [[key, typeof old === 'number' ? Number(value) : value]]
      }),
    )
  const schema = plainSchema<Values>((values) => ({
    date: (!isPlainDate(values.date) && 'Enter a day.') || refusalOf?.(differs(values)) || false,
    start_time: !parseClockTime(values.start_time) && 'Enter a time, for example 07:00.',
    end_time: !parseClockTime(values.end_time) && 'Enter a time, for example 15:00.',
    capacity: Number(values.capacity) < 1 && 'At least one seat.',
    reason:
      Object.keys(differs(values)).length === 0
        ? 'Nothing differs yet: change the day, time, unit or seats first.'
        : mustSay && values.reason.trim().length < 3 && 'Say why.',
  }))
  const form = useSchemaForm<Values, Values>(schema, {
    initialValues: { ...before, reason: '' },
    onSubmit: async (values) => {
      const proposal = differs(values)
      const locked = { id: shift.id, version: shift.version }
      const reason = values.reason.trim()
      if (what === 'counter')
        await counter.mutateAsync({ ...locked, proposal, note: reason || null, ...tick.sent })
      else {
        await change.mutateAsync({ ...locked, change: proposal, reason, ...tick.sent })
        toast.success(side === 'platform' || !shift.facility_id ? 'Shift changed' : 'Change asked for')
      }
      onClose()
    },
  })
  const { values } = form
  const refusal = refusalOf?.(differs(values))
  const units = options.data?.units ?? []
  const isListed = units.some(({ id }) => id === before.facility_id)
  return (
    <Form
      form={form}
      label={what === 'counter' ? 'Proposal' : 'Change'}
      submitLabel={what === 'counter' ? 'Send proposal' : 'Ask for the change'}
      onCancel={onClose}
    >
      <Stack gap="md">
        {refusal && (
          <Banner kind="warning" live>
            {refusal}
          </Banner>
        )}
        <DayAndHours field={form.field} values={values} />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          {shift.facility_id && (
            <Select
              label="Unit"
              searchable
              data={[
                ...(isListed ? [] : [{ value: shift.facility_id, label: shift.unit_name ?? 'As planned' }]),
                ...units.map(({ id, name, site_name: site }) => ({
                  value: id,
                  label: site ? `${name}, ${site}` : name,
                })),
              ]}
              value={values.facility_id}
              onChange={(id) => form.setFieldValue('facility_id', id ?? before.facility_id)}
              allowDeselect={false}
            />
          )}
          <NumberInput label="Seats" min={1} max={500} allowDecimal={false} {...form.field('capacity')} />
        </SimpleGrid>
        <FreeText
          tick={tick}
          label={what === 'counter' ? 'Note' : 'Reason'}
          description={what === 'counter' ? 'The school reads it.' : 'Everybody on it reads it.'}
          required={mustSay}
          maxLength={1000}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
