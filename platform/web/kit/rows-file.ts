import { isValidElement, type ReactNode } from 'react'
import { type CsvCell, toCsv } from '#core/csv.ts'
import { formatInstant, hideCurrentYear, ownZone, todayHere } from '#core/plain-date.ts'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { stateLook } from '#ui/states.ts'
import { TwoLines } from '#ui/TwoLines.tsx'
import type { ListFile } from './save-list.ts'

/** All rows that a filter finds, or the first of them if there are more than a file can hold. */
export type FoundRows<Row> = { rows: readonly Row[]; total: number }

/** The most rows that become a file in the browser. */
const MOST = 10_000
/** Rows fetched at once. */
const PAGE = 100

/** Marks a call whose rows become a file: the access trail records it as an export. */
export const asFile = { context: { asFile: true } } as const
export type AsFile = typeof asFile

type Load<Row> = (page: { page: number; page_size: number }) => Promise<FoundRows<Row>>
/** Reads every page of a list, one after the other. */
export type EveryPage<Row> = (load: Load<Row>) => Promise<FoundRows<Row>>

/** The rows of every page of a list, without duplicates. */
export const everyPage =
  <Row>(rowKey: (row: Row) => string): EveryPage<Row> =>
  async (load) => {
    const found = new Map<string, Row>()
    let total = 0
    for (let page = 1; found.size < MOST; page++) {
      const answer = await load({ page, page_size: PAGE })
      total = answer.total
      // A row that moved to the next page in between is on both pages.
      for (const row of answer.rows) found.set(rowKey(row), row)
      if (answer.rows.length === 0 || found.size >= total) break
    }
    return { rows: [...found.values()], total: Math.max(total, found.size) }
  }

/** The file of a list's rows: the shown columns with the texts of their cells, every date with its year. */
export function rowsFile<Row>(
  name: string,
  columns: readonly Column<Row>[],
  { rows, total }: FoundRows<Row>,
): ListFile {
  const filled = columns.filter(({ file }) => file?.length !== 0)
  return {
    filename: `placewell-${name}-${todayHere()}.csv`,
    csv: namingEveryYear(() =>
      toCsv(
        filled.flatMap(({ file, title }) => file ?? [title]),
        rows.map((row) => filled.flatMap((column) => cellsOf(column, row))),
      ),
    ),
    rows: rows.length,
    total,
  }
}

/** Files are kept, so they name every year; texts that `work` makes do the same. */
function namingEveryYear<T>(work: () => T): T {
  const before = hideCurrentYear(false)
  try {
    return work()
  } finally {
    hideCurrentYear(before)
  }
}

/** The text of a column for a row: its `text`, or what it renders. A dash for an empty value stays empty. */
export function cellsOf<Row>({ text, render }: Column<Row>, row: Row): readonly CsvCell[] {
  const said = text ? text(row) : cellOf(render(row))
  return (Array.isArray(said) ? (said as readonly CsvCell[]) : [said as CsvCell]).map((cell) =>
    cell === '–' || cell === '—' ? '' : cell,
  )
}

const cellOf = (node: ReactNode): CsvCell => (typeof node === 'number' ? node : wordsIn(node))

/** The text in a rendered node, for elements that contain their text. */
function wordsIn(node: ReactNode): string {
  if (Array.isArray(node))
    return node
      .map(wordsIn)
      .filter((words) => words.trim() !== '')
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  if (!isValidElement<Record<string, unknown>>(node))
    return typeof node === 'string' || typeof node === 'number' ? String(node) : ''
  const { type, props } = node
  if (props['aria-hidden']) return ''
  // A relative time would be wrong when the file is read.
  if (type === RelativeTime) return formatInstant(new Date(props['value'] as string).toISOString(), ownZone())
  if (type === StateBadge)
    return (props['label'] as string | undefined) ?? stateLook(props['state'] as string).label
  if (type === TwoLines) return wordsIn([props['first'], props['second']] as ReactNode)
  return wordsIn(props['children'] as ReactNode)
}
