import { conflict } from './refusal.ts'

/**
 * One step of a status: what happens, where it leads, and which parties may do it. Features list theirs in `rules.ts`; the
 * database keeps the same list (`public.transitions`) and refuses every other step, no matter who writes.
 */
export type Step<Status extends string = string, Party extends string = string> = Readonly<{
  event: string
  from: Status
  to: Status
  parties: readonly Party[]
}>

/** May this party take a row from one status to the other? The guard triggers of the database ask the same list. */
export function mayStep<Status extends string, Party extends string>(
  steps: readonly Step<Status, Party>[],
  from: string,
  to: Status,
  party: Party,
): boolean {
  return steps.some((step) => step.from === from && step.to === to && step.parties.includes(party))
}

/** What a person reads when only the database saw that a step is not possible. */
export const stepRefusals = {
  'step.illegal': conflict<{ from: string; to: string }>(
    ({ from, to }) =>
      `This cannot change from "${from}" to "${to}". Reload the page to see its current status.`,
  ),
}
