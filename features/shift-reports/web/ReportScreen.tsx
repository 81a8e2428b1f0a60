import { clockRange } from '#core/clock-time.ts'
import { Button, Checkbox, NativeSelect, NumberInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Skeletons } from '#ui/Skeletons.tsx'
import { formatDate, formatInstant } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { AttendanceSheet } from '#features/attendance/web/public.ts'
import { facilityLabel } from '#features/shifts/web/public.ts'
import { isRefusal, messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { TextField } from '#ui/TextField.tsx'
import { focusFirst } from '#ui/focus-first.ts'
import { fieldErrorsOf } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { type PatientTick, usePatientTick } from '#ui/patient-tick.ts'
import { toast } from '#ui/toast.ts'
import type { Report, ReportFields } from '../contract.ts'
import { isOpenReport } from '../rules.ts'
import { studentsWords } from './students-words.ts'
import { IncidentForm, IncidentList } from './Incidents.tsx'
import { reports, useSubmitReport } from './queries.ts'
import classes from './ReportScreen.module.css'
import { ReportSummary } from './ReportSummary.tsx'
import { ReportBadge } from './ReportBadge.tsx'
import { useAutosave } from './use-autosave.ts'

const list = '/proctor/shift-reports'

/** One report: its attendance, what the instructor writes, incidents, and submitting it (Domain 2.12). */
export function ReportScreen({ shiftId }: { shiftId: string }): ReactNode {
  const query = useQuery({
    ...reports.get.queryOptions({ input: { shift_id: shiftId } }),
    staleTime: 0,
    gcTime: 0,
  })
  const way = [{ label: 'Shift reports', href: list }]
  if (!query.data && isRefusal(query.error))
    return (
      <Page title="Shift report" breadcrumbs={way}>
        <EmptyState
          icon={IconCalendarOff}
          title="There is no report on this shift"
          description={messageOf(query.error)}
          action={<LinkButton href={list}>Shift reports</LinkButton>}
        />
      </Page>
    )
  const report = query.data
  return (
    <Page
      title="Shift report"
      breadcrumbs={way}
      badge={report && <ReportBadge report={report} />}
      description={
        report &&
        `${facilityLabel(report)} · ${formatDate(report.date, 'weekday')}, ${clockRange(report.start_time, report.end_time)}`
      }
      query={query}
      failedTitle="This report couldn’t be loaded"
    >
      {(loaded) => (isOpenReport(loaded.status) ? <Editor report={loaded} /> : <Sent report={loaded} />)}
    </Page>
  )
}

/** A report that was submitted or accepted. */
function Sent({ report }: { report: Report }): ReactNode {
  return (
    <>
      <Banner
        kind={report.status === 'accepted' ? 'success' : 'info'}
        title={
          report.status === 'accepted'
            ? 'Accepted. The hours are posted.'
            : 'Your school looks at the exceptions and accepts it or returns it to you.'
        }
      />
      <PageSection title="Report">
        <ReportSummary report={report} />
      </PageSection>
      <Incidents report={report} />
    </>
  )
}

function Incidents({ report }: { report: Report }): ReactNode {
  return (
    <PageSection title="Incidents" description="Your school is notified at once.">
      <IncidentList incidents={report.incidents} />
      <IncidentForm shiftId={report.shift_id} students={report.attendance} />
    </PageSection>
  )
}

function Editor({ report }: { report: Report }): ReactNode {
  const goTo = useNavigateTo()
  const tick = usePatientTick()
  const { fields, setFields, saved, flush } = useAutosave(report, useMe().id, tick.sent)
  const submit = useSubmitReport(report.shift_id, flush, ({ status }) => {
    toast.success(
      status === 'accepted'
        ? 'Report accepted. The hours are posted.'
        : 'Report submitted. Your school looks at the exceptions.',
    )
    goTo(list)
  })
  const [hasNoPatients, setNoPatients] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const { error } = submit
  const refused = fieldErrorsOf(error)
  const wrong = {
    taught: fields.teaching_summary === null && refused?.['teaching_summary'],
    tick: !hasNoPatients && refused?.['no_patient_information'],
  }
  // The button is always in view, so the wrong field may be far from it.
  useEffect(() => {
    if (error) focusFirst(form.current)
  }, [error])
  const set = (change: Partial<ReportFields>) => setFields((before) => ({ ...before, ...change }))
  return (
    <div ref={form} className={classes.parts}>
      {report.returned_reason && (
        <Banner kind="warning" title="Your school returned this report">
          {report.returned_reason}
        </Banner>
      )}
      <Suspense fallback={<Skeletons shape="table" />}>
        <AttendanceSheet
          shift={{
            id: report.shift_id,
            status: report.shift_status,
            starts_at: report.starts_at,
            ends_at: report.ends_at,
            time_zone: report.time_zone,
          }}
        />
      </Suspense>
      <Teaching report={report} fields={fields} set={set} tick={tick} wrong={wrong.taught} />
      <Students report={report} fields={fields} set={set} tick={tick} />
      <Unit fields={fields} set={set} tick={tick} />
      <Incidents report={report} />
      <PageSection title="Submit">
        <Stack gap="sm" align="flex-start">
          <Checkbox
            label="This report has no patient information"
            description="No names, numbers, dates of birth, or rooms."
            checked={hasNoPatients}
            error={wrong.tick}
            onChange={(event) => setNoPatients(event.currentTarget.checked)}
          />
          {error && !wrong.taught && !wrong.tick && (
            <div ref={scrollTo}>
              <Banner kind="warning" live title={messageOf(error)} />
            </div>
          )}
          <Text
            size="sm"
            c="dimmed"
          >{`Due ${formatInstant(report.due_at, report.time_zone, 'weekday')}.`}</Text>
        </Stack>
      </PageSection>
      <div className={classes.bar} data-sticky>
        <output className={classes.saved}>
          {saved.state === 'failed' ? `Not saved. ${saved.message}` : savedLabels[saved.state]}
        </output>
        <Button size="md" loading={submit.isPending} onClick={() => submit.mutate(hasNoPatients)}>
          Submit report
        </Button>
      </div>
    </div>
  )
}

const scrollTo = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'center' })

