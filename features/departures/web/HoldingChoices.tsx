import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Choices, withChoice } from '#ui/choices.ts'
import { ChoiceGroups } from '#ui/ChoiceGroups.tsx'
import type { Holding, Successor } from '../contract.ts'
import { countSteps, type Occasion, outcomeText, planSteps } from '../rules.ts'
import { decisionsOf, groupHoldings } from './departure-groups.ts'

type HoldingChoicesProps = {
  label: string
  holdings: readonly Holding[]
  successors: readonly Successor[]
  choices: Choices
  occasion?: Occasion
  onChange: (choices: Choices) => void
}

/**
 * What a person holds, in groups: the user chooses for each, or for all, who takes over, or whether it is freed or kept. Nothing is preset.
 */
export function HoldingChoices(props: HoldingChoicesProps): ReactNode {
  const { label, holdings, successors, choices, occasion = 'leave', onChange } = props
  const { steps, undecided } = planSteps(holdings, decisionsOf(holdings, choices), occasion)
  return (
    <>
      <ChoiceGroups
        label={label}
        groups={groupHoldings(holdings, successors, choices, occasion)}
        choices={choices}
        onChoose={(items, choice) => onChange(withChoice(choices, items, choice))}
      />
      <output>
        <Text size="sm" c="dimmed">
          {undecided.length > 0 && `${undecided.length} undecided. `}
          {steps.length > 0 && outcomeText(countSteps(steps))} Everyone concerned is notified once.
        </Text>
      </output>
    </>
  )
}
