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
import type { AacnDomain, Project, ProjectType } from '../contract.ts'
import { domainLabels, typeLabels } from './capstone-words.ts'
import { useSaveProject } from './mutations.ts'

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

const valuesOf = (project: Project | undefined) => ({
  semester_id: project?.semester_id ?? '',
  course_code: project?.course_code ?? '',
  title: project?.title ?? '',
  summary: project?.summary ?? '',
  specialty: project?.specialty ?? 'med_surg',
  project_type: project?.project_type ?? 'practicum_only',
  preferred_units: project?.preferred_units ?? '',
  start_date: project?.start_date ?? '',
  end_date: project?.end_date ?? '',
  skills: project?.skills ?? [],
  goals: (project?.learning_goals ?? [{ goal: '', measure: '', aacn_domain: null }]).map((one) => ({
    goal: one.goal,
    measure: one.measure,
    aacn_domain: one.aacn_domain ?? '',
  })),
  deliverables: project?.deliverables.map(({ name, due }) => ({ name, due })) ?? [],
})
type Values = ReturnType<typeof valuesOf>

const schema = plainSchema<Values>((values) => ({
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
  const form = useSchemaForm(schema, {
    initialValues: valuesOf(project),
    onSubmit: async ({ goals, specialty, project_type: type, deliverables, ...values }) => {
      await save.mutateAsync({
        ...values,
        ...tick.sent,
        id,
        version: project?.version ?? 0,
        specialty: specialty as Specialty,
        project_type: type as ProjectType,
        learning_goals: goals
          .filter(({ goal }) => goal.trim() !== '')
          .map((one) => ({ ...one, aacn_domain: (one.aacn_domain || null) as AacnDomain | null })),
        deliverables: deliverables.filter(({ name, due }) => name.trim() !== '' && isPlainDate(due)),
      })
      onMade?.(id)
      onClose()
    },
  })
  const { goals, deliverables } = form.values
  return (
    <Form form={form} label="Proposal" submitLabel="Save proposal" onCancel={onClose}>
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
