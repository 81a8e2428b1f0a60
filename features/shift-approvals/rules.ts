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
