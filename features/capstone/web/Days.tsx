import { Button } from '@mantine/core'
import { useLocation } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Project, ProjectDay } from '../contract.ts'
import classes from './Capstone.module.css'
import { dayLabels, dayLooks, kindLabels } from './capstone-words.ts'
import { ConfirmDay } from './ConfirmDay.tsx'
import { dayWords, hoursChoices, hoursOf } from './day-words.ts'
import { useChangeDay, useConfirmDay, useSendLink } from './mutations.ts'

const PlanForm = lazy(() => import('./PlanForm.tsx').then((m) => ({ default: m.PlanForm })))
const CandidateDialog = lazyDialog(() => import('./CandidateDialog.tsx').then((m) => m.CandidateDialog), {
  opened: false,
})

/** The days of a project: planned by the preceptor's roster, confirmed with one tap each. */
export function Days({ project }: { project: Project }): ReactNode {
  const [isPlanning, setPlanning] = useState(false)
  const [substituted, setSubstituted] = useState<ProjectDay>()
  const { hash } = useLocation()
  // A preceptor's dashboard leads here, far down on a phone.
  useEffect(() => {
    if (hash === 'days') document.getElementById('days')?.scrollIntoView({ block: 'start' })
  }, [hash])
  const isUnderWay = project.status === 'matched' || project.status === 'active'
  if (project.days.length === 0 && !isUnderWay) return null
  return (
    <div id="days">
      <PageSection
        title="Days"
        description="The student follows the preceptor’s roster, and is on the unit only with the preceptor of that day."
        actions={
          isUnderWay &&
          project.party !== 'facility' &&
          !isPlanning && (
            <Button variant="default" onClick={() => setPlanning(true)}>
              Plan a day
            </Button>
          )
        }
      >
        {isPlanning && (
          <Suspense>
            <PlanForm project={project} onClose={() => setPlanning(false)} />
          </Suspense>
        )}
        {project.days.length === 0 && <p className={classes.dim}>No days are planned yet.</p>}
        <ul className={classes.rows} aria-label="Days">
          {project.days.map((day) => (
            <OneDay key={day.id} project={project} day={day} onSubstitute={() => setSubstituted(day)} />
          ))}
        </ul>
        <CandidateDialog
          opened={substituted !== undefined}
          project={project}
          day={substituted}
          onClose={() => setSubstituted(undefined)}
        />
      </PageSection>
    </div>
  )
}

/** Where the preceptor is floated to, and who still has to say that they are ready. */
function floatedWords({
  floated_to: to,
  student_ready_at: student,
  preceptor_ready_at: preceptor,
  status,
}: ProjectDay): string {
  const waits = [!student && 'the student', !preceptor && 'the preceptor'].filter(Boolean).join(' and ')
  return `Floated to ${to}. ${status === 'confirmed' || waits === '' ? 'Both were ready to go along.' : `Waiting for ${waits} to say ready.`}`
}

type One = { project: Project; day: ProjectDay; onSubstitute: () => void }

