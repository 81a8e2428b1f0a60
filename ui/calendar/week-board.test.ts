import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BoardCard,
  cellsOf,
  rowHeight,
  stepTowardVisible,
  rowsWithin,
  rowOffsets,
} from './week-board.ts'

const days = ['2026-03-08', '2026-03-09', '2026-03-10']
const card = (id: string, rowId: string, start: string): BoardCard => ({
  id,
  rowId,
  start,
  end: start,
  title: id,
})

test('cards are in their row, on the day they begin, the earliest first', () => {
  const cells = cellsOf(
    [
      card('late', 'a', '2026-03-09T15:00'),
      card('early', 'a', '2026-03-09T07:00'),
      card('elsewhere', 'b', '2026-03-08T19:00'),
      card('another week', 'a', '2026-03-20T07:00'),
    ],
    days,
  )
  expect(cells.get('a')?.map((cell) => cell.map(({ id }) => id))).toEqual([[], ['early', 'late'], []])
  expect(cells.get('b')?.[0]?.[0]?.id).toBe('elsewhere')
  expect(rowHeight(cells.get('a'))).toBeGreaterThan(rowHeight(cells.get('b')))
  expect(rowHeight(cells.get('empty'))).toBe(rowHeight(undefined))
})

test('the rows in a window are those that it touches', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 60 }),
      fc.nat(4_000),
      fc.integer({ min: 1, max: 1_000 }),
      (counts, top, height) => {
        const rows = counts.map((_, at) => ({ id: String(at), name: String(at) }))
        const cards = counts.flatMap((count, row) =>
          Array.from({ length: count }, (__, at) => card(`${row} ${at}`, String(row), '2026-03-08T07:00')),
        )
        const tops = rowOffsets(rows, cellsOf(cards, days))
        const { first, end } = rowsWithin(tops, top, height, 0)
        const touching = rows.flatMap((_, at) =>
          tops[at]! <= top + height && tops[at + 1]! > top ? [at] : [],
        )
        for (const at of touching) expect(at >= first && at < end).toBe(true)
        expect(end - first).toBeLessThanOrEqual(Math.max(1, touching.length))
      },
    ),
  )
  expect(rowsWithin([0], 0, 100)).toEqual({ first: 0, end: 0 })
})

test('moves one row at a time toward the visible ones, and keeps nothing out of sight', () => {
  const window = fc.tuple(fc.nat(200), fc.nat(12)).map(([first, rows]) => ({ first, end: first + rows }))
  fc.assert(
    fc.property(window, window, (from, seen) => {
      let rendered = from
      for (let step = 0; step < 13 && (rendered.first !== seen.first || rendered.end !== seen.end); step++) {
        const next = stepTowardVisible(rendered, seen)
        expect(next.first >= seen.first && next.end <= seen.end).toBe(true)
        const came = Array.from({ length: next.end - next.first }, (_, at) => next.first + at)
        expect(came.filter((row) => row < rendered.first || row >= rendered.end).length).toBeLessThanOrEqual(
          1,
        )
        rendered = next
      }
      expect(seen.end === seen.first || (rendered.first === seen.first && rendered.end === seen.end)).toBe(
        true,
      )
    }),
  )
})
