import { toast } from '#ui/toast.ts'
import type { Outcome } from '../contract.ts'
import { showDoneToast } from './queries.ts'
import { shiftCount } from './series-words.ts'

/** These outcomes, unless the command succeeded for no shift: then throws why, so that its dialog stays open with what was typed. */
export function requireSome(outcomes: readonly Outcome[]): readonly Outcome[] {
  if (outcomes.some(({ ok }) => ok)) return outcomes
  throw new Error(outcomes[0]?.message ?? 'Nothing was changed.')
}

/** Says how many shifts a command succeeded for, as `showDoneToast`, and why the others stayed as they were. */
export function showOutcomes(outcomes: readonly Outcome[], action: string, view?: () => void): void {
  showDoneToast(outcomes, action, view)
  showRefused(
    outcomes.filter(({ ok }) => !ok),
    view,
  )
}

/** Says how many shifts stayed as they were, and why the first did. */
export function showRefused(refused: readonly Outcome[], view?: () => void): void {
  if (refused.length > 0)
    toast.warning(
      `${shiftCount(refused.length)} stayed as ${refused.length === 1 ? 'it was' : 'they were'}`,
      refused[0]!.message ?? undefined,
      view && { label: 'View', onPress: view },
    )
}
