import { Button, Checkbox, NativeSelect, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { formatDate, formatRange } from '#core/plain-date.ts'
import { takeUrlParam } from '#platform/web/url-params.ts'
import { messageOf } from '#platform/web/api.ts'
import { AuthFrame } from '#ui/AuthFrame.tsx'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { lazyParts } from '#ui/lazy-parts.ts'
import { LoadingScreen } from '#ui/LoadingScreen.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import { LinkedEvaluationForm } from '#features/evaluations/web/public.ts'
import type { OpenedLink, Severity } from '../contract.ts'
import { dayWords, hoursChoices, hoursOf, severityLabels } from './day-words.ts'
import { capstone } from './queries.ts'

// Not every task has a text field, so it is loaded after the page.
const texts = lazyParts(() => import('#ui/FreeText.tsx'))
const FreeText = texts.part((file) => file.FreeText)

// Shown after the last task, once per project.
const TaskThanks = lazy(() => import('./TaskThanks.tsx').then((file) => ({ default: file.TaskThanks })))

const useSubmitTask = () =>
  useMutation({ ...capstone.submitLink.mutationOptions(), retry: false, meta: { quiet: true } })
type Submit = ReturnType<typeof useSubmitTask>

/** One task of a preceptor without an account, opened from an email: shows only that task (Domain 2.6). */
export function TaskScreen(): ReactNode {
  const [token = ''] = useState(() => takeUrlParam('token'))
  const { mutate, data, error } = useMutation({
    ...capstone.openLink.mutationOptions(),
    retry: false,
    meta: { quiet: true },
  })
  const submit = useSubmitTask()
  const isAsked = useRef(false)
  useEffect(() => {
    if (isAsked.current) return
    isAsked.current = true
    mutate({ token })
  }, [mutate, token])
  if (error)
    return (
      <Unusable
        title="This link could not be opened"
        text={messageOf(error)}
        onRetry={() => mutate({ token })}
      />
    )
  if (!data) return <LoadingScreen />
  if (submit.data) return <Done done={submit.data} />
  if (data.certificate)
    return (
      <Suspense fallback={<LoadingScreen />}>
        <TaskThanks token={token} certificate={data.certificate} />
      </Suspense>
    )
  if (!data.project || !data.task) return <Unusable title="This link cannot be used" text={data.message} />
  return <Task token={token} link={data} project={data.project} submit={submit} />
}

type UnusableProps = { title: string; text: string | null; onRetry?: () => void }

function Unusable({ title, text, onRetry }: UnusableProps): ReactNode {
  return (
    <AuthFrame title={title}>
      <Stack>
        <Text>{text}</Text>
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
      </Stack>
    </AuthFrame>
  )
}

type Shown = NonNullable<OpenedLink['project']>
type TaskProps = { token: string; project: Shown; submit: Submit }

const titleOf = ({ task, project }: OpenedLink): string => {
  if (task !== 'evaluate') return titles[task!]
  return project?.form?.kind === 'midterm' ? 'Midterm evaluation' : 'Final evaluation'
}
const titles = {
  accept: 'Be a preceptor?',
  sign: 'Sign the agreement',
  confirm: 'Confirm hours',
  evaluate: 'Evaluate',
  certificate: 'Thank you',
}

function Task({ link, ...props }: TaskProps & { link: OpenedLink }): ReactNode {
  const { project, submit } = props
  const facts = [
    // Anyone to whom the email was forwarded sees in whose name they would answer.
    { label: 'Preceptor', value: project.preceptor_name },
    { label: 'Student', value: project.student_name },
    { label: 'School', value: project.school_name },
    ...(link.task === 'confirm'
      ? [{ label: 'Day', value: project.day && dayWords(project.day) }]
      : link.task === 'evaluate'
        ? [
            { label: 'Project', value: project.title },
            { label: 'Form', value: project.form?.instrument_name },
          ]
        : [
            { label: 'Project', value: project.title },
            { label: 'Course', value: project.course_code },
            { label: 'Dates', value: formatRange(project.start_date, project.end_date) },
            { label: 'Hours', value: `${project.required_hours}` },
            { label: 'Faculty member', value: project.faculty_name },
          ]),
  ]
  return (
    <AuthFrame title={titleOf(link)} width={link.task === 'evaluate' ? 'wide' : 'normal'}>
      <Stack>
        <KeyValue items={facts} />
        {project.learning_goals.length > 0 && (
          <div>
            <Text fw={600}>What the student wants to learn</Text>
            <ul>
              {project.learning_goals.map(({ goal }) => (
                <li key={goal}>{goal}</li>
              ))}
            </ul>
          </div>
        )}
        {submit.error && link.task !== 'evaluate' && (
          <Banner kind="warning" live title={messageOf(submit.error)} />
        )}
        {link.task === 'evaluate' && <Evaluate {...props} />}
        {link.task === 'accept' && <Accept {...props} />}
        {link.task === 'sign' && <Sign {...props} />}
        {link.task === 'confirm' && <Confirm {...props} />}
      </Stack>
    </AuthFrame>
  )
}

/** Midterm or final: the school's form, stored on this device until it is submitted. */
function Evaluate({ token, project: { form }, submit }: TaskProps): ReactNode {
  if (!form) return null
  return (
    <Suspense fallback={<Skeletons shape="cards" count={3} />}>
      <LinkedEvaluationForm
        draftKey={token}
        form={form}
        error={submit.error}
        isSending={submit.isPending}
        onSubmit={(fields, tick) =>
          submit.mutateAsync({ token, answer: { task: 'evaluate', ...fields }, ...tick })
        }
      />
    </Suspense>
  )
}

/** Focuses a field that a press has brought, once. */
const focusNew = (field: HTMLTextAreaElement | null): void => field?.focus()

function Accept({ token, project, submit }: TaskProps): ReactNode {
  const tick = usePatientTick()
  useEffect(() => texts.fetch(), [])
  const [isDeclining, setDeclining] = useState(false)
  const [reason, setReason] = useState('')
  const send = (accepts: boolean) =>
    submit.mutate({ token, answer: { task: 'accept', accepts, reason: reason || null }, ...tick.sent })
  if (isDeclining)
    return (
      <Stack>
        <Suspense fallback={<Skeletons shape="form" />}>
          <FreeText
            label="Reason (optional)"
            description="The school and your facility read it."
            ref={focusNew}
            tick={tick}
            sentAs="reason"
            maxLength={1000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Suspense>
        <Button loading={submit.isPending} onClick={() => send(false)}>
          Decline
        </Button>
        <Button variant="default" onClick={() => setDeclining(false)}>
          Back
        </Button>
      </Stack>
    )
  return (
    <Stack>
      {project.answer_by && (
        <Text size="sm" c="dimmed">{`Answer by ${formatDate(project.answer_by, 'long')}.`}</Text>
      )}
      <Button loading={submit.isPending} onClick={() => send(true)}>
        Accept student
      </Button>
      <Button variant="default" onClick={() => setDeclining(true)}>
        Decline
      </Button>
    </Stack>
  )
}

function Sign({ token, project, submit }: TaskProps): ReactNode {
  const [hasRead, setRead] = useState(false)
  return (
    <Stack>
      <Text size="sm">
        The student is on the unit only with the named preceptor, works toward these goals, and follows the
        facility’s rules. You evaluate, the faculty member grades. Your name and the time are kept.
      </Text>
      <Checkbox
        label={`I am ${project.preceptor_name} and agree`}
        checked={hasRead}
        onChange={(event) => setRead(event.currentTarget.checked)}
      />
      <Button
        disabled={!hasRead}
        loading={submit.isPending}
        onClick={() => submit.mutate({ token, answer: { task: 'sign' } })}
      >
        Sign
      </Button>
    </Stack>
  )
}

/** Three taps: how many hours it was, whether there is a concern, one sentence. */
function Confirm({ token, project, submit }: TaskProps): ReactNode {
  const tick = usePatientTick()
  useEffect(() => texts.fetch(), [])
  const [hasConcern, setConcern] = useState(false)
  const [severity, setSeverity] = useState<Severity>('minor')
  const [narrative, setNarrative] = useState('')
  const [hasTried, setTried] = useState(false)
  const concern = hasConcern ? { severity, narrative } : null
  const planned = project.day?.minutes ?? 0
  const [minutes, setMinutes] = useState(planned)
  const isShort = hasConcern && narrative.trim().length < 10
  const send = () =>
    isShort
      ? setTried(true)
      : submit.mutate({ token, answer: { task: 'confirm', concern, minutes }, ...tick.sent })
  return (
    <Stack>
      <NativeSelect
        label="Hours with you"
        value={minutes}
        data={hoursChoices(planned)}
        onChange={(event) => setMinutes(Number(event.currentTarget.value))}
      />
      <Checkbox
        label="I have a concern"
        checked={hasConcern}
        onChange={(event) => setConcern(event.currentTarget.checked)}
      />
      {hasConcern && (
        <>
          <NativeSelect
            label="Severity"
            value={severity}
            data={Object.entries(severityLabels).map(([value, label]) => ({ value, label }))}
            onChange={(event) => setSeverity(event.currentTarget.value as Severity)}
          />
          <Suspense fallback={<Skeletons shape="form" />}>
            <FreeText
              label="What worries you"
              description={`Goes to ${project.faculty_name ?? 'the school'} right away.`}
              tick={tick}
              sentAs="narrative"
              clinical
              maxLength={4000}
              value={narrative}
              error={hasTried && isShort ? 'Describe it in a sentence or two.' : undefined}
              onChange={(event) => setNarrative(event.currentTarget.value)}
            />
          </Suspense>
        </>
      )}
      <Button loading={submit.isPending} onClick={send}>
        {`Confirm ${hoursOf(minutes)}`}
      </Button>
    </Stack>
  )
}

type DoneProps = { done: NonNullable<Submit['data']> }

const doneWords = {
  accept: { title: 'Thank you', text: 'You are the preceptor. You get another email to sign the agreement.' },
  decline: { title: 'Thank you for your answer', text: 'The school will look for another preceptor.' },
  sign: { title: 'Signed', text: 'After each day with the student you get an email to confirm the hours.' },
  confirm: { title: 'Thank you', text: 'The hours are recorded.' },
  evaluate: {
    title: 'Thank you',
    text: 'The student and the school have your evaluation. The faculty member grades.',
  },
} as const

function Done({ done }: DoneProps): ReactNode {
  const { title, text } = doneWords[done.done]
  return (
    <AuthFrame title={title}>
      <Stack>
        <Text>{text}</Text>
        {done.to_name && <Text>{`Sent to ${done.to_name}, who is asked to answer today.`}</Text>}
        <Text size="sm" c="dimmed">
          You can close this page.
        </Text>
      </Stack>
    </AuthFrame>
  )
}
