import { howMany } from '#core/number-text.ts'
import type { Proposal, ShiftRow } from '#features/shifts/contract.ts'
import { hoursWords, whenWords } from '#features/shifts/web/public.ts'

/** "Tue, Mar 3, 2026 · 7:00 AM–3:00 PM → Wed, Mar 4, 2026 · 7:00 AM–3:00 PM, ICU." */
export function proposalWords(
  shift: Pick<ShiftRow, 'date' | 'start_time' | 'end_time'>,
  to: Proposal & { unit_label?: string | null | undefined },
): string {
  const moved = {
    date: to.date ?? shift.date,
    start_time: to.start_time ?? shift.start_time,
    end_time: to.end_time ?? shift.end_time,
  }
  const times =
    moved.date === shift.date
      ? hoursWords(moved) === hoursWords(shift)
        ? undefined
        : `${hoursWords(shift)} → ${hoursWords(moved)}`
      : `${whenWords(shift)} → ${whenWords(moved)}`
  return `${[times, to.unit_label, to.capacity && howMany(to.capacity, 'seat')].filter(Boolean).join(', ')}.`
}
