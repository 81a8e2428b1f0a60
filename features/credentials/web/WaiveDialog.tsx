import { Modal, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useMe } from '#features/accounts/web/public.ts'
import { credentialTypes } from '#features/credential-types/web/public.ts'
import { DateField } from '#ui/DateField.tsx'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { StudentRow } from '../contract.ts'
import { useWaive } from './queries.ts'

type Student = Pick<StudentRow, 'person_id' | 'student_name'>
type Props = {
  opened: boolean
  student: Student | undefined
  /** What is waived; if absent, the reader chooses. */
  typeId?: string | undefined
  onClose: () => void
}

const schema = z.object({
  type_id: z.string().check(z.minLength(1, 'Choose what to waive.')),
  requirement_id: z.string(),
  until: z.string().check(z.minLength(1, 'Enter the last day.')),
  note: z.string().check(z.trim(), z.minLength(3, 'Give a reason. It is kept with the waiver.')),
})

/** Waives a requirement of the school or the facility for one person: what, until when and why. */
export function WaiveDialog({ opened, student, typeId, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Waive a requirement of ${student?.student_name ?? ''}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && student && <WaiveForm student={student} typeId={typeId} onDone={onClose} />}
    </Modal>
  )
}

type FormProps = { student: Student; typeId: string | undefined; onDone: () => void }

function WaiveForm({ student, typeId, onDone }: FormProps) {
  const waive = useWaive()
  const tick = usePatientTick()
  const isFacility = useMe().role === 'facility_admin'
  const [id] = useState(() => crypto.randomUUID())
  const types = useQuery(credentialTypes.list.queryOptions({ input: { status: 'active' } }))
  const asked = useQuery(credentialTypes.requirements.queryOptions({ input: {} }))
  const form = useSchemaForm(schema, {
    initialValues: { type_id: typeId ?? '', requirement_id: '', until: '', note: '' },
    onSubmit: async ({ requirement_id: one, ...values }) => {
      const requirement = one || (isFacility ? (own[0]?.id ?? null) : null)
      await waive.mutateAsync({
        ...values,
        ...tick.sent,
        id,
        person_id: student.person_id,
        requirement_id: requirement,
      })
      onDone()
    },
  })
  const own = (asked.data ?? []).filter(
    (one) => one.type_id === form.values.type_id && one.status === 'active',
  )
  const isAsked = (type: string) =>
    (asked.data ?? []).some((one) => one.type_id === type && one.status === 'active')
  return (
    <Form form={form} submitLabel="Waive" onCancel={onDone} label="Waiver">
      <Stack gap="md">
        <ChoicesFailed queries={[types, asked]} />
        <NativeSelect
          label="Credential"
          required
          disabled={typeId !== undefined}
          description={
            isFacility ? undefined : 'Only your school’s requirements can be waived, not a site’s.'
          }
          data={[
            { value: '', label: 'Choose' },
            ...(types.data ?? [])
              .filter(
                (type) =>
                  type.allows_waiver && (isFacility ? isAsked(type.id) : type.owner_facility_id === null),
              )
              .map((type) => ({ value: type.id, label: type.name })),
          ]}
          {...form.field('type_id')}
          onChange={({ currentTarget: { value } }) => form.setValues({ type_id: value, requirement_id: '' })}
        />
        {(own.length > 1 || (isFacility && own.length > 0)) && (
          <NativeSelect
            label="For"
            data={[
              ...(isFacility ? [] : [{ value: '', label: 'Everything your school requires of it' }]),
              ...own.map((one) => ({ value: one.id, label: `What ${one.scope_name} requires` })),
            ]}
            {...form.field('requirement_id')}
          />
        )}
        <DateField label="Until" required {...form.field('until')} />
        <FreeText tick={tick} sentAs="note" label="Why" required {...form.field('note')} />
      </Stack>
    </Form>
  )
}
