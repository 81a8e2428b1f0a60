import { NativeSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Banner } from '#ui/Banner.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { Answer, InstrumentContent } from '../contract.ts'
import { answerFaults, type EvaluationTime, itemsOf, planItems, resultOf } from '../rules.ts'
import { Items } from './Items.tsx'

const times = [
  { value: 'shift', label: 'After a shift' },
  { value: 'midterm', label: 'Midterm' },
  { value: 'final', label: 'Final' },
]
const outcomes = {
  satisfactory: 'Satisfactory',
  needs_improvement: 'Needs improvement',
  unsatisfactory: 'Unsatisfactory',
} as const

/** A form as an evaluator sees it, with the rules for its time and the result; nothing is stored. */
export function TryItems({ content }: { content: InstrumentContent }): ReactNode {
  const tick = usePatientTick()
  const [time, setTime] = useState<EvaluationTime>('midterm')
  const [answers, setAnswers] = useState<Answer[]>([])
  const faults = answerFaults(content, time, answers)
  const left = faults.filter(({ fault }) => fault === 'missing').length
  const { outcome, score, most } = resultOf(content, answers)
  const plan = planItems(content, time, answers)
  const result = outcome === 'rated' ? `${score} of ${most} points` : outcomes[outcome]
  return (
    <>
      <NativeSelect
        label="When"
        data={times}
        value={time}
        onChange={(event) => setTime(event.currentTarget.value as EvaluationTime)}
      />
      <Items
        content={content}
        time={time}
        answers={answers}
        faults={faults.filter(({ fault }) => fault !== 'missing')}
        tick={tick}
        onAnswer={(answer) => setAnswers([...answers.filter(({ code }) => code !== answer.code), answer])}
      />
      <Banner
        kind={left === 0 && faults.length === 0 ? 'success' : 'info'}
        title={
          left === 0
            ? `Result: ${result}`
            : `${itemsOf(content).length - left} of ${itemsOf(content).length} answered`
        }
      >
        {plan.length > 0 && `Opens a remediation plan: ${plan.map(({ text }) => text).join('; ')}`}
      </Banner>
    </>
  )
}
