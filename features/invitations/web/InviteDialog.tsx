import { Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import * as z from 'zod/mini'
import { useContentId } from '#platform/web/use-content-id.ts'
import { emailProblem, invalidEmail } from '#core/email.ts'
import { invitableRoles, roleLabels } from '#core/roles.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { toast } from '#ui/toast.ts'
import type { InvitationRole } from '../contract.ts'
import { lifetimeDays } from '../rules.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { invitationLists, invitations } from './queries.ts'

export type InviteDialogProps = {
  /** Whether to invite people to a school or users to a facility. */
  within: 'school' | 'facility'
  /** The facility or school to invite to; without it the current school, or a facility that the user chooses. */
  to?: { id: string; name: string }
  /** The roles offered; without them all that the user may invite. */
  roles?: readonly InvitationRole[]
  /** The role that is chosen at first, where it is offered; else the first one. */
  role?: InvitationRole | undefined
  opened: boolean
  onClose: () => void
}

/** Invites one person: to the given school or facility, to the current school, or to a facility within the user's scope. */
export function InviteDialog({ opened, onClose, ...form }: InviteDialogProps): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={form.to ? `Invite someone to ${form.to.name}` : 'Invite someone'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      size="md"
    >
      <InviteForm {...form} onDone={onClose} />
    </Modal>
  )
}

type InviteFormProps = Pick<InviteDialogProps, 'within' | 'to' | 'roles' | 'role'> & { onDone: () => void }

function InviteForm({ within, to, roles: offered, role: first, onDone }: InviteFormProps) {
  const me = useMe()
  const roles =
    offered ??
    invitableRoles(me.role).filter((role) => (role === 'facility_admin') === (within === 'facility'))
  const schoolWorkedIn = useSchoolId()
  const schoolId = (within === 'school' && to?.id) || schoolWorkedIn
  const create = useMutation({
    ...invitations.create.mutationOptions(),
    meta: { quiet: true, touches: invitationLists },
  })
  const idOf = useContentId()
  const schema = useMemo(() => schemaFor(within), [within])
  const tick = usePatientTick()
  const form = useSchemaForm(schema, {
    initialValues: {
      email: '',
      full_name: '',
      role: roles.find((one) => one === first) ?? (roles[0] as string),
      facility_id: within === 'facility' && to ? to.id : me.linked_facility_id,
      message: '',
    },
    onSubmit: async (output) => {
      const { facility_id, ...rest } = output
      const role = output.role as InvitationRole
      const tenant = within === 'facility' ? { facility_id: facility_id! } : { school_id: schoolId! }
      const invited = await create.mutateAsync({
        ...rest,
        role,
        ...tenant,
        ...tick.sent,
        id: idOf([output, tenant]),
      })
      toast.success('Invitation sent', `${invited.email} has ${lifetimeDays(role)} days to accept it.`)
      onDone()
    },
  })
  if (within === 'school' && !schoolId) return <Text>Choose the school you work in first.</Text>
  return (
    <Form form={form} submitLabel="Send invitation" onCancel={onDone} label="Invitation">
      <Stack gap="md">
        <TextInput label="Email" type="email" required data-autofocus {...form.field('email')} />
        <TextInput label="Full name" description="They can edit this." {...form.field('full_name')} />
        {roles.length > 1 && (
          <Select
            label="Role"
            data={roles.map((role) => ({ value: role, label: roleLabels[role] }))}
            allowDeselect={false}
            {...form.field('role')}
          />
        )}
        {within === 'facility' && !to && (
          <EntitySelect
            kind="facility"
            label="Facility"
            description="The person administers it and everything below it."
            {...form.field('facility_id')}
          />
        )}
        <FreeText
          tick={tick}
          sentAs="message"
          label="Message"
          description="Included in the email."
          autosize
          minRows={2}
          maxRows={6}
          {...form.field('message')}
        />
      </Stack>
    </Form>
  )
}

function schemaFor(within: 'school' | 'facility') {
  return z.object({
    email: z.string().check(
      z.refine((text) => emailProblem(text) === null, {
        error: ({ input }) => invalidEmail(String(input)),
      }),
    ),
    full_name: z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters.')),
    role: z.string(),
    facility_id: z
      .nullable(z.string())
      .check(z.refine((id) => within === 'school' || id !== null, 'Choose the facility.')),
    message: z.string().check(z.trim(), z.maxLength(1000, 'At most 1,000 characters.')),
  })
}
