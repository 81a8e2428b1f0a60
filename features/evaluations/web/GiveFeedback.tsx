import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Answer, InstrumentContent } from '#features/instruments/contract.ts'
import { answerFaults } from '#features/instruments/rules.ts'
import { Items } from '#features/instruments/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FailedState } from '#ui/FailedState.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import { Skeletons } from '#ui/Skeletons.tsx'
import classes from './EvaluationForm.module.css'
import { evaluations, touches } from './queries.ts'

type Target = { about: 'site' | 'instructor'; shift_id: string; instructor_id: string | null; name: string }

/**
 * A student's feedback on the sites and instructors of their shifts: anonymous, once a semester. Before the first it renders nothing, or an
 * empty state with `saysNothing`.
 */
export function GiveFeedback({ saysNothing = false }: { saysNothing?: boolean }): ReactNode {
  const query = useQuery({ ...evaluations.feedbackToGive.queryOptions({ input: {} }), staleTime: 0 })
  const [target, choose] = useState<Target>()
  if (query.data?.rows.length === 0 && saysNothing)
    return (
      <EmptyState
        title="Nothing to give feedback on yet"
        description="Sites and instructors appear here after a shift you attended."
      />
    )
  if (query.isError && !query.data)
    return (
      <FailedState
        title="Your feedback forms couldn’t be loaded"
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  if (!query.data && saysNothing) return <Skeletons shape="text" count={3} />
  if (!query.data || query.data.rows.length === 0) return null
  const { rows, forms } = query.data
  if (target)
    return <FeedbackForm target={target} content={forms[target.about]} onDone={() => choose(undefined)} />
  return (
    <PageSection
      title="Your feedback"
      description="Anonymous. It is shown in groups of five or more, and never with names."
    >
      <ul className={classes.plain}>
        {rows.map((row) => (
          <li key={`${row.about} ${row.shift_id} ${row.instructor_id}`}>
            <span>{`${row.name}, ${row.semester_name}`}</span>
            {row.is_given ? (
              <span>Given</span>
            ) : (
              <Button
                size="xs"
                variant="default"
                aria-label={`Give feedback on ${row.name}`}
                onClick={() => choose(row)}
              >
                Give feedback
              </Button>
            )}
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

function FeedbackForm({
  target,
  content,
  onDone,
}: {
  target: Target
  content: InstrumentContent
  onDone: () => void
}): ReactNode {
  const tick = usePatientTick()
  const [id] = useState(() => crypto.randomUUID())
  const [answers, setAnswers] = useState<Answer[]>([])
  const [comment, setComment] = useState('')
  const [showsFaults, showFaults] = useState(false)
  const faults = answerFaults(content, 'shift', answers)
  const give = useMutation({
    ...evaluations.giveFeedback.mutationOptions(),
    meta: { quiet: true, done: 'Thank you. Your feedback is anonymous.', touches },
    onSuccess: onDone,
  })
  const send = (): void => {
    showFaults(true)
    if (faults.length === 0)
      give.mutate({
        id,
        about: target.about,
        shift_id: target.shift_id,
        instructor_id: target.instructor_id,
        answers: answers.map(({ code, point }) => ({ code, point })),
        comment: comment || null,
        ...tick.sent,
      })
  }
  return (
    <>
      <PageSection
        title={`Feedback on ${target.name}`}
        description="It can’t be changed later, to keep it anonymous."
        look="plain"
      />
      <Items
        content={content}
        time="shift"
        answers={answers}
        faults={showsFaults ? faults : []}
        tick={tick}
        onAnswer={(answer) => setAnswers([...answers.filter(({ code }) => code !== answer.code), answer])}
      />
      <FreeText
        tick={tick}
        sentAs="comment"
        label="Comment"
        description="Shown without your name, among the others."
        maxLength={1000}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      {give.error && <Banner kind="warning" live title={messageOf(give.error)} />}
      <div className={classes.bar}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button loading={give.isPending} onClick={send}>
          Send feedback
        </Button>
      </div>
    </>
  )
}
