import type { RosterShift } from './contract.ts'

type Row = RosterShift['roster'][number]

/** People of a shift from A to Z; numbers, which stand for names that are not shown, come last. */
export const byName = (roster: readonly Row[]): Row[] =>
  roster.toSorted(
    (a, b) =>
      Number(b.is_named) - Number(a.is_named) || a.label.localeCompare(b.label, 'en', { numeric: true }),
  )

/** What a sheet or a file says of the clearance of someone on it, with the types that are missing; nothing of whom it does not name. */
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
