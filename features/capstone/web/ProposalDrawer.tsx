import { specialties, specialtyLabels } from '#core/specialties.ts'
import {
  ActionIcon,
  Button,
  Drawer,
  Group,
  NativeSelect,
  SimpleGrid,
  TagsInput,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isPlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { semestersContract } from '#features/semesters/contract.ts'
import { featureApi } from '#platform/web/api.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { DateField } from '#ui/DateField.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { refusalMessage } from '#core/refusal.ts'
import { useVersions } from '#ui/use-versions.ts'
import { conflictOf } from '#ui/versions.ts'
import { VersionsNotice } from '#ui/VersionsNotice.tsx'
import type { AacnDomain, Project, ProjectType, Proposal } from '../contract.ts'
import { capstoneRefusals } from '../messages.ts'
import { isOpenProposal } from '../rules.ts'
import { domainLabels, typeLabels } from './capstone-words.ts'
import { useSaveProject } from './mutations.ts'
import { type ProposalValues, proposalVersionFields, valuesOf } from './proposal-form.ts'

const semesters = featureApi<typeof semestersContract>('semesters')

type Props = {
  opened: boolean
  project: Project | undefined
  onClose: () => void
  onMade?: (id: string) => void
}

/** The proposal of a project: a new one, or one that is still open. */
export function ProposalDrawer({ opened, project, onClose, onMade }: Props): ReactNode {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="right"
      title={project ? 'Edit proposal' : 'New capstone proposal'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ProposalForm project={project} onClose={onClose} onMade={onMade} />
    </Drawer>
  )
}

const schema = plainSchema<ProposalValues>((values) => ({
  semester_id: values.semester_id === '' && 'Choose a semester.',
  course_code: values.course_code.trim() === '' && 'Enter the course.',
  title: values.title.trim().length < 3 && 'Give it a title.',
  start_date: !isPlainDate(values.start_date) && 'Enter the first day.',
  end_date: !isPlainDate(values.end_date)
    ? 'Enter the last day.'
    : values.end_date < values.start_date && 'The last day is before the first day.',
  // A row that is empty is left out; one that is half filled in would be lost.
  ...Object.fromEntries([
    ...values.goals.map(({ goal, measure, aacn_domain: domain }, index) => [
      `goals.${index}.goal`,
      goal.trim() === '' && (measure.trim() !== '' || domain !== '') && 'Enter the goal.',
    ]),
    ...values.deliverables.flatMap(({ name, due }, index) => [
      [`deliverables.${index}.name`, name.trim() === '' && due !== '' && 'Name it.'],
      [`deliverables.${index}.due`, name.trim() !== '' && !isPlainDate(due) && 'Enter the day.'],
    ]),
  ]),
}))

function ProposalForm({ project, onClose, onMade }: Omit<Props, 'opened'>): ReactNode {
  const save = useSaveProject()
  const tick = usePatientTick()
  const [id] = useState(() => project?.id ?? crypto.randomUUID())
  const terms = useQuery(semesters.list.queryOptions({ input: {} }))
  // As of when the form was opened: saving is refused if the project changed meanwhile.
  const [start] = useState(() => valuesOf(project))
  const form = useSchemaForm(schema, {
    initialValues: start,
    onSubmit: async ({ goals, specialty, project_type: type, deliverables, ...values }, typed) => {
      await save.mutateAsync(
        {
          ...values,
          ...tick.sent,
          id,
          version: versions.version,
          specialty: specialty as Specialty,
          project_type: type as ProjectType,
          learning_goals: goals
            .filter(({ goal }) => goal.trim() !== '')
            .map((one) => ({ ...one, aacn_domain: (one.aacn_domain || null) as AacnDomain | null })),
          deliverables: deliverables.filter(({ name, due }) => name.trim() !== '' && isPlainDate(due)),
        },
        { onError: (error) => void versions.meet(error, typed) },
      )
      onMade?.(id)
      onClose()
    },
  })
  const { goals, deliverables } = form.values
  const versions = useVersions<Proposal, ProposalValues>({
    row: project,
    start,
    valuesOf,
    fields: proposalVersionFields(
      (semester) => terms.data?.find((one) => one.id === semester)?.name ?? 'Another',
    ),
    setValues: form.setValues,
  })
  const { met } = versions
  return (
    <Form
      form={conflictOf(save.error) ? { ...form, failure: undefined } : form}
      label="Proposal"
      submitLabel="Save proposal"
      onCancel={onClose}
    >
      {met && (
        <VersionsNotice
          what="this proposal"
          differences={met.differences}
          changes={met.changes}
          ended={
            isOpenProposal(met.current.status)
              ? undefined
              : refusalMessage(capstoneRefusals, { code: 'capstone.not_open', values: {} })
          }
          onChoose={versions.choose}
        />
      )}
      <ChoicesFailed queries={[terms]} />
      <TextInput label="Title" required {...form.field('title')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <NativeSelect
          label="Semester"
          required
          data={[
            { value: '', label: 'Choose…' },
            ...(terms.data ?? []).map((term) => ({ value: term.id, label: term.name })),
          ]}
          {...form.field('semester_id')}
        />
        <TextInput label="Course" required placeholder="NUR 499" {...form.field('course_code')} />
        <DateField label="First day" required {...form.field('start_date')} />
        <DateField label="Last day" required {...form.field('end_date')} />
        <NativeSelect
          label="Specialty"
          data={specialties.map((value) => ({ value, label: specialtyLabels[value] }))}
          {...form.field('specialty')}
        />
        <NativeSelect
          label="Kind"
          data={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('project_type')}
        />
      </SimpleGrid>
      <FreeText
        label="Summary"
        description="What you want to do, and why."
        tick={tick}
        sentAs="summary"
        maxLength={4000}
        {...form.field('summary')}
      />
      <fieldset>
        <legend>Learning goals</legend>
        {goals.map((_, index) => (
          // eslint-disable-next-line react/no-array-index-key -- rows have no id of their own
          <Group key={index} align="end" gap="xs" mb="xs">
            <TextField
              style={{ flex: '2 1 14rem' }}
              label={`Goal ${index + 1}`}
              maxLength={300}
              {...form.field(`goals.${index}.goal`)}
            />
            <TextField
              style={{ flex: '1 1 10rem' }}
              label="How it is measured"
              maxLength={180}
              {...form.field(`goals.${index}.measure`)}
            />
            <NativeSelect
              style={{ flex: '1 1 10rem' }}
              label="AACN domain"
              data={[
                { value: '', label: 'None' },
                ...Object.entries(domainLabels).map(([value, label]) => ({ value, label })),
              ]}
              {...form.field(`goals.${index}.aacn_domain`)}
            />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Remove goal ${index + 1}`}
              onClick={() => form.removeListItem('goals', index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('goals', { goal: '', measure: '', aacn_domain: '' })}
        >
          Add goal
        </Button>
      </fieldset>
      <fieldset>
        <legend>Deliverables</legend>
        {deliverables.map((_, index) => (
          // eslint-disable-next-line react/no-array-index-key -- rows have no id of their own
          <Group key={index} align="end" wrap="nowrap" gap="xs" mb="xs">
            <TextField
              style={{ flex: 2 }}
              label={`Deliverable ${index + 1}`}
              maxLength={120}
              {...form.field(`deliverables.${index}.name`)}
            />
            <DateField style={{ flex: 1 }} label="Due" {...form.field(`deliverables.${index}.due`)} />
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={`Remove deliverable ${index + 1}`}
              onClick={() => form.removeListItem('deliverables', index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.insertListItem('deliverables', { name: '', due: '' })}
        >
          Add deliverable
        </Button>
      </fieldset>
      <TagsInput
        label="Skills to practice"
        description="Press Enter after each."
        maxTags={40}
        {...form.field('skills')}
      />
      <TextField label="Preferred units" maxLength={180} {...form.field('preferred_units')} />
    </Form>
  )
}
