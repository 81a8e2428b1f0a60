import { type ReactNode, useState } from 'react'
import { PageSection } from '#ui/PageSection.tsx'
import { PickOne } from '#ui/Pick.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import type { ShiftPlan } from '../contract.ts'
import classes from './Creator.module.css'
import { type PlanChanges, seen } from './queries.ts'

/** Up to this many choices are buttons; more become a searchable list. */
const BUTTONS = 8

/** The questions of a plan, each answered by choosing what the words mean. */
export function PlanQuestions({
  plan,
  changes: { answer, isBusy },
}: {
  plan: ShiftPlan
  changes: PlanChanges
}): ReactNode {
  const [asked, setAsked] = useState<string>()
  const choose = (key: string, value: string) => {
    setAsked(key)
    answer.mutate({ ...seen(plan), key, value })
  }
  const several = plan.series.length > 1
  return (
    <PageSection
      title={plan.questions.length === 1 ? '1 question' : `${plan.questions.length} questions`}
      description="Choose what you meant, or edit the text."
    >
      <ol className={classes.questions}>
        {plan.questions.map(({ key, series, text, choices }) => (
          <li key={key}>
            <div>{text}</div>
            {several && <p className={classes.quote}>In “{plan.series[series - 1]?.text}”</p>}
            {choices.length > BUTTONS ? (
              <PickOne
                aria-label={text}
                among={choices.map(({ value, label }) => ({ id: value, name: label }))}
                value=""
                disabled={isBusy}
                onChange={(value) => value && choose(key, value)}
                maw={420}
              />
            ) : (
              <fieldset className={classes.choices} aria-label={text}>
                {choices.map(({ value, label }) => (
                  <PlainButton
                    key={value}
                    variant="default"
                    size="sm"
                    loading={answer.isPending && asked === key}
                    disabled={isBusy}
                    onClick={() => choose(key, value)}
                  >
                    {label}
                  </PlainButton>
                ))}
              </fieldset>
            )}
          </li>
        ))}
      </ol>
    </PageSection>
  )
}
