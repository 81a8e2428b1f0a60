import { Button, Checkbox, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { formatDate, formatInstant, ownZone } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { Banner } from '#ui/Banner.tsx'
import { focusFirstSoon } from '#ui/focus-first.ts'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { TextField } from '#ui/TextField.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Report } from '../contract.ts'
import { incidentLabels, severityLabels } from '#features/incident-leads/rules.ts'
import { useReportIncident } from './queries.ts'

const choices = <Labels extends Record<string, string>>(labels: Labels) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

const CloseIncident = lazy(() =>
  import('./CloseIncident.tsx').then((file) => ({ default: file.CloseIncident })),
)

type ListProps = {
  incidents: Report['incidents']
  /** True when the school may close them. */
  mayClose?: boolean
}

/** Incidents that the reader may see, oldest first, each with its outcome. */
export function IncidentList({ incidents, mayClose = false }: ListProps): ReactNode {
  if (incidents.length === 0) return null
  return (
    <ul>
      {incidents.map((one) => (
        <li key={one.id}>
          <Text fw={600} size="sm">{`${severityLabels[one.severity]}: ${incidentLabels[one.kind]}`}</Text>
          <Text size="sm">{one.narrative}</Text>
          <Text size="sm" c="dimmed">
            {[
              one.students.join(', '),
              one.reported_to && `reported to ${one.reported_to}`,
              one.follow_up_by && `follow up by ${formatDate(one.follow_up_by)}`,
              `reported ${formatInstant(one.created_at, ownZone(), 'weekday')}`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {one.closed_at && (
            <Text size="sm">{`Closed ${formatInstant(one.closed_at, ownZone(), 'weekday')}: ${one.outcome}`}</Text>
          )}
          {mayClose && !one.closed_at && (
            <Suspense fallback={null}>
              <CloseIncident incident={one} />
            </Suspense>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Tells who reads the text, so that no students are named who did not release their name. */
const NARRATIVE =
  'Read by your school and, if the facility named one, its incident lead. Choose students above instead of naming them here.'

/** The shortest description, in characters. */
const FEWEST = 10

const empty = {
  kind: 'near_miss',
  severity: 'minor',
  seats: [] as string[],
  narrative: '',
  reported_to: '',
  follow_up_by: '',
}

type FormProps = {
  shiftId: string
  /** The students it can be about, by the ids of their seats. */
  students: readonly { id: string; full_name: string }[]
}

/** Reports an incident: it is sent at once, separate from the report. */
export function IncidentForm({ shiftId, students }: FormProps): ReactNode {
  const { role } = useMe()
  const tick = usePatientTick()
  const send = useReportIncident()
  const [isOpen, open] = useState(false)
  const [id, setId] = useState(() => crypto.randomUUID())
  const [values, setValues] = useState(empty)
  const [refusal, setRefusal] = useState<string>()
  const [wrong, setWrong] = useState<string>()
  const set = (change: Partial<typeof empty>) => setValues((before) => ({ ...before, ...change }))
  const wouldLose = isOpen && (values.narrative !== '' || values.reported_to !== '')
  useBlocker({
    shouldBlockFn: async () => wouldLose && !(await confirmDiscard()),
    enableBeforeUnload: wouldLose,
  })
  function submit(form: HTMLElement): void {
    setRefusal(undefined)
    const isTooShort = values.narrative.trim().length < FEWEST
    setWrong(isTooShort ? 'Describe what happened in a sentence or two.' : undefined)
    if (isTooShort) return focusFirstSoon(form)
    const { reported_to: to, follow_up_by: by, kind, severity, ...rest } = values
    send.mutate(
      {
        ...rest,
        ...tick.sent,
        id,
        shift_id: shiftId,
        kind: kind as keyof typeof incidentLabels,
        severity: severity as keyof typeof severityLabels,
        reported_to: to || null,
        follow_up_by: by || null,
      },
      {
        onError: (error) => setRefusal(messageOf(error)),
        onSuccess: () => {
          open(false)
          setValues(empty)
          tick.set(false)
          setId(crypto.randomUUID())
        },
      },
    )
  }
  if (!isOpen)
    return (
      <Button variant="default" onClick={() => open(true)}>
        Report an incident
      </Button>
    )
  return (
    <form
      aria-label="Incident"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit(event.currentTarget)
      }}
    >
      <Stack gap="md">
        <NativeSelect
          label="Kind"
          data={choices(incidentLabels)}
          value={values.kind}
          onChange={(event) => set({ kind: event.currentTarget.value })}
        />
        <NativeSelect
          label="Severity"
          data={choices(severityLabels)}
          value={values.severity}
          onChange={(event) => set({ severity: event.currentTarget.value })}
        />
        <Checkbox.Group label="Students involved" value={values.seats} onChange={(seats) => set({ seats })}>
          <Stack gap="xs" mt="xs">
            {students.map((row) => (
              <Checkbox key={row.id} value={row.id} label={row.full_name} />
            ))}
          </Stack>
        </Checkbox.Group>
        <FreeText
          tick={tick}
          sentAs="narrative"
          clinical
          label="What happened"
          description={NARRATIVE}
          required
          error={wrong}
          maxLength={4000}
          value={values.narrative}
          onChange={(event) => set({ narrative: event.currentTarget.value })}
        />
        <TextField
          label="Reported to"
          description="For example the charge nurse or employee health."
          maxLength={300}
          value={values.reported_to}
          onChange={(event) => set({ reported_to: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Follow up by"
          value={values.follow_up_by}
          onChange={(event) => set({ follow_up_by: event.currentTarget.value })}
        />
        {refusal && <Banner kind="warning" live title={refusal} />}
        <FormFooter>
          <Button variant="default" onClick={() => open(false)}>
            Cancel
          </Button>
          <Button type="submit" loading={send.isPending}>
            {role === 'proctor' ? 'Send to your school' : 'Report incident'}
          </Button>
        </FormFooter>
      </Stack>
    </form>
  )
}
