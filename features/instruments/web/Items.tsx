import type { ReactNode } from 'react'
import type { Answer, InstrumentContent, Item } from '../contract.ts'
import {
  type AnswerFault,
  type EvaluationTime,
  legalPoints,
  mayBeNotApplicable,
  needsComment,
  NOT_APPLICABLE,
} from '../rules.ts'
import { FreeText } from '#ui/FreeText.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { PatientTick } from '#ui/patient-tick.ts'
import { faultTexts } from '../messages.ts'
import classes from './Items.module.css'

type ItemsProps = {
  content: InstrumentContent
  time: EvaluationTime
  answers: readonly Answer[]
  faults: readonly { code: string; fault: AnswerFault }[]
  tick: PatientTick
  onAnswer: (answer: Answer) => void
}

/** The items of an instrument by section: one tap each, a comment if the answer needs one, and problems shown at the item. */
export function Items({ content, ...rest }: ItemsProps): ReactNode {
  return content.sections.map((section) => (
    <PageSection key={section.title} title={section.title}>
      {section.items.map((item) => (
        <OneItem key={item.code} item={item} content={content} {...rest} />
      ))}
    </PageSection>
  ))
}

/** The element id of an item. */
export const itemId = (code: string): string => `item-${code}`

function pointsOf({ scale }: InstrumentContent, item: Item, time: EvaluationTime) {
  const legal = legalPoints(scale, time)
  const points = scale.points.filter(({ code }) => legal.includes(code))
  return mayBeNotApplicable(scale, item)
    ? [...points, { code: NOT_APPLICABLE, label: 'Not applicable', help: null }]
    : points
}

function OneItem({
  item,
  content,
  time,
  answers,
  faults,
  tick,
  onAnswer,
}: ItemsProps & { item: Item }): ReactNode {
  const given = answers.find(({ code }) => code === item.code)
  const fault = faults.find(({ code }) => code === item.code)?.fault
  const points = pointsOf(content, item, time)
  const isNeeded = given !== undefined && needsComment(content.scale, item, given.point)
  return (
    <fieldset
      id={itemId(item.code)}
      className={classes.item}
      data-faulty={fault ? '' : undefined}
      tabIndex={-1}
    >
      <legend className={classes.legend}>{`${item.text}${item.critical ? ' (critical)' : ''}`}</legend>
      <div className={classes.points}>
        {points.map(({ code, label }) => (
          <label key={code} className={classes.point}>
            <input
              type="radio"
              name={item.code}
              value={code}
              checked={given?.point === code}
              onChange={() => onAnswer({ code: item.code, point: code, comment: given?.comment ?? null })}
            />
            <strong>{code === NOT_APPLICABLE ? 'N/A' : code}</strong>
            {label}
          </label>
        ))}
      </div>
      {points.some((point) => point.help) && (
        // Those not chosen keep the room, so that no answer moves the items after it.
        <div className={classes.helps}>
          {points.map(({ code, help }) => (
            <p key={code} className={classes.help} data-chosen={code === given?.point || undefined}>
              {help}
            </p>
          ))}
        </div>
      )}
      {given && (isNeeded || given.comment !== null) && (
        <FreeText
          className={classes.comment}
          tick={tick}
          sentAs="comment"
          minRows={1}
          maxLength={1000}
          label={isNeeded ? 'Comment' : 'Comment (optional)'}
          value={given.comment ?? ''}
          onChange={(event) => onAnswer({ ...given, comment: event.currentTarget.value || null })}
        />
      )}
      {fault && (
        <p className={classes.fault} role="alert">
          {faultTexts[fault]}
        </p>
      )}
    </fieldset>
  )
}
