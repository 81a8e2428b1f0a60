import { specialties as allSpecialties, specialtyLabels } from '#core/specialties.ts'
import { NativeSelect, NumberInput, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { EntitySelect } from '#features/entities/web/public.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, type SchemaForm, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { type PatientTick, usePatientTick } from '#ui/patient-tick.ts'
import { PickOne, PickSeveral } from '#ui/Pick.tsx'
import { OpenModal } from '#ui/OpenDialog.tsx'
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { Area, Mapping, RequirementKey } from '../contract.ts'
import { refusalMessage } from '#core/refusal.ts'
import { mappingRefusals } from '../messages.ts'
import {
  changeBlocker,
  mappingProblems,
  type MappingText,
  type Party,
  requirementId,
  whereName,
} from '../rules.ts'
import { priorities, type TermsText, termsTextOf, termsVersionFields } from './mapping-form.ts'
import { mappings, touches } from './queries.ts'
import { hoursText, requirementName } from './words.tsx'

export type DialogFor =
  | { mapping: Mapping }
  | { schoolId?: string | undefined; area?: RequirementKey | undefined }

/** Proposes or changes a mapping. The user chooses the school if none is given. */
export function MappingDialog({
  on,
  party,
  onClose,
}: {
  on: DialogFor | undefined
  party: Party
  onClose: () => void
}): ReactNode {
  if (!on) return null
  const isNew = !('mapping' in on)
  return (
    <OpenModal
      onClose={onClose}
      title={isNew ? 'Propose a mapping' : 'Edit mapping'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {isNew ? (
        <NewForm {...on} party={party} onClose={onClose} />
      ) : (
        <EditForm mapping={on.mapping} party={party} onClose={onClose} />
      )}
    </OpenModal>
  )
}

type NewProps = {
  schoolId?: string | undefined
  area?: RequirementKey | undefined
  party: Party
  onClose: () => void
}

function NewForm({ schoolId, area, party, onClose }: NewProps): ReactNode {
  const tick = usePatientTick()
  const [id] = useState(() => crypto.randomUUID())
  const [key] = useState(() => crypto.randomUUID())
  const add = useMutation({
    ...mappings.add.mutationOptions(),
    meta: { quiet: true, touches, done: 'Mapping proposed' },
  })
  const initialValues = {
    school_id: schoolId ?? '',
    requirement: area ? requirementId(area) : '',
    facility_id: '',
    specialties: [] as string[],
    min_hours: '',
    priority: '3',
    rationale: '',
  }
  const form: SchemaForm<MappingText> = useSchemaForm(
    plainSchema<MappingText>((values) => mappingProblems(values, party)),
    {
      initialValues,
      onSubmit: async (values) => {
        const chosen = found.find((one) => requirementId(one) === values.requirement)
        if (!chosen) {
          form.setFieldError('requirement', 'Choose a requirement.')
          return false
        }
        const { program_id, course_code, specialty } = chosen
        await add.mutateAsync({
          id,
          idempotency_key: key,
          school_id: values.school_id,
          program_id,
          course_code,
          specialty,
          facility_id: values.facility_id || null,
          specialties: values.facility_id ? [] : (values.specialties as Mapping['specialties']),
          ...termsOf(values),
          ...tick.sent,
        })
        return onClose()
      },
    },
  )
  const { values } = form
  const areas = useQuery({
    ...mappings.areas.queryOptions({ input: { school_id: values.school_id } }),
    enabled: values.school_id !== '',
  })
  const found: readonly Area[] = areas.data?.rows ?? []
  return (
    <Form form={form} label="Propose a mapping" submitLabel="Propose" onCancel={onClose}>
      {!schoolId && (
        <EntitySelect
          kind="school"
          label="School"
          description={party === 'facility' ? 'One that you have an active agreement with' : undefined}
          required
          {...form.field('school_id')}
          onChange={(chosen) => form.setValues({ school_id: chosen ?? '', requirement: '' })}
        />
      )}
      <ChoicesFailed queries={[areas]} />
      <PickOne
        label="Requirement"
        description={requirementHelp(values.school_id, areas.data?.rows, values.requirement)}
        required
        disabled={values.school_id === '' || found.length === 0}
        among={found.map((one) => ({
          id: requirementId(one),
          name: requirementName(one),
          detail: one.program_name,
        }))}
        {...form.field('requirement')}
      />
      <EntitySelect
        kind="facility"
        label="Facility"
        description={
          party === 'facility'
            ? 'Your organization, a site or a unit'
            : 'An organization, a site or a unit. Leave blank for any unit of a specialty.'
        }
        required={party === 'facility'}
        {...form.field('facility_id')}
        onChange={(chosen) => form.setFieldValue('facility_id', chosen ?? '')}
      />
      {party === 'school' && !values.facility_id && (
        <PickSeveral
          label="Any unit of these specialties"
          among={allSpecialties.map((one) => ({ id: one, name: specialtyLabels[one] }))}
          {...form.field('specialties')}
        />
      )}
      <Terms form={form as never} tick={tick} />
    </Form>
  )
}

/** How to choose a requirement, or of the chosen one its hours and how many mappings it has. */
export function requirementHelp(
  school: string,
  found: readonly Area[] | undefined,
  requirement: string,
): string {
  if (school === '') return 'Choose the school first'
  if (found?.length === 0)
    return 'Nothing to map here: the school’s programs have no required hours, or there is no active agreement.'
  const chosen = found?.find((one) => requirementId(one) === requirement)
  return chosen
    ? `${hoursText(chosen.min_hours)}. ${chosen.active} active, ${chosen.proposed} proposed`
    : 'Course and area of the school’s programs'
}

function EditForm({
  mapping,
  party,
  onClose,
}: {
  mapping: Mapping
  party: Party
  onClose: () => void
}): ReactNode {
  const change = useMutation({
    ...mappings.change.mutationOptions(),
    meta: { quiet: true, touches, done: 'Mapping changed' },
  })
  const tick = usePatientTick()
  const { id } = mapping
  const isAnywhere = mapping.facility_id === null
  const [start] = useState(() => termsTextOf(mapping))
  const form = useSchemaForm(
    plainSchema<TermsText>((values) =>
      mappingProblems(
        { ...values, school_id: 'x', requirement: 'x', facility_id: mapping.facility_id ?? '' },
        'school',
      ),
    ),
    {
      initialValues: start,
      onSubmit: async (values) => {
        await change.mutateAsync(
          {
            id,
            version: versions.version,
            specialties: values.specialties as Mapping['specialties'],
            ...termsOf(values),
            ...tick.sent,
          },
          { onError: (error) => void versions.meet(error, values) },
        )
        onClose()
      },
    },
  )
  const versions = useVersions<Mapping, TermsText>({
    row: mapping,
    start,
    valuesOf: termsTextOf,
    fields: termsVersionFields,
    setValues: form.setValues,
  })
  const { met } = versions
  // The school may have decided meanwhile.
  const ended = met && changeBlocker(met.current, party)
  return (
    <Form
      form={conflictOf(change.error) ? { ...form, failure: undefined } : form}
      label="Edit mapping"
      submitLabel="Save"
      onCancel={onClose}
    >
      {met && (
        <VersionsNotice
          what="this mapping"
          differences={met.differences}
          changes={met.changes}
          ended={ended ? refusalMessage(mappingRefusals, ended) : undefined}
          onChoose={versions.choose}
        />
      )}
      <Text size="sm">
        {requirementName(mapping)} at {whereName(mapping)}, for {mapping.school_name}
      </Text>
      {isAnywhere && (
        <PickSeveral
          label="Any unit of these specialties"
          among={allSpecialties.map((one) => ({ id: one, name: specialtyLabels[one] }))}
          {...form.field('specialties')}
        />
      )}
      <Terms form={form as never} tick={tick} />
    </Form>
  )
}

const termsOf = ({
  min_hours: hours,
  priority,
  rationale,
}: Pick<MappingText, 'min_hours' | 'priority' | 'rationale'>) => ({
  min_hours: hours === '' ? null : Number(hours),
  priority: Number(priority),
  rationale: rationale || null,
})

function Terms({ form, tick }: { form: SchemaForm<TermsText>; tick: PatientTick }): ReactNode {
  return (
    <>
      <NumberInput
        label="Hours to be done there"
        description="Leave blank for as many as the program requires"
        min={0}
        max={5000}
        {...form.field('min_hours')}
      />
      <NativeSelect label="Order of use" data={priorities} {...form.field('priority')} />
      <FreeText
        label="Why it fits"
        description="An accreditor reads this"
        tick={tick}
        sentAs="rationale"
        maxLength={1000}
        {...form.field('rationale')}
      />
    </>
  )
}
