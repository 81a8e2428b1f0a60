import { Radio, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { dashboardOf } from '#core/access.ts'
import { roleLabels, type Role } from '#core/roles.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { otherTabs, useStartImpersonation } from './queries.ts'

type Person = { id: string; full_name: string; role: Role }

const schema = z.object({
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(10, 'Give a reason of at least 10 characters. It’s kept on record.'),
      z.maxLength(500, 'At most 500 characters.'),
    ),
  mode: z.enum(['look', 'write']),
})

/** Asks why before acting as someone; read-only unless changes are allowed explicitly. */
export function ImpersonateDialog({ person, onClose }: { person: Person; onClose: () => void }): ReactNode {
  return (
    <OpenModal
      onClose={onClose}
      title={`Act as ${person.full_name}`}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ImpersonateForm person={person} onClose={onClose} />
    </OpenModal>
  )
}

function ImpersonateForm({ person, onClose }: { person: Person; onClose: () => void }): ReactNode {
  const start = useStartImpersonation()
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: { reason: '', mode: 'look' as 'look' | 'write' },
    onSubmit: async ({ reason, mode }) => {
      const { role } = await start.mutateAsync({
        user_id: person.id,
        reason,
        may_write: mode === 'write',
        ...tick.sent,
      })
      otherTabs.tell('person')
      // A full page load, so that nothing loaded as the superadmin stays in this window.
      window.location.assign(dashboardOf(role))
    },
  })
  return (
    <Form
      form={form}
      submitLabel="Start impersonation"
      onCancel={onClose}
      label={`Act as ${person.full_name}`}
    >
      <Stack gap="md">
        <Text size="sm">
          You will see Placewell as {person.full_name} ({roleLabels[person.role].toLowerCase()}) for 30
          minutes at most. Start, end and every change are recorded with your name.
        </Text>
        <FreeText
          tick={tick}
          label="Reason"
          description="At least 10 characters. Shown in the banner and in the audit trail."
          required
          autosize
          minRows={2}
          maxRows={6}
          data-autofocus
          {...form.field('reason')}
        />
        <Radio.Group label="What you may do" {...form.field('mode')}>
          <Stack gap="xs" mt="xs">
            <Radio value="look" label="Look only" description="Nothing can be changed." />
            <Radio
              value="write"
              label="Look and change"
              description={`Changes are made for ${person.full_name} and marked as yours. You can’t change passwords or email addresses.`}
            />
          </Stack>
        </Radio.Group>
      </Stack>
    </Form>
  )
}
