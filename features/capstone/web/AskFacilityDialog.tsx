import { Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { PickOne } from '#ui/Pick.tsx'
import type { Project } from '../contract.ts'
import { useAskFacility } from './mutations.ts'
import { capstone } from './queries.ts'

type Props = { opened: boolean; project: Project | undefined; onClose: () => void }

const schema = plainSchema<{ facility_id: string | null }>(({ facility_id: facility }) => ({
  facility_id: !facility && 'Choose a facility.',
}))

/** Asks a partner facility for a preceptor. */
export function AskFacilityDialog({ opened, project, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Ask a facility for a preceptor"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {project && <AskForm project={project} onClose={onClose} />}
    </Modal>
  )
}

function AskForm({ project, onClose }: { project: Project; onClose: () => void }): ReactNode {
  const ask = useAskFacility()
  const facilities = useQuery(capstone.facilities.queryOptions({ input: { id: project.id } }))
  const form = useSchemaForm(schema, {
    initialValues: { facility_id: null as string | null },
    onSubmit: async ({ facility_id: facility }) => {
      await ask.mutateAsync({ id: project.id, version: project.version, facility_id: facility! })
      onClose()
    },
  })
  return (
    <Form form={form} label="Ask a facility" submitLabel="Ask facility" onCancel={onClose}>
      {project.status === 'awaiting_preceptor' && project.facility_id && (
        <Text size="sm">
          The facility that was asked is notified that it no longer is, and so is its preceptor. Days planned
          there have to be rescheduled.
        </Text>
      )}
      <ChoicesFailed queries={[facilities]} />
      <PickOne
        label="Unit or site"
        description={
          project.preferred_units
            ? `The student prefers: ${project.preferred_units}`
            : 'Facilities of your active partnerships.'
        }
        required
        among={facilities.data?.filter(
          ({ id }) => project.status !== 'awaiting_preceptor' || id !== project.facility_id,
        )}
        {...form.field('facility_id')}
      />
    </Form>
  )
}
