import {
  Button,
  Checkbox,
  Drawer,
  Group,
  MultiSelect,
  NativeSelect,
  NumberInput,
  Select,
  Stack,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber, howMany } from '#core/number-text.ts'
import { formatDate, todayHere } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { levelLabels } from '#features/cohorts/rules.ts'
import { cohorts } from '#features/cohorts/web/public.ts'
import { EntitySelect } from '#features/entities/web/public.ts'
import { FileField, useUploads } from '#features/files/web/public.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Banner } from '#ui/Banner.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { useVersions, versionField } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { RequirementFields, RequirementRow, Validity } from '../contract.ts'
import { providersOf, validityInWords } from '../rules.ts'
import { credentialTypes, useRequire } from './queries.ts'
import { requirementForm } from './requirement-form.ts'
import { ValidityFields } from './ValidityFields.tsx'

type Props = {
  opened: boolean
  /** The requirement to change; undefined to add a new one. */
  requirement: RequirementRow | undefined
  onClose: () => void
}

/** Adds a requirement for the school, one of its programs or cohorts; or changes when and for whom it applies. */
export function RequirementDrawer({ opened, requirement, onClose }: Props): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={requirement ? `Change ${requirement.type_name}` : 'New requirement'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {opened && <RequirementForm key={requirement?.id} requirement={requirement} onClose={onClose} />}
    </Drawer>
  )
}

const appliesLabels = {
  student: 'Students',
  proctor: 'Instructors',
  both: 'Students and instructors',
} as const

type Values = ReturnType<typeof valuesOf>

const valuesOf = (known: RequirementRow | undefined) => ({
  type_id: known?.type_id ?? '',
  program_id: known?.scope_kind === 'program' ? known.scope_id : null,
  cohort_id: known?.scope_kind === 'cohort' ? known.scope_id : null,
  facility_id: known?.facility_id ?? null,
  applies_to: known?.applies_to ?? ('student' as const),
  levels: known?.levels ?? [],
  validity: known?.validity ?? (null as Validity | null),
  is_mandatory: known?.is_mandatory ?? true,
  due_weeks: known ? known.due_weeks : (3 as number | null),
  due_date: known?.due_date ?? null,
  active_from: known?.active_from ?? todayHere(),
  active_to: known?.active_to ?? (null as string | null),
  instructions: known?.instructions ?? '',
  providers: known?.providers ?? [],
  file_ids: known?.attachments.map((file) => file.id) ?? [],
  is_draft: known?.status === 'draft',
})

const dayWords = (day: string | null): string => (day ? formatDate(day) : 'None')

/** The fields that others can change meanwhile; type and scope stay. */
const versionFields = [
  versionField<Values>('applies_to', 'Who needs it', ({ applies_to: who }) => appliesLabels[who]),
  versionField<Values>('levels', 'Levels', ({ levels }) =>
    levels.length > 0 ? levels.map((level) => levelLabels[level]).join(', ') : 'All levels',
  ),
  versionField<Values>('due_weeks', 'Due, weeks before the first shift', ({ due_weeks: weeks }) =>
    weeks === null ? 'None' : String(weeks),
  ),
  versionField<Values>('due_date', 'Due date', ({ due_date: day }) => dayWords(day)),
  versionField<Values>('active_from', 'Required from', ({ active_from: day }) => dayWords(day)),
  versionField<Values>('active_to', 'Until', ({ active_to: day }) => dayWords(day)),
  versionField<Values>('is_mandatory', 'Needed to attend', ({ is_mandatory: is }) => (is ? 'Yes' : 'No')),
  versionField<Values>('validity', 'Validity', ({ validity }) =>
    validity ? validityInWords(validity) : 'As the type says',
  ),
  versionField<Values>('providers', 'Accepted providers', ({ providers }) =>
    providers.length > 0 ? providers.join(', ') : 'Any provider',
  ),
  versionField<Values>('instructions', 'Instructions'),
  versionField<Values>('file_ids', 'Attachments', ({ file_ids: files }) => howMany(files.length, 'file')),
  versionField<Values>('is_draft', 'Draft', ({ is_draft: is }) => (is ? 'Yes' : 'No')),
]

