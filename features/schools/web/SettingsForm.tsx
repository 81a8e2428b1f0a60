import { specialties, specialtyLabels } from '#core/specialties.ts'
import { Checkbox, NativeSelect, NumberInput, SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingTexts } from '#core/school-settings.ts'
import { formatDate, todayIn } from '#core/plain-date.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { AddRow, FieldRow, FieldRows } from '#ui/FieldRows.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useSchemaForm } from '#ui/form.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { School } from '../contract.ts'
import { boardWords, isInForce, profileName } from '../rules.ts'
import { schools, useUpdateAccount } from './queries.ts'
import {
  attendanceKeys,
  creditRules,
  labels,
  limitKeys,
  makeupRules,
  planningKeys,
  ranges,
  roundingSteps,
  settingsSchema,
  type SettingsValues,
  switches,
  valuesOf,
} from './settings-form.ts'
import { useLocked } from './use-locked.ts'

/** Aligns the fields of a row, regardless of the length of their labels. */
const fieldsInLine = { alignItems: 'end' }

/** A school's settings and the board it follows: limits may be stricter than the board's, never looser. */
export function SettingsForm({
  school,
  blocker,
}: {
  school: School
  blocker: string | undefined
}): ReactNode {
  const boards = useQuery(schools.listProfiles.queryOptions({ input: undefined }))
  const save = useUpdateAccount()
  const today = todayIn(school.time_zone)
  const choices = (boards.data ?? (school.profile ? [school.profile] : [])).filter(
    (board) => isInForce(board, today) || board.id === school.profile?.id,
  )
  const form = useSchemaForm(settingsSchema(choices, school.settings), {
    initialValues: valuesOf(school),
    onSubmit: async (output, values) => {
      await save.mutateAsync(
        { ...output, id: school.id, version: locked.version },
        {
          onError: (error) => void locked.meet(error, values),
          onSuccess: ({ version }) => locked.follow(version, values),
        },
      )
      form.resetDirty(values)
    },
  })
  const locked = useLocked<School, SettingsValues>({
    row: school,
    valuesOf: (row) => valuesOf(row ?? school),
    labels,
    words: {
      credit_rule: (rule) => creditRules[rule],
      makeup_absences: (rule) => makeupRules[rule],
      regulatory_profile_id: (id) => {
        const chosen = choices.find((each) => each.id === id)
        return chosen ? profileName(chosen) : id ? 'Another profile' : 'None chosen'
      },
      max_students_by_specialty: (rows) =>
        rows.map(({ specialty, most }) => `${specialtyLabels[specialty]} ${most}`).join(', '),
    },
    setValues: form.setValues,
  })
  const numberField = (key: keyof typeof ranges & keyof SettingsValues & keyof typeof settingTexts) => (
    <NumberInput
      key={key}
      label={settingTexts[key].label}
      description={settingTexts[key].help}
      min={ranges[key]![0]}
      max={ranges[key]![1]}
      allowDecimal={false}
      {...form.field(key)}
    />
  )
  const board = choices.find(({ id }) => id === form.values.regulatory_profile_id)
  return (
    <Form
      form={conflictOf(save.error) ? { ...form, failure: undefined } : form}
      label="Rules and settings"
      {...(!blocker && { submitLabel: 'Save settings' })}
    >
      {locked.met && (
        <VersionsNotice
          what="this school"
          differences={locked.met.differences}
          changes={locked.met.changes}
          onChoose={locked.choose}
        />
      )}
      <ChoicesFailed queries={[boards]} />
      <NativeSelect
        label="Regulatory profile"
        description="The rules of your board of nursing. You may be stricter below, never looser."
        data={[
          { value: '', label: 'None chosen' },
          ...choices.map((each) => ({ value: each.id, label: profileName(each) })),
        ]}
        {...form.field('regulatory_profile_id')}
      />
      {board && (
        <p style={{ margin: 0 }}>
          {`${profileName(board)}, in force from ${formatDate(board.effective_from)}: ${boardWords(board)}.`}
          {board.source_url && (
            <>
              {' '}
              <a href={board.source_url} target="_blank" rel="noreferrer">
                Where it is written
              </a>
            </>
          )}
        </p>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} style={fieldsInLine}>
        {[...limitKeys, ...planningKeys].map(numberField)}
      </SimpleGrid>
      <PageSection
        title={settingTexts.max_students_by_specialty.label}
        description={settingTexts.max_students_by_specialty.help}
        look="plain"
        titleOrder={3}
      >
        <FieldRows
          rows={form.values.max_students_by_specialty.map((_row, index) => (
            // Rows have no id; they are added and removed by their position in the list.
            <FieldRow
              key={index}
              name={`Specialty limit ${index + 1}`}
              columns={2}
              onRemove={() => form.removeListItem('max_students_by_specialty', index)}
            >
              <NativeSelect
                label="Specialty"
                data={specialties.map((value) => ({ value, label: specialtyLabels[value] }))}
                {...form.field(`max_students_by_specialty.${index}.specialty`)}
              />
              <NumberInput
                label="Students per instructor, at most"
                min={1}
                max={30}
                allowDecimal={false}
                {...form.field(`max_students_by_specialty.${index}.most`)}
              />
            </FieldRow>
          ))}
          add={
            <AddRow
              label="Add a specialty"
              onClick={() =>
                form.insertListItem('max_students_by_specialty', {
                  specialty:
                    specialties.find(
                      (one) =>
                        !form.values.max_students_by_specialty.some(({ specialty }) => specialty === one),
                    ) ?? 'other',
                  most: '',
                })
              }
            />
          }
        />
      </PageSection>
      <NativeSelect
        label={settingTexts.credit_rule.label}
        description={settingTexts.credit_rule.help}
        data={Object.entries(creditRules).map(([value, label]) => ({ value, label }))}
        {...form.field('credit_rule')}
      />
      <PageSection
        title="Attendance"
        description="When students check in, what counts as late or absent, and what follows."
        look="plain"
        titleOrder={3}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} style={fieldsInLine}>
          {attendanceKeys.map(numberField)}
          <NativeSelect
            label={settingTexts.hours_rounding_min.label}
            description={settingTexts.hours_rounding_min.help}
            data={roundingSteps}
            {...form.field('hours_rounding_min')}
          />
          <NativeSelect
            label={settingTexts.makeup_absences.label}
            description={settingTexts.makeup_absences.help}
            data={Object.entries(makeupRules).map(([value, label]) => ({ value, label }))}
            {...form.field('makeup_absences')}
          />
        </SimpleGrid>
      </PageSection>
      <TextField
        label={settingTexts.reminder_days.label}
        description={settingTexts.reminder_days.help}
        maxLength={60}
        {...form.field('reminder_days')}
      />
      {switches.map((key) => (
        <Checkbox
          key={key}
          label={settingTexts[key].label}
          description={settingTexts[key].help}
          {...form.field(key, { type: 'checkbox' })}
        />
      ))}
    </Form>
  )
}
