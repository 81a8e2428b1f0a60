import type { RosterShift } from '../contract.ts'

type Row = RosterShift['roster'][number]

/** People of a shift from A to Z; numbers, which stand for names that are not shown, come last. */
export const byName = (roster: readonly Row[]): Row[] =>
  roster.toSorted(
    (a, b) =>
      Number(b.is_named) - Number(a.is_named) || a.label.localeCompare(b.label, 'en', { numeric: true }),
  )

/** What a sheet says of the clearance of someone on it; nothing of whom it does not name. */
export function clearanceWords({ is_named, cleared }: Pick<Row, 'is_named' | 'cleared'>): string {
  if (!is_named) return ''
  return cleared === null ? 'Not checked yet' : cleared ? 'Cleared' : 'Not cleared'
}
