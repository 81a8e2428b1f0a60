import { Checkbox, MultiSelect, NumberInput, SimpleGrid, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { formatRange } from '#core/plain-date.ts'
import { credentialTypes } from '#features/credential-types/web/public.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { AddRow, FieldRow, FieldRows } from '#ui/FieldRows.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { PatientDataNotice } from '#ui/PatientDataNotice.tsx'
import { type PatientTick, usePatientTick } from '#ui/patient-tick.ts'
import { Form } from '#ui/Form.tsx'
import { type SchemaForm, useSchemaForm } from '#ui/form.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PickOne } from '#ui/Pick.tsx'
import { useVersions, versionField } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import type { PartnershipDetail } from '../contract.ts'
import { seatProblems, seatUseWords } from '../rules.ts'
import { CredentialImpact } from './CredentialImpact.tsx'
import { partnerships, useChange } from './queries.ts'

/**
 * Form for what each party keeps up to date: the facility its sites, seats and closed days, the school its programs, both their contact.
 */
export function ChangeDialog({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const query = useQuery(partnerships.get.queryOptions({ input: { id } }))
  return (
    <OpenModal
      onClose={onClose}
      size="lg"
      title="Sites, seats, days and contacts"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={query} failedTitle="This partnership couldn’t be loaded">
        {(detail) => <ChangeForm detail={detail} onClose={onClose} />}
      </Loaded>
    </OpenModal>
  )
}

const schema = z
  .object({
    all_sites: z.boolean(),
    site_ids: z.array(z.string()),
    program_ids: z.array(z.string()),
    quota: z.union([z.literal(''), z.number().check(z.minimum(1), z.maximum(100_000))]),
    quota_by_unit: z.array(z.object({ unit_id: z.string(), seats: z.union([z.literal(''), z.number()]) })),
    blackout: z.array(
      z.object({
        from: z.string(),
        to: z.string(),
        reason: z.string().check(z.trim(), z.maxLength(200, 'At most 200 characters.')),
      }),
    ),
    required_credential_ids: z.array(z.string()).check(z.maxLength(50, 'At most 50 types.')),
    auto_approve: z.boolean(),
    name: z.string().check(z.trim(), z.maxLength(120)),
    email: z
      .string()
      .check(z.trim(), z.regex(/^$|^[^@\s]+@[^@\s]+\.[^@\s]+$/, 'This isn’t an email address.')),
    phone: z.string().check(z.trim(), z.maxLength(40)),
    reason: z.string().check(z.trim(), z.maxLength(1000)),
  })
  .check(
    z.refine(({ all_sites: all, site_ids: ids }) => all || ids.length > 0, {
      path: ['site_ids'],
      message: 'Choose at least one site, or all of them.',
    }),
  )
  .check((context) => {
    const { quota_by_unit: units, blackout } = context.value
    for (const [path, message] of Object.entries(seatProblems(units, blackout)))
      context.issues.push({ code: 'custom', path: path.split('.'), message, input: context.value })
  })

type ChangeValues = z.infer<typeof schema>

/** The form's fields for the caller's party. */
function valuesOf(detail: PartnershipDetail) {
  const contact = detail.party === 'school' ? detail.contact_school : detail.contact_facility
  return {
    all_sites: detail.all_sites,
    site_ids: detail.all_sites ? [] : detail.sites.filter((site) => site.is_included).map(({ id }) => id),
    program_ids: detail.programs.map(({ id }) => id),
    quota: (detail.seat_quota_per_semester ?? '') as number | '',
    quota_by_unit: detail.quota_by_unit.map(({ unit_id, seats }) => ({
      unit_id,
      seats: seats as number | '',
    })),
    blackout: detail.blackout.map(({ from, to, reason = '' }) => ({ from, to, reason })),
    required_credential_ids: detail.required_credentials.map(({ id }) => id),
    auto_approve: detail.auto_approve_shifts,
    name: contact.name ?? '',
    email: contact.email ?? '',
    phone: contact.phone ?? '',
    reason: '',
  }
}
type Values = ReturnType<typeof valuesOf>

type Named = readonly { id: string; name: string }[]

/** True when the chosen credentials differ from those that the agreement requires now. */
const hasOther = (known: Named, chosen: readonly string[]): boolean =>
  chosen.length !== known.length || known.some(({ id }) => !chosen.includes(id))

/** The fields by which two versions are compared; names come from the partnership. */
function versionFields(detail: PartnershipDetail, programs: Named, types: Named) {
  const named = (found: Named, ids: readonly string[]) =>
    ids.map((id) => found.find((one) => one.id === id)?.name ?? 'Another').join(', ')
  return [
    versionField<Values>('all_sites', 'All sites', (values) => (values.all_sites ? 'Yes' : 'No')),
    versionField<Values>('site_ids', 'Sites', (values) => named(detail.sites, values.site_ids)),
    versionField<Values>('program_ids', 'Programs', (values) => named(programs, values.program_ids)),
    versionField<Values>('quota', 'Seats per semester'),
    versionField<Values>('quota_by_unit', 'Seats by unit', (values) =>
      values.quota_by_unit.map((row) => `${named(detail.units, [row.unit_id])} ${row.seats}`).join(', '),
    ),
    versionField<Values>('blackout', 'Closed days', (values) =>
      values.blackout.map(({ from, to, reason }) => `${formatRange(from, to)} ${reason}`.trim()).join(', '),
    ),
    versionField<Values>('required_credential_ids', 'Required credentials', (values) =>
      named(types, values.required_credential_ids),
    ),
    versionField<Values>('auto_approve', 'Auto-approves shifts', (values) =>
      values.auto_approve ? 'Yes' : 'No',
    ),
    versionField<Values>('name', 'Contact'),
    versionField<Values>('email', 'Email'),
    versionField<Values>('phone', 'Phone'),
  ]
}

function ChangeForm({ detail, onClose }: { detail: PartnershipDetail; onClose: () => void }): ReactNode {
  const change = useChange()
  const { party } = detail
  const isSchool = party === 'school'
  const maySites = !isSchool || detail.status === 'requested'
  const programs = useQuery({
    ...partnerships.programs.queryOptions({ input: { school_id: detail.school_id } }),
    enabled: party !== 'facility',
  })
  const { types, loading } = useTypes(detail)
  const tick = usePatientTick()
  const [start] = useState(valuesOf(detail))
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async (values): Promise<void> => {
      const newContact = {
        ...(values.name && { name: values.name }),
        ...(values.email && { email: values.email }),
        ...(values.phone && { phone: values.phone }),
      }
      await change.mutateAsync(
        {
          id: detail.id,
          version: versions.version,
          ...(values.reason && { reason: values.reason }),
          ...tick.sent,
          changes: {
            ...(maySites && { all_sites: values.all_sites, site_ids: values.site_ids }),
            ...(party !== 'facility' && { program_ids: values.program_ids }),
            ...(!isSchool && {
              seat_quota_per_semester: values.quota === '' ? null : values.quota,
              quota_by_unit: values.quota_by_unit.map(({ unit_id, seats }) => ({
                unit_id,
                seats: Number(seats),
              })),
              blackout: values.blackout.map(({ from, to, reason }) => ({
                from,
                to,
                ...(reason && { reason }),
              })),
              required_credential_ids: values.required_credential_ids,
              auto_approve_shifts: values.auto_approve,
            }),
            ...(isSchool ? { contact_school: newContact } : { contact_facility: newContact }),
          },
        },
        { onError: (error) => void versions.meet(error, values) },
      )
      onClose()
    },
  })
  const versions = useVersions<PartnershipDetail, Values>({
    row: detail,
    start,
    valuesOf,
    fields: versionFields(detail, programs.data ?? [], types),
    setValues: form.setValues,
  })
  return (
    <Form
      form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
      submitLabel="Save changes"
      onCancel={onClose}
      label="Sites, seats, days and contacts"
    >
      <Stack gap="md">
        {versions.met && (
          <VersionsNotice
            what="this partnership"
            differences={versions.met.differences}
            changes={versions.met.changes}
            onChoose={versions.choose}
          />
        )}
        <ChoicesFailed queries={[programs, loading]} />
        {maySites ? (
          <>
            <Switch
              label="All sites, including future ones"
              {...form.getInputProps('all_sites', { type: 'checkbox' })}
            />
            {!form.values.all_sites && (
              <Checkbox.Group label="Sites" {...form.field('site_ids')}>
                <Stack gap={6} mt={6}>
                  {detail.sites.map((site) => (
                    <Checkbox key={site.id} value={site.id} label={site.name} />
                  ))}
                </Stack>
              </Checkbox.Group>
            )}
          </>
        ) : (
          <Banner
            kind="info"
            title={`${detail.organization_name} decides on sites, seats, days and required credentials.`}
          />
        )}
        {party !== 'facility' && (programs.data?.length ?? 0) > 0 && (
          <Checkbox.Group label="Programs" description="Leave blank for all." {...form.field('program_ids')}>
            <Stack gap={6} mt={6}>
              {programs.data?.map((program) => (
                <Checkbox key={program.id} value={program.id} label={program.name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {!isSchool && (
          <>
            <NumberInput
              label="Seats per semester"
              description="Leave blank for no limit."
              min={1}
              max={100_000}
              allowDecimal={false}
              {...form.field('quota')}
            />
            {detail.seat_use.length > 0 && (
              <Text size="sm" c="dimmed">
                {`Taken now: ${seatUseWords(detail.seat_use)}.`}
              </Text>
            )}
            <UnitSeats form={form} units={detail.units} />
            <ClosedDays form={form} tick={tick} />
            <MultiSelect
              label="Required credentials"
              description="Students need them for every shift under this agreement."
              data={types.map(({ id, name }) => ({ value: id, label: name }))}
              {...form.field('required_credential_ids')}
            />
            {hasOther(detail.required_credentials, form.values.required_credential_ids) && (
              <CredentialImpact partnershipId={detail.id} typeIds={form.values.required_credential_ids} />
            )}
            <Switch
              label="Shifts that fit it are approved automatically"
              {...form.getInputProps('auto_approve', { type: 'checkbox' })}
            />
          </>
        )}
        <SimpleGrid cols={{ base: 1, xs: 3 }}>
          <TextInput label="Your contact person" {...form.field('name')} />
          <TextInput label="Email" type="email" {...form.field('email')} />
          <TextInput label="Phone" type="tel" {...form.field('phone')} />
        </SimpleGrid>
        <FreeText
          tick={tick}
          label={party === 'platform' ? 'Reason' : 'Message'}
          required={party === 'platform'}
          autosize
          minRows={2}
          {...form.field('reason')}
        />
      </Stack>
    </Form>
  )
}

/** The credential types that an agreement may require: Placewell’s, the organization’s, and those it already requires. */
function useTypes({ party, required_credentials: known }: PartnershipDetail) {
  const query = useQuery({
    ...credentialTypes.list.queryOptions({ input: { status: 'active' } }),
    enabled: party !== 'school',
  })
  const choices = (query.data ?? []).filter(({ owner_kind: owner }) => owner !== 'school')
  const types: Named = [...choices, ...known.filter(({ id }) => !choices.some((one) => one.id === id))]
  return { types, loading: query }
}

/** Seats on single units, in addition to the seats per semester. */
function UnitSeats({
  form,
  units,
}: {
  form: SchemaForm<ChangeValues>
  units: PartnershipDetail['units']
}): ReactNode {
  const choices = units.map(({ id, name, site_name: detail }) => ({ id, name, detail }))
  if (units.length === 0) return null
  return (
    <PageSection
      look="plain"
      title="Seats per unit"
      titleOrder={3}
      description="Per semester. Units that aren’t listed here have no limit of their own."
    >
      <FieldRows
        rows={form.values.quota_by_unit.map((_each, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no name of their own, and the form keeps them by position
          <FieldRow
            key={index}
            name={`Unit ${index + 1}`}
            columns={2}
            onRemove={() => form.removeListItem('quota_by_unit', index)}
          >
            <PickOne label="Unit" among={choices} {...form.field(`quota_by_unit.${index}.unit_id`)} />
            <NumberInput
              label="Seats"
              min={1}
              max={10_000}
              allowDecimal={false}
              {...form.field(`quota_by_unit.${index}.seats`)}
            />
          </FieldRow>
        ))}
        add={
          <AddRow
            label="Add a unit"
            onClick={() => form.insertListItem('quota_by_unit', { unit_id: '', seats: '' })}
          />
        }
      />
    </PageSection>
  )
}

/** Days on which no students may come. */
function ClosedDays({ form, tick }: { form: SchemaForm<ChangeValues>; tick: PatientTick }): ReactNode {
  return (
    <PageSection
      look="plain"
      title="Closed days"
      titleOrder={3}
      description="On these days no shifts of this school can be submitted. The school reads the reason."
    >
      <FieldRows
        rows={form.values.blackout.map((days, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- as above
          <FieldRow
            key={index}
            name={`Closed days ${index + 1}`}
            columns={3}
            onRemove={() => form.removeListItem('blackout', index)}
          >
            <DateField label="From" {...form.field(`blackout.${index}.from`)} />
            <DateField
              label="To"
              {...(days.from && { defaultDate: days.from })}
              {...form.field(`blackout.${index}.to`)}
            />
            <TextInput label="Why closed" {...form.field(`blackout.${index}.reason`)} />
          </FieldRow>
        ))}
        add={
          <AddRow
            label="Add closed days"
            onClick={() => form.insertListItem('blackout', { from: '', to: '', reason: '' })}
          />
        }
      />
      <PatientDataNotice text={form.values.blackout.map(({ reason }) => reason).join('\n')} tick={tick} />
    </PageSection>
  )
}