function RequirementForm({ requirement: known, onClose }: Omit<Props, 'opened'>): ReactNode {
  const save = useRequire()
  const tick = usePatientTick()
  const uploads = useUploads('requirement')
  const [id] = useState(() => known?.id ?? crypto.randomUUID())
  const [start] = useState(() => valuesOf(known))
  const types = useQuery(credentialTypes.list.queryOptions({ input: { status: 'active' } }))
  const isFacility = useMe().role === 'facility_admin'
  const groups = useQuery({ ...cohorts.list.queryOptions({ input: {} }), enabled: !isFacility })
  const choices = useQuery({ ...cohorts.choices.queryOptions({ input: {} }), enabled: !isFacility })
  const form = useSchemaForm(requirementForm, {
    initialValues: start,
    onSubmit: async (fields, values) => {
      const file_ids = [...fields.file_ids, ...uploads.readyIds]
      await save.mutateAsync(
        { ...fields, ...tick.sent, id, version: versions.version, file_ids },
        { onError: (error) => void versions.meet(error, values) },
      )
      uploads.clear()
      onClose()
    },
  })
  const versions = useVersions<RequirementRow, Values>({
    row: known,
    start,
    valuesOf,
    fields: versionFields,
    setValues: form.setValues,
  })
  const current = versions.met?.current ?? known
  const { program_id: programId, cohort_id: cohortId, type_id: typeId, validity } = form.values
  const type = types.data?.find((each) => each.id === typeId)
  const providers = type ? providersOf(type) : []
  return (
    <Form
      form={conflictOf(save.error) ? { ...form, failure: undefined } : form}
      submitLabel={form.values.is_draft ? 'Save draft' : current?.status === 'active' ? 'Save' : 'Require'}
      blocker={uploads.blocker}
      onCancel={onClose}
      label="Requirement"
    >
      {versions.met && (
        <VersionsNotice
          what="this requirement"
          differences={versions.met.differences}
          changes={versions.met.changes}
          onChoose={versions.choose}
        />
      )}
      <ChoicesFailed queries={[types, groups, choices]} />
      <Select
        label="Credential"
        required
        searchable
        allowDeselect={false}
        disabled={known !== undefined}
        data={(types.data ?? [])
          .filter((each) => each.owner_facility_id === null || isFacility)
          .map((each) => ({ value: each.id, label: each.name }))}
        nothingFoundMessage="No type matches"
        {...form.field('type_id')}
        onChange={(to) => form.setValues({ type_id: to ?? '', providers: [] })}
      />
      <Group grow align="flex-start">
        <NativeSelect
          label="Who needs it"
          data={Object.entries(appliesLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('applies_to')}
        />
        {isFacility ? (
          <EntitySelect
            kind="facility"
            label="In"
            required
            disabled={known !== undefined}
            value={form.values.facility_id ?? undefined}
            onChange={(facility: string | null) => form.setFieldValue('facility_id', facility)}
          />
        ) : (
          <NativeSelect
            label="In"
            disabled={known !== undefined}
            value={programId ? `program ${programId}` : cohortId ? `cohort ${cohortId}` : ''}
            data={[
              { value: '', label: 'The whole school' },
              ...(choices.data?.programs ?? []).map((each) => ({
                value: `program ${each.id}`,
                label: `Program: ${each.name}`,
              })),
              ...(groups.data ?? []).map((each) => ({
                value: `cohort ${each.id}`,
                label: `Cohort: ${each.name}`,
              })),
            ]}
            onChange={({ currentTarget }) => {
              const [kind, scope] = currentTarget.value.split(' ')
              form.setValues({
                program_id: kind === 'program' ? scope! : null,
                cohort_id: kind === 'cohort' ? scope! : null,
              })
            }}
          />
        )}
      </Group>
      {!isFacility && (
        <MultiSelect
          label="Levels"
          description="Leave blank for all levels."
          data={Object.entries(levelLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('levels')}
          onChange={(levels) => form.setFieldValue('levels', levels as RequirementFields['levels'])}
        />
      )}
      <Group grow align="flex-start">
        <NumberInput
          label="Due, weeks before the first shift"
          min={0}
          max={26}
          {...form.field('due_weeks')}
          onChange={(weeks) =>
            form.setValues(
              typeof weeks === 'number' ? { due_weeks: weeks, due_date: null } : { due_weeks: null },
            )
          }
        />
        <DateField
          label="Or due on a date"
          clearable
          {...form.field('due_date')}
          onChange={(date) => form.setValues(date ? { due_date: date, due_weeks: null } : { due_date: null })}
        />
      </Group>
      <Group grow align="flex-start">
        <DateField label="Required from" required {...form.field('active_from')} />
        <DateField
          label="Until"
          clearable
          {...form.field('active_to')}
          onChange={(to) => form.setFieldValue('active_to', to || null)}
        />
      </Group>
      <Checkbox label="Needed to attend" {...form.field('is_mandatory', { type: 'checkbox' })} />
      <Checkbox
        label="Stricter than the type’s own validity"
        checked={validity !== null}
        onChange={({ currentTarget }) =>
          form.setFieldValue(
            'validity',
            currentTarget.checked ? (type?.validity ?? { rule: 'one_time' }) : null,
          )
        }
      />
      {validity && <ValidityFields value={validity} onChange={(to) => form.setFieldValue('validity', to)} />}
      {providers.length > 0 && (
        <Checkbox.Group
          label="Accepted providers"
          description="Leave blank for any provider."
          {...form.field('providers')}
          onChange={(accepted) => form.setFieldValue('providers', accepted)}
        >
          <Stack gap="xs" mt="xs">
            {providers.map((provider) => (
              <Checkbox key={provider} value={provider} label={provider} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
      <FreeText tick={tick} sentAs="instructions" label="Instructions" {...form.field('instructions')} />
      <FileField
        label="Attachments"
        description={`A form to fill in, or how to get it. Students find it next to “Why?” and where they upload. PDF, JPEG, PNG or HEIC.`}
        uploads={uploads}
      />
      <Attachments
        known={(current?.attachments ?? []).filter((file) => form.values.file_ids.includes(file.id))}
        onRemove={(file) =>
          form.setFieldValue(
            'file_ids',
            form.values.file_ids.filter((one) => one !== file),
          )
        }
      />
      {(!current || current.status === 'draft') && (
        <Checkbox
          label="Keep as a draft"
          description="No one is asked yet, and only administrators here see it."
          {...form.field('is_draft', { type: 'checkbox' })}
        />
      )}
      {typeId && (!isFacility || form.values.facility_id) && <Impact fields={{ ...form.values, id }} />}
    </Form>
  )
}

type AttachmentsProps = { known: RequirementRow['attachments']; onRemove: (id: string) => void }

/** The current attachments, each removable. */
function Attachments({ known, onRemove }: AttachmentsProps): ReactNode {
  if (known.length === 0) return null
  return (
    <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }} aria-label="Attached">
      {known.map(({ id, name }) => (
        <Group component="li" key={id} justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            <a href={`/api/files/${id}/content?reason=Attachment%20of%20a%20requirement`}>{name}</a>
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onRemove(id)}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        </Group>
      ))}
    </Stack>
  )
}

/** How many students the requirement would make not cleared, shown before saving. */
function Impact({ fields }: { fields: RequirementFields & { id: string } }): ReactNode {
  const [asked] = useDebouncedValue(fields, 500)
  const { data } = useQuery({
    ...credentialTypes.impact.queryOptions({ input: asked }),
    enabled: asked.active_from !== '',
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (!data) return null
  return (
    <Banner kind={data.becoming > 0 ? 'warning' : 'info'} live>
      {data.is_cut && 'Only the next 20,000 seats were checked. '}
      {data.becoming === 0
        ? 'No student would become not cleared.'
        : `${data.becoming === 1 ? '1 student' : `${formatNumber(data.becoming)} students`} of ${formatNumber(data.people)} ${fields.facility_id === null ? '' : 'with shifts here '}would become not cleared.`}
    </Banner>
  )
}
