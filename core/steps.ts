import { conflict } from './refusal.ts'

/**
 * One step of a status: the event, the statuses before and after, and which parties may do it. Features list theirs in `rules.ts`; the
 * database has the same list (`public.transitions`) and refuses every other step, no matter who writes.
 */
export type Step<Status extends string = string, Party extends string = string> = Readonly<{
  event: string
  from: Status
  to: Status
  parties: readonly Party[]
}>

/** True if this party may change a row from one status to the other. The guard triggers of the database use the same list. */
export function canTransition<Status extends string, Party extends string>(
  steps: readonly Step<Status, Party>[],
  from: string,
  to: Status,
  party: Party,
): boolean {
  return steps.some((step) => step.from === from && step.to === to && step.parties.includes(party))
}

/** The message if only the database noticed that a step is not possible. */
export const stepRefusals = {
  'step.illegal': conflict<{ from: string; to: string }>(
    () => 'This just changed, so that is no longer possible. Reload the page to see its current status.',
  ),
}
