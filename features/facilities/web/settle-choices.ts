import { howMany, formatNumber } from '#core/number-text.ts'
import { clockRange } from '#core/clock-time.ts'
import { formatRange } from '#core/plain-date.ts'
import type { Choices } from '#ui/choices.ts'
import type { AffectedShift, ShiftDecision } from '../contract.ts'

/** Shifts that are decided together: one school's shifts at one unit, with the same title and hours. */
export type ShiftGroup = { key: string; name: string; when: string; shifts: readonly AffectedShift[] }

/** Groups upcoming shifts by unit, school, title and hours, in the order of their first date. */
export function groupShifts(shifts: readonly AffectedShift[]): ShiftGroup[] {
  const groups = Map.groupBy(shifts, (shift) =>
    JSON.stringify([shift.unit_id, shift.school_name, shift.title, shift.start_time, shift.end_time]),
  )
  return [...groups].map(([key, [first, ...rest]]) => {
    const last = rest.at(-1) ?? first!
    return {
      key,
      name: [first!.school_name, first!.title].filter(Boolean).join(', '),
      when: `${formatRange(first!.date, last.date)}, ${clockRange(first!.start_time, first!.end_time)}`,
      shifts: [first!, ...rest],
    }
  })
}

/** How much is decided at once: "24 shifts, 8 seats each". */
export function sizeText(shifts: readonly AffectedShift[]): string {
  const sizes = shifts.map(({ capacity }) => capacity)
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  const seats = least === most ? howMany(most, 'seat') : `${least}–${most} seats`
  return `${howMany(shifts.length, 'shift')}, ${seats}${shifts.length > 1 ? ' each' : ''}`
}

/** The decisions to send, or undefined while a shift is undecided. */
export function decisionsOf(
  shifts: readonly { id: string }[],
  choices: Choices,
): ShiftDecision[] | undefined {
  const decisions = shifts.flatMap(({ id }) => {
    const choice = choices[id]
    return choice ? [decisionOf(id, choice)] : []
  })
  return decisions.length === shifts.length ? decisions : undefined
}

function decisionOf(shift_id: string, choice: string): ShiftDecision {
  if (choice === 'keep' || choice === 'cancel') return { shift_id, action: choice, unit_id: null }
  return { shift_id, action: 'move', unit_id: choice }
}

/** Summarizes the choices: "2 undecided, 1 kept, 1 canceled, 1 moved." */
export function outcomeText(shifts: readonly { id: string }[], choices: Choices): string {
  const counts = { undecided: 0, kept: 0, canceled: 0, moved: 0 }
  for (const { id } of shifts) counts[outcomeOf(choices[id])] += 1
  return `${Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${formatNumber(count)} ${label}`)
    .join(', ')}.`
}

function outcomeOf(choice: string | undefined): 'undecided' | 'kept' | 'canceled' | 'moved' {
  if (!choice) return 'undecided'
  return choice === 'keep' ? 'kept' : choice === 'cancel' ? 'canceled' : 'moved'
}
