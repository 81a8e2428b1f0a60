import { sendWithUndo } from '#ui/send-with-undo.ts'
import type { ShiftRow } from '../contract.ts'
import { BULK_AT_ONCE, needsInstructor } from '../rules.ts'
import type { ShiftAction } from './shift-actions.ts'
import { showOutcomes } from './outcomes.ts'
import { usePublish, useSubmit } from './queries.ts'
import { shiftCount } from './series-words.ts'

type Ask = (action: ShiftAction, shifts: readonly ShiftRow[], onDone?: () => void) => void

/** True if the action needs a dialog: many shifts become a job, and publishing asks about a missing instructor. */
export const isAskedFirst = (action: ShiftAction, rows: readonly ShiftRow[]): boolean =>
  (action !== 'submit' && action !== 'publish') ||
  rows.length > BULK_AT_ONCE ||
  (action === 'publish' && rows.some(needsInstructor))

/**
 * Submits or publishes shifts after a moment in which it can be undone, as with a facility's approval. Everything else opens a dialog, and
 * so does a refusal that a reason can overrule. `view` leads to the shifts from pages that may not list them.
 */
export function useHeldActions(
  ask: Ask,
): (id: string, action: ShiftAction, rows: readonly ShiftRow[], view?: () => void) => void {
  const { mutateAsync: submit } = useSubmit()
  const { mutateAsync: publish } = usePublish()
  return (id, action, rows, view) => {
    if (rows.length === 0) return
    if (isAskedFirst(action, rows)) return ask(action, rows, view)
    const shifts = rows.map(({ id: one, version }) => ({ id: one, version }))
    const isSubmit = action === 'submit'
    sendWithUndo(id, `${isSubmit ? 'Submitting' : 'Publishing'} ${shiftCount(rows.length)}`, async () => {
      const outcomes = isSubmit
        ? await submit({ shifts, lead_time_reason: null })
        : await publish({ shifts, to_be_named: false })
      showOutcomes(outcomes, isSubmit ? 'submitted' : 'published', view)
      // These need a reason for being late.
      const late = outcomes.filter(({ reason }) => reason === 'lead_time').map(({ id: one }) => one)
      if (late.length > 0)
        ask(
          'submit',
          rows.filter((row) => late.includes(row.id)),
          view,
        )
    })
  }
}
