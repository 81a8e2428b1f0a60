import type { ShiftFields, ShiftRow } from '../contract.ts'
import { asInstructors, instructorsOf } from '../rules.ts'

/** The fields that change most, and are changed where they stand. */
export type CellField = 'title' | 'capacity'

/** What stands in the field of a cell. */
export const cellText = (row: Pick<ShiftRow, CellField>, field: CellField): string => String(row[field] ?? '')

/** The change that a typed text makes of a shift; null where nothing is changed, and a problem where it cannot be. */
export function cellChange(
  row: Pick<ShiftRow, CellField>,
  field: CellField,
  text: string,
): { fields: Partial<ShiftFields> } | { problem: string } | null {
  const typed = text.trim()
  if (typed === cellText(row, field)) return null
  if (field === 'title')
    return typed.length > 200 ? { problem: 'At most 200 characters.' } : { fields: { title: typed || null } }
  return seatsChange(typed)
}

function seatsChange(typed: string): { fields: Partial<ShiftFields> } | { problem: string } {
  const capacity = Number(typed)
  return Number.isInteger(capacity) && capacity >= 1 && capacity <= 500
    ? { fields: { capacity } }
    : { problem: 'A whole number from 1 to 500.' }
}

/** The instructors of a shift as they are chosen in its cell; null where they are the same. */
export function instructorsChange(
  row: Pick<ShiftRow, 'proctor_id' | 'more_proctor_ids'>,
  chosen: readonly string[],
): { fields: Partial<ShiftFields> } | null {
  return chosen.join() === instructorsOf(row).join() ? null : { fields: asInstructors(chosen) }
}

/** How the instructors of several shifts are changed: they stay, there are none, or these replace them. */
export type InstructorsOfAll = 'as_they_are' | 'nobody' | readonly string[]

/** The change of several shifts at once: what is blank stays as it is; null where nothing is said. */
export function changeOfAll(
  typed: Record<CellField, string> & { instructors: InstructorsOfAll },
): ReturnType<typeof cellChange> {
  const [title, capacity] = [typed.title.trim(), typed.capacity.trim()]
  const seats = capacity ? seatsChange(capacity) : { fields: {} }
  if ('problem' in seats) return seats
  const fields: Partial<ShiftFields> = {
    ...seats.fields,
    ...(title && { title }),
    ...(typed.instructors !== 'as_they_are' && {
      ...asInstructors(typed.instructors === 'nobody' ? [] : typed.instructors),
    }),
  }
  return Object.keys(fields).length > 0 ? { fields } : null
}
