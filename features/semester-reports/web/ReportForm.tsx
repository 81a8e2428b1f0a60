import { Button, NativeSelect, Stack } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { Banner } from '#ui/Banner.tsx'
import { FormFooter } from '#ui/FormFooter.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { valuesAfterUpdate } from '#ui/values-after-update.ts'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Decision, SemesterReport } from '../contract.ts'
import { decisionLabels } from '../rules.ts'
import { useComment, useReview } from './queries.ts'
import { valuesOf } from './report-values.ts'

const decisions = Object.entries(decisionLabels).map(([value, label]) => ({ value, label }))

/** The values without spaces at the ends of texts. */
const trimmed = <Values extends Record<string, string>>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([key, text]) => [key, text.trim()])) as Values

/** The instructor's part of a report, or the school's: decision, strengths, goals and a comment. */
export function ReportForm({
  report,
  reader,
  onUnsaved,
}: {
  report: SemesterReport
  reader: 'instructor' | 'school'
  /** Is called when there is something typed that is not saved, and when there is no more. */
  onUnsaved?: (isUnsaved: boolean) => void
}): ReactNode {
  const tick = usePatientTick()
  const comment = useComment()
  const review = useReview()
  const [refusal, setRefusal] = useState<string>()
  const stored = valuesOf(report, reader)
  const [values, setValues] = useState(stored)
  const [opened, open] = useState({ version: report.version, values })
  if (report.version > opened.version) {
    const next = valuesAfterUpdate(trimmed(values), opened.values, stored)
    if (next) {
      setValues(next)
      open({ version: report.version, values: stored })
    }
  }
  // As the server stores them: without spaces at the ends.
  const isUnsaved = JSON.stringify(trimmed(values)) !== JSON.stringify(stored)
  useEffect(() => onUnsaved?.(isUnsaved), [onUnsaved, isUnsaved])
  useBlocker({
    shouldBlockFn: async () => isUnsaved && !(await confirmDiscard()),
    enableBeforeUnload: isUnsaved,
  })
  const set = (change: Partial<typeof values>) => setValues((before) => ({ ...before, ...change }))
  const answer = { onError: (error: unknown) => setRefusal(messageOf(error)) }
  function submit(event: FormEvent): void {
    event.preventDefault()
    setRefusal(undefined)
    const sent = {
      id: report.id,
      version: opened.version,
      idempotency_key: crypto.randomUUID(),
      decision: values.decision,
      strengths: values.strengths || null,
      goals_next: values.goals_next || null,
      ...tick.sent,
    }
    if (reader === 'instructor') comment.mutate({ ...sent, proctor_comment: values.comment }, answer)
    else review.mutate({ ...sent, school_comment: values.comment || null }, answer)
  }
  return (
    <PageSection title={reader === 'instructor' ? 'Your comment' : 'School review'}>
      <form aria-label={reader === 'instructor' ? 'Your comment' : 'School review'} onSubmit={submit}>
        <Stack gap="md">
          <NativeSelect
            label="Decision"
            data={decisions}
            value={values.decision}
            onChange={(event) => set({ decision: event.currentTarget.value as Decision })}
          />
          <FreeText
            tick={tick}
            sentAs="strengths"
            label="Strengths"
            maxLength={2000}
            value={values.strengths}
            onChange={(event) => set({ strengths: event.currentTarget.value })}
          />
          <FreeText
            tick={tick}
            sentAs="goals_next"
            label="Goals for next semester"
            maxLength={2000}
            value={values.goals_next}
            onChange={(event) => set({ goals_next: event.currentTarget.value })}
          />
          <FreeText
            tick={tick}
            sentAs={reader === 'instructor' ? 'proctor_comment' : 'school_comment'}
            label="Comment"
            description="The student reads it."
            required={reader === 'instructor'}
            maxLength={4000}
            value={values.comment}
            onChange={(event) => set({ comment: event.currentTarget.value })}
          />
          {refusal && <Banner kind="warning" live title={refusal} />}
          <FormFooter>
            <Button type="submit" loading={comment.isPending || review.isPending}>
              {reader === 'instructor' ? 'Send to the school' : 'Save review'}
            </Button>
          </FormFooter>
        </Stack>
      </form>
    </PageSection>
  )
}
