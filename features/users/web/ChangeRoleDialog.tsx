import { NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { roleLabels, roles } from '#core/roles.ts'
import { choicesBlocker, decisionsOf, departures, HoldingChoices } from '#features/departures/web/public.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { useVersions, versionField } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { OpenModal } from '#ui/OpenDialog.tsx'
import type { Person } from '../contract.ts'
import { fittingLinks, linkOf } from '../rules.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { useChangeRole } from './queries.ts'

const schema = z
  .object({
    role: z.enum(roles),
    linked_school_id: z.nullable(z.string()),
    linked_facility_id: z.nullable(z.string()),
    reason: z
      .string()
      .check(z.trim(), z.minLength(3, 'Give a short reason. It’s kept on record.'), z.maxLength(500)),
    choices: z.record(z.string(), z.string()),
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

/** The form values, and the names by id of the tenants to which its version of the account is linked. */
type Values = z.infer<typeof schema> & { names: Record<string, string> }
const valuesOf = (person: Person): Values => {
  const { role, linked_school_id: school, linked_facility_id: facility } = person
  const names = {
    ...(school && { [school]: person.school_name ?? '' }),
    ...(facility && { [facility]: person.facility_name ?? '' }),
  }
  return { role, linked_school_id: school, linked_facility_id: facility, reason: '', choices: {}, names }
}

/** Changes someone's role and tenant; takes effect on their next request. */
export function ChangeRoleDialog({ person, onClose }: { person: Person; onClose: () => void }): ReactNode {
  return (
    <OpenModal
      onClose={onClose}
      title={`Role and links of ${person.full_name}`}
      size="md"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ChangeRoleForm person={person} onClose={onClose} />
    </OpenModal>
  )
}

function ChangeRoleForm({ person, onClose }: { person: Person; onClose: () => void }): ReactNode {
  const change = useChangeRole()
  const tick = usePatientTick()
  const [start] = useState(() => valuesOf(person))
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async ({ role, reason, choices, ...links }, values) => {
      const fitting = fittingLinks({ role, ...links })
      await change.mutateAsync(
        {
          id: person.id,
          version: versions.version,
          role,
          reason,
          ...fitting,
          decisions: decisionsOf(plan.data?.holdings ?? [], choices),
          ...tick.sent,
        },
        {
          onError: (error) => {
            versions.meet(error, values)
            void plan.refetch()
          },
        },
      )
      onClose()
    },
  })
  const choose = (field: 'linked_school_id' | 'linked_facility_id') => (id: string | null, name: string) => {
    form.setFieldValue(field, id)
    if (id) form.setFieldValue('names', { ...form.values.names, [id]: name })
  }
  const nameOf = (id: string | null, { names }: Values): string => (id === null ? '' : (names[id] ?? ''))
  const versions = useVersions<Person, Values>({
    row: person,
    start,
    valuesOf,
    fields: [
      versionField('role', 'Role', ({ role }) => roleLabels[role]),
      versionField('linked_school_id', 'School', (values) => nameOf(values.linked_school_id, values)),
      versionField('linked_facility_id', 'Facility', (values) => nameOf(values.linked_facility_id, values)),
    ],
    setValues: (values) =>
      form.setValues({ ...values, reason: form.values.reason, choices: form.values.choices }),
  })
  const { role, choices } = form.values
  const link = linkOf(role)
  const to = fittingLinks(form.values)
  const isChosen = link === 'none' || to.linked_school_id !== null || to.linked_facility_id !== null
  const isOther =
    role !== person.role ||
    to.linked_school_id !== person.linked_school_id ||
    to.linked_facility_id !== person.linked_facility_id
  const plan = useQuery({
    ...departures.planChange.queryOptions({
      input: {
        user_id: person.id,
        role,
        ...(to.linked_school_id && { school_id: to.linked_school_id }),
        ...(to.linked_facility_id && { facility_id: to.linked_facility_id }),
      },
    }),
    enabled: isChosen && isOther,
    refetchOnMount: 'always',
  })
  const found = isChosen && isOther ? plan.data : undefined
  const undecided = found && choicesBlocker(found.holdings, found.successors, choices, 'change')
  return (
    <Form
      form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
      submitLabel="Change role and links"
      onCancel={onClose}
      label="Role and links"
      blocker={found?.blocker ?? undecided ?? null}
    >
      <Stack gap="md">
        {versions.met && (
          <VersionsNotice
            what={`the account of ${person.full_name}`}
            differences={versions.met.differences}
            changes={versions.met.changes}
            onChoose={versions.choose}
          />
        )}
        <NativeSelect
          label="Role"
          data={roles.map((value) => ({ value, label: roleLabels[value] }))}
          {...form.field('role')}
        />
        {link === 'school' && (
          <EntitySelect
            kind="school"
            label="School"
            required
            {...form.field('linked_school_id')}
            onChange={choose('linked_school_id')}
          />
        )}
        {link === 'facility' && (
          <EntitySelect
            kind="facility"
            label="Facility"
            description="This facility and everything below it."
            required
            {...form.field('linked_facility_id')}
            onChange={choose('linked_facility_id')}
          />
        )}
        {role === 'superadmin' && person.role !== 'superadmin' && (
          <Banner kind="warning" title="A superadmin sees and changes everything, in every school." />
        )}
        {found?.blocker && <Banner kind="warning" title={found.blocker} />}
        {plan.isError && isChosen && isOther && (
          <Banner
            kind="danger"
            title="This person’s responsibilities couldn’t be loaded. Close this and try again."
          />
        )}
        {found && found.holdings.length > 0 && (
          <>
            <Text size="sm">
              In the new role, school or facility {person.full_name} cannot hold these. Decide on each before
              the change.
            </Text>
            <HoldingChoices
              label={`What ${person.full_name} cannot keep`}
              holdings={found.holdings}
              successors={found.successors}
              choices={choices}
              occasion="change"
              onChange={(next) => form.setFieldValue('choices', next)}
            />
          </>
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
