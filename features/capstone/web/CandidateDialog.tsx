import { Modal, Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { TextField } from '#ui/TextField.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import type { Project, ProjectDay } from '../contract.ts'
import classes from './Capstone.module.css'
import { dayWords } from './day-words.ts'
import { useNominate, useSubstitute } from './mutations.ts'
import { capstone } from './queries.ts'

type Props = {
  opened: boolean
  project: Project | undefined
  day: ProjectDay | undefined
  onClose: () => void
}

/** Chooses a preceptor for the project, or a substitute for one day. Lists ineligible people with the reasons. */
export function CandidateDialog({ opened, project, day, onClose }: Props): ReactNode {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={day ? `Substitute on ${dayWords(day)}` : 'Nominate a preceptor'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {project && <CandidateForm project={project} day={day} onClose={onClose} />}
    </Modal>
  )
}

function CandidateForm({
  project,
  day,
  onClose,
}: {
  project: Project
  day: ProjectDay | undefined
  onClose: () => void
}) {
  const nominate = useNominate()
  const substitute = useSubstitute()
  const [id] = useState(() => crypto.randomUUID())
  const found = useQuery(
    capstone.candidates.queryOptions({ input: { id: project.id, ...(day && { date: day.date }) } }),
  )
  const schema = plainSchema<{ preceptor_id: string; reason: string }>((values) => ({
    preceptor_id: values.preceptor_id === '' && 'Choose a preceptor.',
    reason: day !== undefined && values.reason.trim().length < 3 && 'Give a reason.',
  }))
  const form = useSchemaForm(schema, {
    initialValues: { preceptor_id: '', reason: day?.reason ?? '' },
    onSubmit: async ({ preceptor_id, reason }) => {
      if (day) await substitute.mutateAsync({ id: day.id, preceptor_id, reason })
      else await nominate.mutateAsync({ id, project_id: project.id, preceptor_id })
      onClose()
    },
  })
  if (found.isPending) return <LoadingScreen />
  return (
    <Form form={form} label="Preceptor" submitLabel={day ? 'Name substitute' : 'Nominate'} onCancel={onClose}>
      <ChoicesFailed queries={[found]} />
      <Radio.Group label="Preceptor" required {...form.field('preceptor_id')}>
        <Stack gap="xs" mt="xs">
          {(found.data ?? []).map((one) => (
            <Radio
              key={one.id}
              value={one.id}
              disabled={one.blockers.length > 0}
              label={`${one.full_name}, ${one.facility_name}`}
              description={
                one.blockers.join(' ') || (one.has_account ? 'Eligible' : 'Eligible, answers by email')
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      {found.data?.length === 0 && (
        <p className={classes.dim}>
          The facility has no preceptors yet. It adds them on its Preceptors page.
        </p>
      )}
      {day && <TextField label="Reason" required maxLength={300} {...form.field('reason')} />}
    </Form>
  )
}
