import { useEffect, useRef } from 'react'
import { sendWithUndo } from '#ui/send-with-undo.ts'
import type { Outcome, ShiftRow } from '../contract.ts'
import { BULK_AT_ONCE, needsInstructor } from '../rules.ts'
import type { ShiftAction } from './shift-actions.ts'
import { showDoneToast, showRefused, usePublish, useSubmit } from './queries.ts'
import { shiftCount } from './series-words.ts'

type Ask = (
  action: ShiftAction,
  shifts: readonly ShiftRow[],
  onDone?: () => void,
  refused?: readonly Outcome[],
) => void

/** True if the action needs a dialog: many shifts become a job, and publishing asks about a missing instructor. */
export const isAskedFirst = (action: ShiftAction, rows: readonly ShiftRow[]): boolean =>
  (action !== 'submit' && action !== 'publish') ||
  rows.length > BULK_AT_ONCE ||
  (action === 'publish' && rows.some(needsInstructor))

/**
 * Submits or publishes shifts after a moment in which it can be undone, as with a facility's approval. Everything else opens a dialog, and
 * so do refusals, unless the page was left: it lists the reason of each shift. `view` leads to the shifts from pages that may not list them.
 */
export function useHeldActions(
  ask: Ask,
): (id: string, action: ShiftAction, rows: readonly ShiftRow[], view?: () => void) => void {
  const { mutateAsync: submit } = useSubmit()
  const { mutateAsync: publish } = usePublish()
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  return (id, action, rows, view) => {
    if (rows.length === 0) return
    if (isAskedFirst(action, rows)) return ask(action, rows, view)
    const shifts = rows.map(({ id: one, version }) => ({ id: one, version }))
    const isSubmit = action === 'submit'
    sendWithUndo(id, `${isSubmit ? 'Submitting' : 'Publishing'} ${shiftCount(rows.length)}`, async () => {
      const outcomes = isSubmit
        ? await submit({ shifts, lead_time_reason: null })
        : await publish({ shifts, to_be_named: false })
      showDoneToast(outcomes, isSubmit ? 'submitted' : 'published', view)
      const refused = outcomes.filter(({ ok }) => !ok)
      // The page of the dialog may have been left since.
      if (!isOpen.current) showRefused(refused, view)
      else if (refused.length > 0)
        ask(
          action,
          rows.filter((row) => refused.some(({ id: one }) => one === row.id)),
          view,
          refused,
        )
    })
  }
}
