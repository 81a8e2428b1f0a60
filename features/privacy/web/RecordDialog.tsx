import { Modal, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { addDays, isWithin, type PlainDate } from '#core/plain-date.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import type { Releases } from '../contract.ts'
import { MAX_RELEASE_DAYS } from '../rules.ts'
import { useRecordRelease } from './queries.ts'

type Props = { opened: boolean; of: Releases; name: string; onClose: () => void }
type Values = { facility_scope: string; signed_on: string; expires_on: string }

/** Records what a student has signed on paper; the school keeps the paper. */
export function RecordDialog({ opened, of, name, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Record a signed release"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <RecordForm of={of} name={name} onClose={onClose} />}
    </Modal>
  )
}

const schemaFor = (today: PlainDate) =>
  plainSchema<Values>(({ signed_on, expires_on }) => ({
    signed_on: (signed_on === '' || signed_on > today) && 'Enter the day on the paper.',
    expires_on:
      !isWithin(expires_on, today, addDays(today, MAX_RELEASE_DAYS)) &&
      'Choose a day from today on, at most five years away.',
  }))

function RecordForm({ of, name, onClose }: Omit<Props, 'opened'>): ReactNode {
  const record = useRecordRelease()
  const form = useSchemaForm(schemaFor(of.today), {
    initialValues: { facility_scope: '', signed_on: '', expires_on: of.proposed_end },
    onSubmit: async ({ facility_scope, ...days }) => {
      await record.mutateAsync({
        id: crypto.randomUUID(),
        student_id: of.student_id,
        facility_scope: facility_scope || null,
        ...days,
      })
      onClose()
    },
  })
  return (
    <Form form={form} submitLabel="Record release" onCancel={onClose} label="Signed release">
      <Text size="sm">
        {`The record shows that you entered it, and ${name} is notified. Keep the signed paper as proof.`}
      </Text>
      <PickOne
        label="Facilities"
        description="Leave blank for every facility the school works with."
        placeholder="Every facility"
        clearable
        among={of.facilities.map((facility) => ({ id: facility.id, name: `Only ${facility.name}` }))}
        {...form.field('facility_scope')}
        onChange={(id) => form.setFieldValue('facility_scope', id ?? '')}
      />
      <DateField label="Signed on" required {...form.field('signed_on')} />
      <DateField label="Until" required {...form.field('expires_on')} />
    </Form>
  )
}
