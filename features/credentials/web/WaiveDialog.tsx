import { Modal, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { credentialTypes } from '#features/credential-types/web/public.ts'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { StudentRow } from '../contract.ts'
import { useWaive } from './queries.ts'

type Props = { opened: boolean; student: StudentRow | undefined; onClose: () => void }

const schema = z.object({
  type_id: z.string().check(z.minLength(1, 'Choose what to waive.')),
  until: z.string().check(z.minLength(1, 'Enter the last day.')),
  note: z.string().check(z.trim(), z.minLength(3, 'Say why: it is kept with the waiver.')),
})

/** Waives what the school asks of one student, until a day and with a reason. */
export function WaiveDialog({ opened, student, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Waive a requirement of ${student?.student_name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {student && <WaiveForm student={student} onDone={onClose} />}
    </Modal>
  )
}

function WaiveForm({ student, onDone }: { student: StudentRow; onDone: () => void }) {
  const waive = useWaive()
  const tick = usePatientTick()
  const [id] = useState(() => crypto.randomUUID())
  const types = useQuery(credentialTypes.list.queryOptions({ input: { status: 'active' } }))
  const form = useSchemaForm(schema, {
    initialValues: { type_id: '', until: '', note: '' },
    onSubmit: async (values) => {
      await waive.mutateAsync({ ...values, ...tick.sent, id, person_id: student.person_id })
      onDone()
    },
  })
  return (
    <Form form={form} submitLabel="Waive" onCancel={onDone} label="Waiver">
      <Stack gap="md">
        <NativeSelect
          label="Credential"
          required
          description="Only your school’s requirements can be waived, not a site’s."
          data={[
            { value: '', label: 'Choose' },
            ...(types.data ?? [])
              .filter((type) => type.allows_waiver && type.owner_facility_id === null)
              .map((type) => ({ value: type.id, label: type.name })),
          ]}
          {...form.field('type_id')}
        />
        <DateField label="Until" required {...form.field('until')} />
        <FreeText tick={tick} sentAs="note" label="Why" required {...form.field('note')} />
      </Stack>
    </Form>
  )
}
