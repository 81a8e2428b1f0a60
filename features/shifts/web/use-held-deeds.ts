import { toast } from '#ui/toast.ts'
import { hold } from '#ui/held.ts'
import type { Outcome, ShiftRow } from '../contract.ts'
import { BULK_AT_ONCE, needsInstructor } from '../rules.ts'
import type { Deed } from './deeds.ts'
import { tellDone, usePublish, useSubmit } from './queries.ts'
import { shiftCount } from './series-words.ts'

type Ask = (deed: Deed, shifts: readonly ShiftRow[]) => void

/** Can it be done without a question? Many become a job, and who leads a shift is asked for where nobody does. */
export const isAskedFirst = (deed: Deed, rows: readonly ShiftRow[]): boolean =>
  (deed !== 'submit' && deed !== 'publish') ||
  rows.length > BULK_AT_ONCE ||
  (deed === 'publish' && rows.some(needsInstructor))

/**
 * Submits or publishes shifts after a moment in which it can be taken back, as a facility's approval is; everything else, and what
 * is refused for a reason that can be given, is asked about.
 */
export function useHeldDeeds(ask: Ask): (id: string, deed: Deed, rows: readonly ShiftRow[]) => void {
  const { mutateAsync: submit } = useSubmit()
  const { mutateAsync: publish } = usePublish()
  return (id, deed, rows) => {
    if (rows.length === 0) return
    if (isAskedFirst(deed, rows)) return ask(deed, rows)
    const shifts = rows.map(({ id: one, version }) => ({ id: one, version }))
    const isSubmit = deed === 'submit'
    hold(id, `${isSubmit ? 'Submitting' : 'Publishing'} ${shiftCount(rows.length)}`, async () => {
      const outcomes = isSubmit
        ? await submit({ shifts, lead_time_reason: null })
        : await publish({ shifts, to_be_named: false })
      tellDone(outcomes, isSubmit ? 'submitted' : 'published')
      const late = tellRefused(outcomes, isSubmit ? 'submitted' : 'published')
      if (late.length > 0)
        ask(
          'submit',
          rows.filter((row) => late.includes(row.id)),
        )
    })
  }
}

/** Says what was refused and why; answers the ids of those that need a reason for coming late. */
function tellRefused(outcomes: readonly Outcome[], deed: string): string[] {
  const refused = outcomes.filter(({ ok }) => !ok)
  if (refused.length > 0)
    toast.warning(`${shiftCount(refused.length)} couldn’t be ${deed}`, refused[0]!.message ?? undefined)
  return refused.filter(({ reason }) => reason === 'lead_time').map(({ id }) => id)
}
