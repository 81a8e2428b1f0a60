import type { SeriesRow } from '#features/shifts/contract.ts'
import type { RosterShift } from './contract.ts'

type Row = RosterShift['roster'][number]

/** Students of a shift from A to Z; numbers, which replace names that are not shown, come last. */
export const byName = (roster: readonly Row[]): Row[] =>
  roster.toSorted(
    (a, b) =>
      Number(b.is_named) - Number(a.is_named) || a.label.localeCompare(b.label, 'en', { numeric: true }),
  )

/** A student's clearance for a sheet or file, with the missing types; empty if the name is not shown. */
export function clearanceWords({
  is_named,
  cleared,
  missing_types: missing,
}: Pick<Row, 'is_named' | 'cleared' | 'missing_types'>): string {
  if (!is_named) return ''
  if (cleared === null) return 'Not checked yet'
  if (cleared) return 'Cleared'
  return missing?.length ? `Not cleared: ${missing.join(', ')}` : 'Not cleared'
}

/** What can be approved of a request, and why not all of it: an exclusive unit takes one school at a time. */
export function approvable({ shifts, count }: Pick<SeriesRow, 'shifts' | 'count'>): {
  shifts: { id: string; version: number }[]
  count: number
  why: string | null
} {
  const free = shifts.filter(({ is_taken: isTaken }) => !isTaken)
  const taken = shifts.length - free.length
  return {
    shifts: free.map(({ id, version }) => ({ id, version })),
    count: count - taken,
    why:
      taken === 0
        ? null
        : `${count === 1 ? 'Not' : `${taken} of ${count} not`} free: another school has the unit.`,
  }
}
