import { Checkbox, Group, NativeSelect, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatDate, todayHere } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { AddRow, FieldRow, FieldRows } from '#ui/FieldRows.tsx'
import { Form } from '#ui/Form.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { CredentialType, CredentialValues, EvidenceKind, Validity } from '../contract.ts'
import {
  formFields,
  gapInWords,
  isRequiredOn,
  type EvidenceResult,
  evaluateEvidence,
  lastDayOf,
  builtInTypes,
  strictest,
} from '../rules.ts'
import { CredentialFields } from './CredentialFields.tsx'
import { useChangeType, useCreateType } from './queries.ts'
import { categoryLabels, evidenceLabels } from './type-labels.ts'
import { answerLabels, typeForm, type TypeValues, typeValuesOf, typeVersionFields } from './type-form.ts'
import { ValidityFields } from './ValidityFields.tsx'

const SERIES = builtInTypes.find(({ evidence }) => evidence === 'series')!.series!

function untilInWords(validity: Validity, judged: Extract<EvidenceResult, { status: 'complete' }>): string {
  const last = strictest([judged.last_day, lastDayOf(validity, judged.issued_on)])
  const season = isRequiredOn(validity, todayHere()) ? '' : ' Not required at this time of year.'
  return `${last === 'endless' ? 'Valid without an end.' : last === 'unknown' ? 'The last day follows from the semester or the document.' : `Valid until ${formatDate(last)}.`}${season}`
}

type Props = {
  /** The type to change; undefined to add a new one. */
  type?: CredentialType | undefined
  onDone: () => void
}

/** Adds or changes a credential type: its fields on the left, what the student will see on the right. */
export function TypeForm({ type: known, onDone }: Props): ReactNode {
  const create = useCreateType()
  const change = useChangeType()
  const isFacility = useMe().role === 'facility_admin'
  const tick = usePatientTick()
  const [id] = useState(() => known?.id ?? crypto.randomUUID())
  const [tried, setTried] = useState<CredentialValues>({})
  const [start] = useState(() => typeValuesOf(known))
  const form = useSchemaForm(typeForm, {
    initialValues: start,
    onSubmit: async (type, values) => {
      if (known) {
        const {
          code: _code,
          category: _category,
          evidence: _evidence,
          series: _series,
          is_restricted: _is,
          ...changes
        } = type
        await change.mutateAsync(
          { ...changes, ...tick.sent, id, version: versions.version },
          { onError: (error) => void versions.meet(error, values) },
        )
      } else await create.mutateAsync({ ...type, ...tick.sent, id })
      onDone()
    },
  })
  const versions = useVersions<CredentialType, TypeValues>({
    row: known,
    start,
    valuesOf: typeValuesOf,
    fields: typeVersionFields,
    setValues: form.setValues,
  })
  const { evidence, validity, fields, name, instructions, needs_file: needsFile } = form.values
  const judged = evaluateEvidence(form.values, tried)
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <Form
        form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
        submitLabel={known ? 'Save' : 'Add type'}
        onCancel={onDone}
        label="Credential type"
      >
        {versions.met && (
          <VersionsNotice
            what="this type"
            differences={versions.met.differences}
            changes={versions.met.changes}
            onChoose={versions.choose}
          />
        )}
        <Group grow align="flex-start">
          <TextInput label="Name" required {...form.field('name')} />
          <TextInput
            label="Code"
            required
            placeholder="CPR"
            disabled={known !== undefined}
            {...form.field('code')}
            onChange={({ currentTarget }) => form.setFieldValue('code', currentTarget.value.toUpperCase())}
          />
        </Group>
        <Group grow align="flex-start">
          <NativeSelect
            label="Category"
            disabled={known !== undefined}
            data={Object.entries(categoryLabels).map(([value, label]) => ({ value, label }))}
            {...form.field('category')}
          />
          <NativeSelect
            label="What proves it"
            disabled={known !== undefined}
            data={Object.entries(evidenceLabels)
              .filter(([value]) => value !== 'external_check' || !isFacility)
              .map(([value, label]) => ({ value, label }))}
            {...form.field('evidence')}
            onChange={({ currentTarget }) => {
              const kind = currentTarget.value as EvidenceKind
              form.setValues({ evidence: kind, series: kind === 'series' ? SERIES : null })
            }}
          />
        </Group>
        <ValidityFields value={validity} onChange={(to) => form.setFieldValue('validity', to)} />
        <FieldRows
          rows={fields.map((field, at) => (
            <FieldRow
              key={field.key}
              name={`Field ${at + 1}`}
              columns={2}
              onRemove={() => form.removeListItem('fields', at)}
            >
              <TextInput label="Requires" {...form.field(`fields.${at}.label`)} />
              <NativeSelect
                label="Answer"
                data={(['text', 'date', 'yes_no'] as const).map((value) => ({
                  value,
                  label: answerLabels[value],
                }))}
                {...form.field(`fields.${at}.kind`)}
              />
            </FieldRow>
          ))}
          add={
            <AddRow
              label="Add field"
              onClick={() =>
                form.insertListItem('fields', {
                  key: `field_${Date.now().toString(36)}`,
                  label: '',
                  kind: 'text',
                  options: [],
                  is_required: true,
                })
              }
            />
          }
        />
        {evidence !== 'external_check' && (
          <Checkbox label="A document must be added" {...form.field('needs_file', { type: 'checkbox' })} />
        )}
        <Checkbox
          label="Restricted: only the result’s class is shown"
          disabled={known !== undefined}
          {...form.field('is_restricted', { type: 'checkbox' })}
        />
        <Checkbox label="Can be waived" {...form.field('allows_waiver', { type: 'checkbox' })} />
        <Group grow align="flex-start">
          <NumberInput
            label="Conditional approval, days"
            description="0: never."
            min={0}
            max={365}
            {...form.field('conditional_days')}
          />
          <NumberInput
            label="Grace, days"
            description="After the last day, accepted with a condition."
            min={0}
            max={365}
            {...form.field('grace_days')}
          />
        </Group>
        <FreeText
          tick={tick}
          sentAs="instructions"
          label="Instructions for students"
          {...form.field('instructions')}
        />
        <TextInput
          label="Example of a good document"
          description="An address that begins with https://. Students open it from the form."
          type="url"
          {...form.field('example_url')}
        />
        {known && (
          <Text size="sm" c="dimmed">
            Changes apply to new submissions. Approved ones keep their last day.
          </Text>
        )}
      </Form>
      <PageSection title="What the student sees" titleOrder={2}>
        <Stack gap="sm">
          <Text fw={600}>{name || 'Name of the type'}</Text>
          {instructions && <Text size="sm">{instructions}</Text>}
          <CredentialFields
            fields={formFields({ evidence, validity, fields })}
            values={tried}
            onChange={setTried}
          />
          <Text component="output" size="sm" c="dimmed">
            {judged.status === 'complete'
              ? `Complete. ${untilInWords(validity, judged)}`
              : gapInWords(judged.gap)}
          </Text>
          <Text size="sm" c="dimmed">
            {evidence === 'external_check'
              ? 'Your school fills this in. Students see that it is checked and send nothing.'
              : needsFile
                ? 'Then a photo or PDF of the document.'
                : 'No document is needed.'}
          </Text>
        </Stack>
      </PageSection>
    </SimpleGrid>
  )
}
