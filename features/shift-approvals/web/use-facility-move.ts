import { useCallback, useRef } from 'react'
import { formatDate, type PlainDate } from '#core/plain-date.ts'
import { messageOf } from '#platform/web/api.ts'
import { question } from '#platform/web/kit/question.ts'
import type { Proposal, ShiftRow, UnitOfFacility } from '#features/shifts/contract.ts'
import { useAskChange, useCounter, whenWords } from '#features/shifts/web/public.ts'
import { moveBy } from './facility-moves.ts'

/**
 * Moves a shift for a facility: a counteroffer for a request, a change request to the school for an approved shift. Resolves with the
 * reason if it can't.
 */
export function useFacilityMove(units: readonly UnitOfFacility[]) {
  const { mutateAsync: counter } = useCounter()
  const { mutateAsync: askChange } = useAskChange()
  /** What was typed about a shift and refused. */
  const typed = useRef(new Map<string, string>())
  return useCallback(
    async (row: ShiftRow, to: { date: PlainDate; facility_id: string }): Promise<string | undefined> => {
      const change: Proposal = {
        ...(to.date !== row.date && { date: to.date }),
        ...(to.facility_id !== row.facility_id && { facility_id: to.facility_id }),
      }
      const by = moveBy(row.status)
      const unit = change.facility_id && units.find(({ id }) => id === change.facility_id)?.name
      const where = [change.date && formatDate(change.date, 'weekday'), unit].filter(Boolean).join(', ')
      const topic = `${by} ${row.id}`
      const initial = typed.current.get(topic)
      const answer = await question(
        by === 'counter'
          ? {
              title: `Propose ${where} to ${row.school_name}?`,
              body: `They requested ${whenWords(row)}. They can accept or decline your suggestion.`,
              confirmLabel: 'Send suggestion',
              reason: { label: 'Note', placeholder: 'The school reads it.', initial },
            }
          : {
              title: `Ask ${row.school_name} to move it to ${where}?`,
              body: `It stays on ${whenWords(row)} until they agree.`,
              confirmLabel: 'Request the change',
              reason: {
                label: 'Reason',
                isRequired: true,
                minLength: 3,
                placeholder: 'Everyone involved sees it.',
                initial,
              },
            },
      )
      if (!answer) return undefined
      const { reason } = answer
      const locked = { id: row.id, version: row.version, ...answer.tick }
      const sent: Promise<unknown> =
        by === 'counter'
          ? counter({ ...locked, proposal: change, note: reason || null })
          : askChange({ ...locked, change, reason })
      return sent.then(
        () => {
          typed.current.delete(topic)
          return undefined
        },
        (error: unknown) => {
          typed.current.set(topic, reason)
          return messageOf(error)
        },
      )
    },
    [units, counter, askChange],
  )
}
