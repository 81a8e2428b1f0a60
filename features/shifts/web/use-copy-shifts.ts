import { formatNumber } from '#core/number-text.ts'
import { addDays, diffDays, type PlainDate } from '#core/plain-date.ts'
import { messageOf } from '#platform/web/api.ts'
import { toast } from '#ui/toast.ts'
import type { ShiftRow } from '../contract.ts'
import { useCloneShift, useRemove } from './queries.ts'
import { shiftCount } from './series-words.ts'

type Locked = { id: string; version: number }
type Target = { day: PlainDate; unitId?: string }

/** Copies shifts as drafts without an instructor: one to a cell, or a day's or week's to other days; with Undo. */
export function useCopyShifts() {
  const { mutateAsync: clone } = useCloneShift()
  const { mutateAsync: remove } = useRemove()

  async function copy(row: ShiftRow, { day, unitId }: Target): Promise<Locked> {
    const id = crypto.randomUUID()
    await clone({ id: row.id, new_id: id, date: day, ...(unitId && { facility_id: unitId }) })
    return { id, version: 1 }
  }
  const tell = (copies: Locked[]) =>
    toast.undo(copies.length === 1 ? 'Draft copied' : `${formatNumber(copies.length)} drafts copied`, () => {
      void remove({ shifts: copies.map(({ id, version }) => ({ id, version })) })
    })

  return {
    /** Returns why the shift couldn't be copied, or undefined. */
    copyOne: async (row: ShiftRow | undefined, to: Target): Promise<string | undefined> => {
      if (!row) return 'This shift is no longer shown.'
      try {
        tell([await copy(row, to)])
        return undefined
      } catch (error) {
        return messageOf(error)
      }
    },
    /** Copies one after the other; reports refusals and copies the rest. */
    copyAll: async (rows: readonly ShiftRow[], from: PlainDate, to: PlainDate): Promise<void> => {
      const copies: Locked[] = []
      const refused: string[] = []
      for (const row of rows) {
        try {
          // oxlint-disable-next-line no-await-in-loop -- each counts the seats that the one before it takes
          copies.push(await copy(row, { day: addDays(row.date, diffDays(from, to)) }))
        } catch (error) {
          refused.push(messageOf(error))
        }
      }
      if (copies.length > 0) tell(copies)
      if (refused.length > 0) toast.warning(`${shiftCount(refused.length)} couldn’t be copied`, refused[0])
    },
  }
}
