import { Modal, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import type { Project } from '../contract.ts'
import { useApprove, useChangeFaculty } from './mutations.ts'
import { capstone } from './queries.ts'

type Props = { opened: boolean; project: Project | undefined; onClose: () => void }
type Values = {
  faculty_id: string
  required_hours: number | string
  orientation_hours: number | string
  other_hours: number | string
}

const schema = plainSchema<Values>((values) => ({
  faculty_id: values.faculty_id === '' && 'Choose a faculty member.',
  required_hours: Number(values.required_hours) < 1 && 'From 1 to 2,000.',
  orientation_hours:
    Number(values.orientation_hours) + Number(values.other_hours) > Number(values.required_hours) &&
    'Orientation and other hours are more than the required hours.',
}))

const titleOf = (project: Project | undefined): string =>
  project?.faculty_name ? 'Change faculty member' : 'Approve proposal'

/** Approves a proposal, with the faculty member and the required hours; or changes the faculty member afterwards. */
export function ApproveDialog({ opened, project, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={titleOf(project)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {project && <ApproveForm project={project} onClose={onClose} />}
    </Modal>
  )
}

function ApproveForm({ project, onClose }: { project: Project; onClose: () => void }): ReactNode {
  const approve = useApprove()
  const change = useChangeFaculty()
  const isApproved = project.faculty_name !== null
  const people = useQuery(capstone.faculty.queryOptions({ input: { id: project.id } }))
  const form = useSchemaForm(schema, {
    initialValues: { faculty_id: '', required_hours: 120, orientation_hours: 0, other_hours: 0 } as Values,
    onSubmit: async (values) => {
      const { id, version } = project
      const { faculty_id } = values
      await (isApproved
        ? change.mutateAsync({ id, version, faculty_id })
        : approve.mutateAsync({
            id,
            version,
            faculty_id,
            required_hours: Number(values.required_hours),
            orientation_hours: Number(values.orientation_hours),
            other_hours: Number(values.other_hours),
          }))
      onClose()
    },
  })
  return (
    <Form
      form={form}
      label={titleOf(project)}
      submitLabel={isApproved ? 'Change' : 'Approve'}
      onCancel={onClose}
    >
      <ChoicesFailed queries={[people]} />
      <PickOne
        label="Faculty member"
        description="Signs the agreement, answers concerns and grades."
        required
        among={people.data?.map(({ id, full_name: name }) => ({ id, name }))}
        {...form.field('faculty_id')}
      />
      {!isApproved && (
        <>
          <NumberInput label="Required hours" required min={1} max={2000} {...form.field('required_hours')} />
          <NumberInput label="Of these, orientation" min={0} max={500} {...form.field('orientation_hours')} />
          <NumberInput
            label="Of these, other than on the unit"
            min={0}
            max={500}
            {...form.field('other_hours')}
          />
        </>
      )}
    </Form>
  )
}