function OneDay({ project: { party, nominations }, day, onSubstitute }: One): ReactNode {
  const send = useSendLink()
  const me = useMe()
  const [nomination] = nominations
  const isSchool = party === 'school' || party === 'faculty'
  const confirmDay = useConfirmDay()
  const change = useChangeDay()
  const isOpen = day.status === 'planned' || day.status === 'reschedule'
  const [askFor, asking] = useAction<{ what: 'reschedule' | 'float' }>({
    label: 'Note it',
    ask: ({ what }) =>
      what === 'reschedule'
        ? {
            title: `You can’t come on ${dayWords(day)}?`,
            body: 'The student and the school are notified. They’ll reschedule or find a substitute.',
            confirmLabel: 'I can’t come',
            reason: { label: 'Reason', isRequired: true },
          }
        : {
            title: `Which unit ${me.full_name === day.preceptor_name ? 'are you' : `is ${day.preceptor_name}`} floated to on ${dayWords(day)}?`,
            body: 'The student goes along only once both the student and the preceptor have said that they are ready.',
            reason: { label: 'Unit', isRequired: true, minLength: 2 },
          },
    run: ({ what }, { reason, tick }) => change.mutateAsync({ id: day.id, change: what, reason, ...tick }),
    tellsFailure: true,
  })
  const [askHours, askingHours] = useAction({
    label: 'Other hours',
    ask: () => ({
      title: `How long was the student with you on ${dayWords(day)}?`,
      confirmLabel: 'Confirm hours',
      fields: [
        {
          name: 'minutes',
          label: 'Hours',
          kind: 'choice',
          isRequired: true,
          initial: String(day.minutes),
          options: hoursChoices(day.minutes),
        },
      ],
    }),
    run: (_day, { values }) => confirmDay.mutateAsync({ id: day.id, minutes: Number(values['minutes']) }),
    tellsFailure: true,
  })
  const isTheirs = party === 'preceptor' && day.is_own
  const isToConfirm = isTheirs && day.status === 'planned' && day.has_ended
  const isToSay =
    day.floated_to !== null &&
    day.status === 'planned' &&
    (party === 'student' ? !day.student_ready_at : isTheirs && !day.preceptor_ready_at)
  const [remove, removing] = useAction({
    label: 'Remove day',
    danger: true,
    ask: () => ({ title: `Remove ${dayWords(day)}?` }),
    run: () => change.mutateAsync({ id: day.id, change: 'remove' }),
    tellsFailure: true,
  })
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <strong>{dayWords(day)}</strong>
        <span className={classes.dim}>
          {[
            hoursOf(day.minutes),
            kindLabels[day.kind],
            day.is_substitute ? `${day.preceptor_name} stands in` : day.preceptor_name,
            day.reason,
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {day.floated_to && <span>{floatedWords(day)}</span>}
      </div>
      <div className={classes.actions}>
        <StateBadge state={dayLooks[day.status]} label={dayLabels[day.status]} />
        {isTheirs && day.status === 'planned' && !day.has_ended && (
          <Button
            size="sm"
            variant="default"
            onClick={() => askFor({ what: 'reschedule' })}
            aria-label={`I can’t come on ${dayWords(day)}`}
          >
            I can’t come
          </Button>
        )}
        {isToSay && (
          <Button
            size="sm"
            loading={change.isPending}
            onClick={() => change.mutate({ id: day.id, change: 'ready' })}
            aria-label={`Ready on ${dayWords(day)}`}
          >
            {party === 'student' ? 'Ready to go along' : 'Ready to take them along'}
          </Button>
        )}
        {party !== 'student' && day.status === 'planned' && !day.has_ended && (
          <Button
            size="sm"
            variant="default"
            onClick={() => askFor({ what: 'float' })}
            aria-label={`Floated on ${dayWords(day)}`}
          >
            Floated
          </Button>
        )}
        {isSchool && nomination && day.status === 'planned' && day.has_ended && (
          <Button
            size="sm"
            variant="default"
            loading={send.isPending}
            onClick={() => send.mutate({ id: nomination.id, task: 'confirm', day_id: day.id })}
            aria-label={`Ask ${day.preceptor_name} to confirm ${dayWords(day)}`}
          >
            Ask to confirm
          </Button>
        )}
        {isOpen && (isSchool || party === 'facility') && (
          <Button
            size="sm"
            variant="default"
            onClick={onSubstitute}
            aria-label={`Substitute on ${dayWords(day)}`}
          >
            Substitute
          </Button>
        )}
        {isOpen && party !== 'facility' && !day.has_ended && (
          <Button
            size="sm"
            variant="default"
            onClick={() => remove({})}
            aria-label={`Remove ${dayWords(day)}`}
          >
            Remove
          </Button>
        )}
        {isToConfirm && (
          <>
            <Button
              size="sm"
              variant="default"
              onClick={() => askHours({})}
              aria-label={`Other hours, ${dayWords(day)}`}
            >
              Other hours
            </Button>
            <ConfirmDay day={day} />
          </>
        )}
      </div>
      {asking}
      {removing}
      {askingHours}
    </li>
  )
}
