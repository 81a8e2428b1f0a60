import { Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { useMe } from '#features/accounts/web/public.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { useCreate } from './queries.ts'

type InviteDialogProps = { organizations: readonly { id: string; name: string }[]; onClose: () => void }

const schema = z.object({
  organization_id: z.string(),
  school_id: z.nullable(z.string()).check(z.refine((id) => id !== null, 'Choose a school.')),
  message: z.string().check(z.trim(), z.maxLength(1000)),
})

/** A facility invites a school; the school answers. */
export function InviteDialog({ organizations, onClose }: InviteDialogProps): ReactNode {
  const me = useMe()
  const create = useCreate()
  const [id] = useState(() => crypto.randomUUID())
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: {
      organization_id: organizations[0]?.id ?? '',
      school_id: null as string | null,
      message: '',
    },
    onSubmit: async ({ organization_id, school_id, message }) => {
      await create.mutateAsync({
        id,
        organization_id,
        school_id: school_id!,
        ...(message && { message }),
        ...tick.sent,
        contact: { name: me.full_name, email: me.email },
      })
      onClose()
    },
  })
  return (
    <OpenModal onClose={onClose} title="Invite a school" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Form form={form} submitLabel="Send invitation" onCancel={onClose} label="Invite a school">
        <Stack gap="md">
          {organizations.length > 1 && (
            <PickOne label="Organization" among={organizations} {...form.field('organization_id')} />
          )}
          <EntitySelect kind="school" label="School" required {...form.field('school_id')} />
          <FreeText
            tick={tick}
            sentAs="message"
            label="Message"
            description="Which units have room, for which students."
            autosize
            minRows={3}
            {...form.field('message')}
          />
        </Stack>
      </Form>
    </OpenModal>
  )
}
