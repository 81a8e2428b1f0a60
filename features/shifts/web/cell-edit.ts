import type { ShiftFields, ShiftRow } from '../contract.ts'
import { asInstructors, instructorsOf } from '../rules.ts'

/** The fields that change most often and are edited in place. */
export type CellField = 'title' | 'capacity'

/** The initial text of a cell's input. */
export const cellText = (row: Pick<ShiftRow, CellField>, field: CellField): string => String(row[field] ?? '')

/** The change that a typed text makes to a shift: null if nothing changes, or a problem if the text is invalid. */
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

/** The change when instructors are chosen in a cell; null if they are the same. */
export function instructorsChange(
  row: Pick<ShiftRow, 'proctor_id' | 'more_proctor_ids'>,
  chosen: readonly string[],
): { fields: Partial<ShiftFields> } | null {
  return chosen.join() === instructorsOf(row).join() ? null : { fields: asInstructors(chosen) }
}

/** How the instructors of several shifts change: they stay, are removed, or are replaced by these. */
export type InstructorsOfAll = 'as_they_are' | 'nobody' | readonly string[]

/** The change for several shifts at once: blank fields change nothing; null if all are blank. */
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
