import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Answer } from '#features/instruments/contract.ts'
import { answerFaults, planItems } from '#features/instruments/rules.ts'
import { itemId, Items } from '#features/instruments/web/public.ts'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { EvaluationKind, EvaluationStart, Subject } from '../contract.ts'
import { answeredOf } from '../rules.ts'
import classes from './EvaluationForm.module.css'
import { calls, touches } from './queries.ts'
import { type Saved, useDraft } from './use-draft.ts'

type Flush = () => Promise<{ id: string; version: number }>
type FormProps = {
  /** Who writes. */
  person: string
  studentId: string
  kind: EvaluationKind
  about: Subject
  start: EvaluationStart
  onSubmitted: () => void
  /** What else can be done with the draft, once it is saved. */
  renderMore?: (flush: Flush) => ReactNode
}

function savedWords(saved: Saved): string {
  if (saved.state === 'failed') return `Not saved. ${saved.message}`
  if (saved.state === 'waiting') return 'Kept on this device. Sent when you are online.'
  return saved.state === 'saved' ? 'Saved' : 'Saving…'
}

/** The form of an evaluation, for a phone held in one hand: an answer is a tap, each is saved at once, errors are at their item. */
export function EvaluationForm({ person, studentId, kind, about, start, onSubmitted, renderMore }: FormProps): ReactNode {
  const tick = usePatientTick()
  const isTicked = tick.checked
  const said = useMemo(() => (isTicked ? { no_patient_named: true as const } : {}), [isTicked])
  const of = useMemo(() => ({ person, student_id: studentId, kind, about }), [person, studentId, kind, about])
  const { fields, change, saved, flush } = useDraft(start, of, said)
  const [showsFaults, showFaults] = useState(false)
  const { content } = start
  const faults = answerFaults(content, kind, fields.answers)
  const plan = studentId === person ? [] : planItems(content, kind, fields.answers)
  const { given, of: all } = answeredOf(content, fields)
  const submit = useMutation({
    mutationFn: async () => calls.submit({ rows: [await flush()] }),
    meta: { quiet: true, touches },
    onSuccess: onSubmitted,
  })
  function send(): void {
    showFaults(true)
    const [first] = faults
    if (first) document.getElementById(itemId(first.code))?.focus()
    else submit.mutate()
  }
  const setAnswer = (answer: Answer) =>
    change({ answers: [...fields.answers.filter(({ code }) => code !== answer.code), answer] }, answer.code)
  return (
    <>
      {start.evaluation?.status === 'returned' && <Banner kind="warning" title="Your school returned this evaluation">{start.evaluation.returned_reason}</Banner>}
      <Items content={content} time={kind} answers={fields.answers} faults={showsFaults ? faults : []} tick={tick} onAnswer={setAnswer} />
      <PageSection title="In your words">
        <Stack gap="md">
          <FreeText tick={tick} sentAs="strengths" label="Strengths" minRows={1} maxLength={2000} value={fields.strengths ?? ''} onChange={(event) => change({ strengths: event.currentTarget.value || null }, 'strengths')} />
          <FreeText tick={tick} sentAs="improvements" label="What to work on" minRows={1} maxLength={2000} value={fields.improvements ?? ''} onChange={(event) => change({ improvements: event.currentTarget.value || null }, 'improvements')} />
        </Stack>
      </PageSection>
      {plan.length > 0 && (
        <Banner kind="warning" title={plan.length === 1 ? 'One item opens a remediation plan' : `${plan.length} items open a remediation plan`}>
          You, the student and the school sign it after you submit.
        </Banner>
      )}
      {renderMore?.(flush)}
      {submit.error && <Banner kind="warning" live title={messageOf(submit.error)} />}
      <div className={classes.bar}>
        <output className={classes.saved}>{`${given} of ${all} · ${savedWords(saved)}`}</output>
        <Button size="md" loading={submit.isPending} onClick={send}>
          Submit evaluation
        </Button>
      </div>
    </>
  )
} // prettier-ignore