const savedLabels = {
  new: 'Saved as you write',
  saved: 'Saved',
  waiting: 'Saving…',
  saving: 'Saving…',
  kept: 'Kept on this device. Sent when you are online.',
} as const

type PartProps = { fields: ReportFields; set: (change: Partial<ReportFields>) => void; tick: PatientTick }

function Teaching({
  report,
  fields,
  set,
  tick,
  wrong,
}: PartProps & { report: Report; wrong: ReactNode }): ReactNode {
  return (
    <PageSection title="Teaching">
      <Stack gap="md">
        <FreeText
          tick={tick}
          sentAs="teaching_summary"
          label="What was taught"
          required
          error={wrong}
          maxLength={4000}
          value={fields.teaching_summary ?? ''}
          onChange={(event) => set({ teaching_summary: event.currentTarget.value || null })}
        />
        <FreeText
          tick={tick}
          sentAs="activities"
          label="What students did"
          maxLength={2000}
          value={fields.activities ?? ''}
          onChange={(event) => set({ activities: event.currentTarget.value || null })}
        />
        {report.objectives.length > 0 && (
          <Checkbox.Group
            label="Objectives met"
            value={fields.objectives_met}
            onChange={(met) => set({ objectives_met: met })}
          >
            <Stack gap="xs" mt="xs">
              {report.objectives.map((objective) => (
                <Checkbox key={objective} value={objective} label={objective} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Stack>
    </PageSection>
  )
}

function Students({ report, fields, set, tick }: PartProps & { report: Report }): ReactNode {
  const change = (id: string, more: object) =>
    set({ roster: fields.roster.map((row) => (row.id === id ? { ...row, ...more } : row)) })
  if (fields.roster.length === 0) return null
  return (
    <PageSection
      title="Students"
      description={`${studentsWords(report)}. Everyone who came counts as prepared and in uniform. Clear what does not apply.`}
    >
      <ul className={classes.students}>
        {fields.roster.map((row) => {
          const name = report.attendance.find(({ id }) => id === row.id)?.full_name ?? 'Student'
          return (
            <li key={row.id} className={classes.student}>
              <Text fw={600}>{name}</Text>
              <div className={classes.ticks}>
                <Checkbox
                  label="Prepared"
                  aria-label={`${name}: prepared`}
                  checked={row.prepared}
                  onChange={(event) => change(row.id, { prepared: event.currentTarget.checked })}
                />
                <Checkbox
                  label="Uniform"
                  aria-label={`${name}: uniform`}
                  checked={row.uniform}
                  onChange={(event) => change(row.id, { uniform: event.currentTarget.checked })}
                />
              </div>
              <FreeText
                tick={tick}
                sentAs="note"
                aria-label={`${name}: note`}
                placeholder="Note"
                minRows={1}
                maxLength={500}
                value={row.note ?? ''}
                onChange={(event) => change(row.id, { note: event.currentTarget.value || null })}
              />
            </li>
          )
        })}
      </ul>
    </PageSection>
  )
}

const scores = ['', '1', '2', '3', '4', '5'].map((value) => ({ value, label: value || 'Not rated' }))
const rated = { welcome: 'Welcome', support: 'Support', suitability: 'Suitable for students' } as const

function Unit({ fields, set, tick }: PartProps): ReactNode {
  const { facility_feedback: feedback } = fields
  return (
    <PageSection title="Unit" description="Only your school reads this.">
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NumberInput
            clampBehavior="blur"
            label="Patients on the unit"
            min={0}
            max={500}
            allowDecimal={false}
            value={fields.census ?? ''}
            onChange={(value) => set({ census: value === '' ? null : Number(value) })}
          />
          <TextField
            label="Acuity"
            maxLength={500}
            value={fields.acuity_note ?? ''}
            onChange={(event) => set({ acuity_note: event.currentTarget.value || null })}
          />
          {(Object.keys(rated) as (keyof typeof rated)[]).map((key) => (
            <NativeSelect
              key={key}
              label={rated[key]}
              description="1 poor, 5 excellent"
              data={scores}
              value={String(feedback[key] ?? '')}
              onChange={(event) =>
                set({
                  facility_feedback: {
                    ...feedback,
                    [key]: event.currentTarget.value ? Number(event.currentTarget.value) : null,
                  },
                })
              }
            />
          ))}
        </SimpleGrid>
        <FreeText
          tick={tick}
          sentAs="comment"
          label="Feedback on the unit"
          maxLength={2000}
          value={feedback.comment ?? ''}
          onChange={(event) =>
            set({ facility_feedback: { ...feedback, comment: event.currentTarget.value || null } })
          }
        />
        <FreeText
          tick={tick}
          sentAs="private_note"
          label="Note to your school"
          maxLength={2000}
          value={fields.private_note ?? ''}
          onChange={(event) => set({ private_note: event.currentTarget.value || null })}
        />
      </Stack>
    </PageSection>
  )
}
