import { Modal, Radio, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { formatDate, isPlainDate, todayIn } from '#core/plain-date.ts'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { stateLook } from '#ui/states.ts'
import type { Partnership } from '../contract.ts'
import { earliestEnd } from '../rules.ts'
import { partnerships, useTerminate } from './queries.ts'

/** Ends a partnership: why, from when, and what becomes of the shifts after the last day, which are listed. */
export function TerminateDialog({
  partnership,
  onClose,
}: {
  partnership: Partnership
  onClose: () => void
}): ReactNode {
  const terminate = useTerminate()
  const earliest = earliestEnd(todayIn('UTC'), partnership.notice_days, partnership.side)
  const schema = z.object({
    ends_on: z.string().check(
      z.refine(isPlainDate, 'Fill in the last day.'),
      z.refine(
        (day) => day >= earliest,
        `The notice agreed on is ${partnership.notice_days} days: ${formatDate(earliest)} or later.`,
      ),
    ),
    shifts: z.enum(['honour', 'withdraw']),
    reason: z
      .string()
      .check(z.trim(), z.minLength(3, 'Say why: the other side reads it.'), z.maxLength(1000)),
  })
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: { ends_on: earliest, shifts: 'honour' as 'honour' | 'withdraw', reason: '' },
    onSubmit: async (values) => {
      await terminate.mutateAsync({
        id: partnership.id,
        version: partnership.version,
        ...values,
        ...tick.sent,
      })
      onClose()
    },
  })
  const after = isPlainDate(form.values.ends_on) ? form.values.ends_on : earliest
  const later = useQuery({
    ...partnerships.laterShifts.queryOptions({ input: { id: partnership.id, after } }),
    placeholderData: keepPreviousData,
  })
  const count = later.data?.length ?? 0
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={`End the partnership of ${partnership.school_name} with ${partnership.organization_name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form form={form} submitLabel="End partnership" danger onCancel={onClose} label="End partnership">
        <Stack gap="md">
          <DateField
            label="Last day"
            description={`The notice agreed on is ${partnership.notice_days} days.`}
            required
            {...form.field('ends_on')}
          />
          {later.isError ? (
            <Banner kind="danger" title="The shifts after that day could not be loaded.">
              {later.error.message}
            </Banner>
          ) : later.isPending ? (
            <Text size="sm">Looking for shifts after that day…</Text>
          ) : count === 0 ? (
            <Banner kind="info" title="No shifts after that day are on their way." />
          ) : (
            <>
              <Banner
                kind="warning"
                title={`${count === 1 ? 'One shift lies' : `${count} shifts lie`} after that day`}
              >
                <ul style={{ margin: 0, paddingInlineStart: 18 }}>
                  {later.data.slice(0, 8).map((shift) => (
                    <li key={shift.id}>
                      {formatDate(shift.date, 'weekday')}, {shift.place}:{' '}
                      {stateLook(shift.status).label.toLowerCase()}, {shift.capacity} seats
                    </li>
                  ))}
                  {count > 8 && <li>and {count - 8} more</li>}
                </ul>
              </Banner>
              <Radio.Group label="What becomes of them?" {...form.field('shifts')}>
                <Stack gap="xs" mt={6}>
                  <Radio value="honour" label="They are honoured" />
                  <Radio value="withdraw" label="They are withdrawn; approved ones are cancelled" />
                </Stack>
              </Radio.Group>
            </>
          )}
          <FreeText
            tick={tick}
            label="Reason"
            description="The other side reads it."
            required
            autosize
            minRows={2}
            {...form.field('reason')}
          />
        </Stack>
      </Form>
    </Modal>
  )
}
