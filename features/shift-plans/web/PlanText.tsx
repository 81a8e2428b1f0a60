import { useQuery } from '@tanstack/react-query'
import { NativeSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatRange } from '#core/plain-date.ts'
import { ChoicesFailed } from '#ui/ChoicesFailed.tsx'
import { Form } from '#ui/Form.tsx'
import { plainSchema, useSchemaForm } from '#ui/form.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { ShiftPlan } from '../contract.ts'
import { isOpen } from '../rules.ts'
import classes from './Creator.module.css'
import { type PlanChanges, seen, shiftPlans } from './queries.ts'

type Values = { semester_id: string; prompt: string }

/** The text of a plan, how it was read, and what was assumed. */
export function PlanText({ plan, changes }: { plan: ShiftPlan; changes: PlanChanges }): ReactNode {
  return (
    <>
      <PageSection title="How it was read" folds>
        <ol className={classes.questions}>
          {plan.series.map(({ text, summary, left_out: out }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- series have their number alone
            <li key={at}>
              <strong>{summary}</strong>
              <p className={classes.quote}>“{text}”</p>
              <ul className={classes.list}>
                {plan.assumptions
                  .filter(({ series }) => series === at + 1)
                  .map((one) => (
                    <li key={one.text}>Assumed: {one.text}</li>
                  ))}
                {out.length > 0 && (
                  <li>
                    Left out:{' '}
                    {out.map(({ date, why }) => `${formatDate(date, 'weekday')} (${why})`).join(', ')}.
                  </li>
                )}
              </ul>
            </li>
          ))}
        </ol>
      </PageSection>
      {isOpen(plan.status) && <OwnWords plan={plan} changes={changes} />}
    </>
  )
}

function OwnWords({ plan, changes: { reword } }: { plan: ShiftPlan; changes: PlanChanges }): ReactNode {
  const options = useQuery(shiftPlans.options.queryOptions({ input: undefined }))
  const tick = usePatientTick()
  const form = useSchemaForm(
    plainSchema<Values>(({ prompt }) => ({ prompt: prompt.trim() === '' && 'Describe the shifts.' })),
    {
      initialValues: { semester_id: plan.semester_id, prompt: plan.prompt },
      onSubmit: (values) => reword.mutateAsync({ ...seen(plan), ...values, ...tick.sent }),
    },
  )
  const hasEdits = plan.items.some((item) => item.is_edited || item.is_left_out || item.is_on_day_off)
  const semesters = options.data?.semesters ?? []
  const known = semesters.some(({ id }) => id === plan.semester_id)
    ? []
    : [{ value: plan.semester_id, label: plan.semester_name }]
  return (
    <PageSection
      title="Your words"
      folds
      description={hasEdits ? 'Changing the text discards your manual edits above.' : undefined}
    >
      <Form
        form={form}
        label="Your words"
        submitLabel="Read it again"
        blocker={form.isDirty() ? null : 'Change the text or the semester first.'}
      >
        <FreeText
          tick={tick}
          sentAs="prompt"
          label="Shifts in your words"
          minRows={3}
          maxLength={20_000}
          {...form.field('prompt')}
        />
        <ChoicesFailed queries={[options]} />
        <NativeSelect
          label="Semester"
          {...form.field('semester_id')}
          data={[
            ...known,
            ...semesters.map(({ id: value, name, start_date: from, end_date: to }) => ({
              value,
              label: `${name}, ${formatRange(from, to)}`,
            })),
          ]}
        />
      </Form>
    </PageSection>
  )
}
