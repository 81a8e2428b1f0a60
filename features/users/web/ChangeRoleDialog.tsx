import { Modal, NativeSelect, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { roleLabels, roles } from '#core/roles.ts'
import { Banner } from '#ui/Banner.tsx'
import { ChangesSince } from '#ui/ChangesSince.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { conflictOf, useConflict } from '#ui/versions.ts'
import { useSchemaForm } from '#ui/form.ts'
import type { Person } from '../contract.ts'
import { fittingLinks, linkOf } from '../rules.ts'
import { PlaceSelect } from './PlaceSelect.tsx'
import { useChangeRole } from './queries.ts'

const schema = z
  .object({
    role: z.enum(roles),
    linked_school_id: z.nullable(z.string()),
    linked_facility_id: z.nullable(z.string()),
    reason: z
      .string()
      .check(z.trim(), z.minLength(3, 'Say why in a few words. The reason is kept.'), z.maxLength(500)),
  })
  .check(
    z.refine(({ role, linked_school_id: id }) => linkOf(role) !== 'school' || id !== null, {
      path: ['linked_school_id'],
      message: 'Choose the school this person belongs to.',
    }),
    z.refine(({ role, linked_facility_id: id }) => linkOf(role) !== 'facility' || id !== null, {
      path: ['linked_facility_id'],
      message: 'Choose the facility of this facility admin.',
    }),
  )

/** Changes somebody's role and what they belong to; acts on their next request. */
export function ChangeRoleDialog({ person, onClose }: { person: Person; onClose: () => void }): ReactNode {
  return (
    <Modal
      opened
      onClose={onClose}
      title={`Role and links of ${person.full_name}`}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ChangeRoleForm person={person} onClose={onClose} />
    </Modal>
  )
}

function ChangeRoleForm({ person, onClose }: { person: Person; onClose: () => void }): ReactNode {
  const change = useChangeRole()
  const tick = usePatientTick()
  const locked = useConflict(person)
  const form = useSchemaForm(schema, {
    initialValues: {
      role: person.role,
      linked_school_id: person.linked_school_id,
      linked_facility_id: person.linked_facility_id,
      reason: '',
    },
    onSubmit: async ({ role, reason, ...links }) => {
      const fitting = fittingLinks({ role, ...links })
      await change.mutateAsync(
        { id: person.id, version: locked.version, role, reason, ...fitting, ...tick.sent },
        { onError: (error) => void locked.meet(error) },
      )
      onClose()
    },
  })
  const { role } = form.values
  const link = linkOf(role)
  return (
    <Form
      form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
      submitLabel="Change role and links"
      onCancel={onClose}
      label="Role and links"
    >
      <Stack gap="md">
        {locked.conflict && (
          <ChangesSince what={`the account of ${person.full_name}`} changes={locked.conflict.changes}>
            What you chose is kept. Save again to set it over theirs, or cancel to leave theirs.
          </ChangesSince>
        )}
        <NativeSelect
          label="Role"
          data={roles.map((value) => ({ value, label: roleLabels[value] }))}
          {...form.field('role')}
        />
        {link === 'school' && (
          <PlaceSelect kind="school" label="School" required {...form.field('linked_school_id')} />
        )}
        {link === 'facility' && (
          <PlaceSelect
            kind="facility"
            label="Facility"
            description="This place and everything below it."
            required
            {...form.field('linked_facility_id')}
          />
        )}
        {role === 'superadmin' && person.role !== 'superadmin' && (
          <Banner kind="warning" title="A superadmin sees and changes everything, in every school." />
        )}
        {person.is_preceptor && role !== 'facility_admin' && (
          <Banner kind="warning" title="The preceptor permission ends with this change." />
        )}
        <FreeText
          tick={tick}
          label="Reason"
          description="Kept in the audit trail."
          required
          autosize
          minRows={2}
          maxRows={6}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}
