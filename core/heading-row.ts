/** Rows above the headings that are skipped: a title, who exported the file and when. */
const MOST_ABOVE = 10

/**
 * The index of the row of a table that names its columns: the first with at least two known headings, or the first that is not blank if
 * none of the first rows has them, because its headings may have other names. -1 for an empty table.
 */
export function headingRowOf(
  table: readonly (readonly string[])[],
  isKnown: (heading: string) => boolean,
): number {
  const first = table.findIndex((cells) => cells.some((cell) => cell.trim() !== ''))
  if (first < 0) return -1
  const found = table
    .slice(first, first + MOST_ABOVE)
    .findIndex((cells) => new Set(cells.filter(isKnown)).size >= 2)
  return found < 0 ? first : first + found
}
