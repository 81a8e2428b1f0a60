import type { PlainDate } from '#core/plain-date.ts'
import type { CalendarEvent } from './event.ts'
import { dayOf } from './event.ts'

export type BoardRow = { id: string; name: string; /** The site it belongs to. */ above?: string }
/** A card is in the row it belongs to, on the day it begins. */
export type BoardCard = CalendarEvent & { rowId: string }

/** Cards by row and day, by their start; cards of rows or days that are not shown are left out. */
export type Cells = ReadonlyMap<string, readonly (readonly BoardCard[])[]>

/** Sorts cards into the cells of the board, in one pass. */
export function cellsOf(cards: readonly BoardCard[], days: readonly PlainDate[]): Cells {
  const columns = new Map(days.map((day, at) => [day, at]))
  const cells = new Map<string, BoardCard[][]>()
  for (const card of cards) {
    const column = columns.get(dayOf(card.start))
    if (column === undefined) continue
    let row = cells.get(card.rowId)
    if (!row) cells.set(card.rowId, (row = days.map(() => [])))
    row[column]!.push(card)
  }
  for (const row of cells.values())
    for (const cell of row)
      if (cell.length > 1) cell.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0))
  return cells
}

const CARD_HEIGHT = 74
const ROW_PADDING = 12
/** Two lines of the name and two of the site above it. */
const LEAST_ROW = 84

/** The line below the cards that says how full the cell is. */
export const NOTE_HEIGHT = 20

/** The height of a row in pixels, known in advance, so that nothing jumps while scrolling. */
export function rowHeight(row: readonly (readonly BoardCard[])[] | undefined, note = 0): number {
  const most = row ? Math.max(...row.map((cell) => cell.length)) : 0
  return Math.max(LEAST_ROW, most * CARD_HEIGHT + ROW_PADDING + note)
}

/** Where each row begins, in pixels from the first, plus the end of the last. */
export function rowOffsets(rows: readonly BoardRow[], cells: Cells, note = 0): number[] {
  const tops = [0]
  for (const { id } of rows) tops.push(tops.at(-1)! + rowHeight(cells.get(id), note))
  return tops
}

/** Rows from `first` up to, but not including, `end`. */
export type Window = { first: number; end: number }

/** The rows within a window of this height, and a few around it. */
export function rowsWithin(tops: readonly number[], top: number, height: number, around = 1): Window {
  const last = tops.length - 1
  const at = (pixel: number): number => {
    let [low, high] = [0, last]
    while (low < high) {
      const middle = (low + high) >> 1
      if (tops[middle + 1]! <= pixel) low = middle + 1
      else high = middle
    }
    return low
  }
  if (last <= 0) return { first: 0, end: 0 }
  return { first: Math.max(0, at(top) - around), end: Math.min(last, at(top + height) + 1 + around) }
}

/**
 * The next step from the rendered rows to the visible ones: rows out of sight are removed, and one row is added. A row may have fifty
 * cards, so two rows in one frame would slow down scrolling.
 */
export function stepTowardVisible(rendered: Window, seen: Window): Window {
  const first = Math.max(rendered.first, seen.first)
  const end = Math.min(rendered.end, seen.end)
  if (first >= end) return { first: seen.first, end: Math.min(seen.first + 1, seen.end) }
  return end < seen.end ? { first, end: end + 1 } : { first: Math.max(first - 1, seen.first), end }
}
