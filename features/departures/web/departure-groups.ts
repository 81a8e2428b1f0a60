import type { Choices } from '#ui/choices.ts'
import type { ChoiceGroup, ChoiceItem, ChoiceOption } from '#ui/ChoiceGroups.tsx'
import type { Decision, Holding, HoldingKind, Successor } from '../contract.ts'
import { actionsFor, clashing, keyOf, kindLabels, type Occasion, optionLabels, planSteps } from '../rules.ts'

/** Converts the choices of the form (free, keep, or a successor's id) to decisions. */
export function decisionsOf(holdings: readonly Holding[], choices: Choices): Decision[] {
  return holdings.flatMap((holding): Decision[] => {
    const choice = choices[keyOf(holding)]
    if (!choice) return []
    const { kind, id } = holding
    return choice === 'free' || choice === 'keep'
      ? [{ kind, id, action: choice, successor_id: null }]
      : [{ kind, id, action: 'hand_over', successor_id: choice }]
  })
}

/** Why the departure cannot be sent yet: something is undecided, or a successor cannot take over; null when it can. */
export function choicesBlocker(
  holdings: readonly Holding[],
  successors: readonly Successor[],
  choices: Choices,
  occasion: Occasion = 'leave',
): string | null {
  const { steps, undecided } = planSteps(holdings, decisionsOf(holdings, choices), occasion)
  if (undecided.length > 0) return `${undecided.length} of ${holdings.length} not decided yet.`
  const clashes = clashing(steps, successors).length
  if (clashes === 0) return null
  return `${clashes === 1 ? '1 shift cannot' : `${clashes} shifts cannot`} be handed over as chosen: choose someone else or free them.`
}

/** Groups holdings by kind, each with its options; successors who cannot take one over are disabled there. */
export function groupHoldings(
  holdings: readonly Holding[],
  successors: readonly Successor[],
  choices: Choices,
  occasion: Occasion = 'leave',
): ChoiceGroup[] {
  const { steps } = planSteps(holdings, decisionsOf(holdings, choices), occasion)
  const refused = new Set(clashing(steps, successors).map(keyOf))
  const byKind = Map.groupBy(holdings, ({ kind }) => kind)
  return [...byKind].map(([kind, ofKind]) => {
    const able = successors.filter((each) => each.kind === kind)
    const items = ofKind.map((holding): ChoiceItem => ({
      id: keyOf(holding),
      label: holding.label,
      error: refused.has(keyOf(holding)) ? 'Has another shift at that time.' : undefined,
      options: optionsOf({ kind, occasion }, able, ({ clashes }) => clashes.includes(holding.id)),
    }))
    return {
      key: kind,
      name: kindLabels[kind],
      detail: ofKind.length === 1 ? ofKind[0]!.label : `${ofKind.length}`,
      items,
      options: optionsOf({ kind, occasion }, able, () => false, ofKind.length),
    }
  })
}

function optionsOf(
  { kind, occasion }: { kind: HoldingKind; occasion: Occasion },
  able: readonly Successor[],
  isDisabled: (successor: Successor) => boolean,
  count?: number,
): ChoiceOption[] {
  return actionsFor(kind, occasion).flatMap((action): ChoiceOption[] => {
    if (action !== 'hand_over') return [{ value: action, label: optionLabels[kind][action] }]
    return able.map((successor) => ({
      value: successor.id,
      label: `Hand over to ${successor.full_name}${freeFor(successor, count)}`,
      disabled: isDisabled(successor),
    }))
  })
}

const freeFor = ({ clashes }: Successor, count: number | undefined): string =>
  count && clashes.length > 0 ? ` (free for ${count - clashes.length} of ${count})` : ''
