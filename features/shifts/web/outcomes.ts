import type { Outcome } from '../contract.ts'
import { showDoneToast, showRefused } from './queries.ts'

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
