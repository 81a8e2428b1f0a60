import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '#core/plain-date.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { toast } from '#ui/toast.ts'
import type { Project, Severity } from '../contract.ts'
import classes from './Capstone.module.css'
import { severityLabels } from './day-words.ts'
import { useAnswerConcern, useRaiseConcern } from './mutations.ts'

/** Concerns of the preceptor, each with the person responsible; hidden from students and facilities. */
export function Concerns({ project }: { project: Project }): ReactNode {
  const [isRaising, setRaising] = useState(false)
  const answer = useAnswerConcern()
  const [reply, dialog] = useAction<{ id: string }>({
    label: 'Send answer',
    ask: () => ({ title: 'Answer this concern', reason: { label: 'Answer', isRequired: true } }),
    run: ({ id }, { reason, tick }) => answer.mutateAsync({ id, answer: reason, ...tick }),
    tellsFailure: true,
  })
  const { party, concerns } = project
  const mayRaise = party === 'preceptor' && (project.status === 'matched' || project.status === 'active')
  if (concerns.length === 0 && !mayRaise) return null
  return (
    <PageSection
      title="Concerns"
      description={
        party === 'preceptor'
          ? `Goes to ${project.faculty_name ?? 'the school'} right away. The student does not read it.`
          : undefined
      }
      actions={
        mayRaise &&
        !isRaising && (
          <Button variant="default" onClick={() => setRaising(true)}>
            Raise a concern
          </Button>
        )
      }
    >
      {isRaising && <ConcernForm project={project} onClose={() => setRaising(false)} />}
      <ul className={classes.rows}>
        {concerns.map((one) => (
          <li key={one.id} className={classes.row}>
            <div className={classes.words}>
              <strong>{`${severityLabels[one.severity]}: ${one.narrative}`}</strong>
              <span
                className={classes.dim}
              >{`${one.raised_by} to ${one.to_name}, ${formatInstant(one.raised_at, project.time_zone)}`}</span>
              {one.answer && <span>{one.answer}</span>}
            </div>
            {!one.answer && (party === 'school' || party === 'faculty') && (
              <Button size="sm" onClick={() => reply(one)}>
                Answer
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </PageSection>
  )
}

const schema = plainSchema<{ severity: string; narrative: string }>(({ narrative }) => ({
  narrative: narrative.trim().length < 10 && 'Describe it in a sentence or two.',
}))

function ConcernForm({ project, onClose }: { project: Project; onClose: () => void }): ReactNode {
  const raise = useRaiseConcern()
  const tick = usePatientTick()
  const [id] = useState(() => crypto.randomUUID())
  const form = useSchemaForm(schema, {
    initialValues: { severity: 'minor', narrative: '' },
    onSubmit: async ({ severity, narrative }) => {
      const sent = { id, project_id: project.id, severity: severity as Severity, narrative, ...tick.sent }
      const { to_name: name } = await raise.mutateAsync(sent)
      toast.success(`Sent to ${name}, who is asked to answer today.`)
      onClose()
    },
  })
  return (
    <Form form={form} label="Concern" submitLabel="Send concern" onCancel={onClose}>
      <NativeSelect
        label="Severity"
        data={Object.entries(severityLabels).map(([value, label]) => ({ value, label }))}
        {...form.field('severity')}
      />
      <FreeText
        label="What worries you"
        required
        tick={tick}
        sentAs="narrative"
        clinical
        maxLength={4000}
        {...form.field('narrative')}
      />
    </Form>
  )
}
