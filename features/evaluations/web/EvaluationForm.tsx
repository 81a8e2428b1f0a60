import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { NoPatientNamed } from '#core/patient-data.ts'
import type { Answer, InstrumentContent } from '#features/instruments/contract.ts'
import { answerFaults, planItems } from '#features/instruments/rules.ts'
import { itemId, Items } from '#features/instruments/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { EvaluationFields, EvaluationKind, EvaluationStart, Subject } from '../contract.ts'
import { answeredOf, opensPlan } from '../rules.ts'
import classes from './EvaluationForm.module.css'
import { calls, touches } from './queries.ts'
import { type Saved, useDraft } from './use-draft.ts'
import { type Change, useLocalDraft } from './use-local-draft.ts'

type Flush = () => Promise<{ id: string; version: number }>
type FormProps = {
  /** The author's id. */
  person: string
  studentId: string
  kind: EvaluationKind
  about: Subject
  start: EvaluationStart
  /** Is called with whether the answers leave a remediation plan to write. */
  onSubmitted: (hasPlan: boolean) => void
  /** Renders further actions on the draft, which may save it first. */
  renderMore?: (flush: Flush) => ReactNode
}

function savedWords(saved: Saved): string {
  if (saved.state === 'failed') return `Not saved. ${saved.message}`
  if (saved.state === 'waiting') return 'Kept on this device. Sent when you are online.'
  if (saved.state === 'new') return 'Saved as you answer'
  return saved.state === 'saved' ? 'Saved' : 'Saving…'
}

const prefilledWords = (shifts: number): string =>
  `Filled in from ${shifts === 1 ? 'your evaluation of 1 shift' : `your evaluations of ${shifts} shifts`} this semester. Change what is no longer so.`

/** The form of an evaluation, for a phone held in one hand: each answer is one tap and saved at once, and errors appear at their item. */
export function EvaluationForm({
  person,
  studentId,
  kind,
  about,
  start,
  onSubmitted,
  renderMore,
}: FormProps): ReactNode {
  const tick = usePatientTick()
  const isTicked = tick.checked
  const said = useMemo(() => (isTicked ? { no_patient_named: true as const } : {}), [isTicked])
  const of = useMemo(() => ({ person, student_id: studentId, kind, about }), [person, studentId, kind, about])
  const { fields, change, saved, flush } = useDraft(start, of, said)
  const submit = useMutation({
    mutationFn: async () => calls.submit({ rows: [await flush()] }),
    meta: { quiet: true, touches },
    onSuccess: () => onSubmitted(opensPlan(start, kind, fields.answers)),
  })
  return (
    <FormBody
      kind={kind}
      content={start.content}
      fields={fields}
      change={change}
      tick={tick}
      returned={start.evaluation?.status === 'returned' ? start.evaluation.returned_reason : null}
      hasPlan={studentId !== person}
      prefilledFrom={start.prefilled?.shifts ?? 0}
      savedWords={savedWords(saved)}
      error={submit.error}
      isSending={submit.isPending}
      onSubmit={() => submit.mutate()}
    >
      {renderMore?.(flush)}
    </FormBody>
  )
}

type LinkedProps = {
  /** The key of the draft on this device, until it is submitted. */
  draftKey: string
  form: EvaluationFields & {
    kind: 'midterm' | 'final'
    content: InstrumentContent
    returned_reason: string | null
  }
  error: Error | null
  isSending: boolean
  onSubmit: (fields: EvaluationFields, tick: NoPatientNamed) => Promise<unknown>
}

/** Same form for a preceptor without an account: the draft stays on their device and is submitted as a whole. */
export function LinkedEvaluationForm({ draftKey, form, error, isSending, onSubmit }: LinkedProps): ReactNode {
  const tick = usePatientTick()
  const { content, kind, returned_reason: returned, answers, strengths, improvements } = form
  const { fields, change, drop } = useLocalDraft(draftKey, { answers, strengths, improvements })
  return (
    <FormBody
      kind={kind}
      content={content}
      fields={fields}
      change={change}
      tick={tick}
      returned={returned}
      hasPlan
      savedWords="Kept on this device"
      error={error}
      isSending={isSending}
      onSubmit={() => void onSubmit(fields, tick.sent).then(drop, () => {})}
    />
  )
}

type BodyProps = {
  kind: EvaluationKind
  content: InstrumentContent
  fields: EvaluationFields
  change: (next: Change, what: string) => void
  tick: ReturnType<typeof usePatientTick>
  /** Why the school returned it. */
  returned: string | null
  /** How many evaluations of shifts the initial texts come from. */
  prefilledFrom?: number
  /** True when the answers can open a remediation plan. */
  hasPlan: boolean
  savedWords: string
  error: Error | null
  isSending: boolean
  onSubmit: () => void
  children?: ReactNode
}

function FormBody({
  kind,
  content,
  fields,
  change,
  tick,
  returned,
  prefilledFrom = 0,
  hasPlan,
  savedWords: words,
  error,
  isSending,
  onSubmit,
  children,
}: BodyProps): ReactNode {
  const [showsFaults, showFaults] = useState(false)
  const faults = answerFaults(content, kind, fields.answers)
  const plan = hasPlan ? planItems(content, kind, fields.answers) : []
  const { given, of: all } = answeredOf(content, fields)
  function send(): void {
    showFaults(true)
    const [first] = faults
    if (first) document.getElementById(itemId(first.code))?.focus()
    else onSubmit()
  }
  const setAnswer = (answer: Answer) =>
    change(
      ({ answers }) => ({ answers: [...answers.filter(({ code }) => code !== answer.code), answer] }),
      answer.code,
    )
  return (
    <>
      {returned && (
        <Banner kind="warning" title="Your school returned this evaluation">
          {returned}
        </Banner>
      )}
      <Items
        content={content}
        time={kind}
        answers={fields.answers}
        faults={showsFaults ? faults : []}
        tick={tick}
        onAnswer={setAnswer}
      />
      <PageSection
        title="In your words"
        description={prefilledFrom > 0 ? prefilledWords(prefilledFrom) : undefined}
      >
        <Stack gap="md">
          <FreeText
            tick={tick}
            sentAs="strengths"
            label="Strengths"
            minRows={1}
            maxLength={2000}
            value={fields.strengths ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change(() => ({ strengths: value || null }), 'strengths')
            }
          />
          <FreeText
            tick={tick}
            sentAs="improvements"
            label="What to work on"
            minRows={1}
            maxLength={2000}
            value={fields.improvements ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change(() => ({ improvements: value || null }), 'improvements')
            }
          />
        </Stack>
      </PageSection>
      {plan.length > 0 && (
        <Banner
          kind="warning"
          title={
            plan.length === 1
              ? '1 item opens a remediation plan'
              : `${plan.length} items open a remediation plan`
          }
        >
          It is signed by the student, the faculty member and the school after you submit.
        </Banner>
      )}
      {children}
      {error && <Banner kind="warning" live title={messageOf(error)} />}
      <div className={classes.bar} data-sticky>
        <output className={classes.saved}>{`${given} of ${all} · ${words}`}</output>
        <Button size="md" loading={isSending} onClick={send}>
          Submit evaluation
        </Button>
      </div>
    </>
  )
}
