import { createElement, Fragment } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hideCurrentYear, formatDate, todayHere } from '#core/plain-date.ts'
import { csvLine } from '#core/csv.ts'
import type { Column } from '#ui/DataTable.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { TwoLines } from '#ui/TwoLines.tsx'
import { cellsOf, everyPage, rowsFile } from './rows-file.ts'

type Seat = { id: string; name: string; unit: string | null; seats: number; on: string; at: string }
const seat = (more: Partial<Seat> = {}): Seat => ({
  id: '1',
  name: 'Day shift',
  unit: 'ICU',
  seats: 1200,
  on: todayHere(),
  at: '2027-01-12T15:00:00Z',
  ...more,
})

// As on screen.
beforeAll(() => hideCurrentYear(true))
afterAll(() => hideCurrentYear(false))

const named: Column<Seat> = {
  key: 'name',
  title: 'Shift',
  file: ['Shift', 'Unit'],
  text: ({ name, unit }) => [name, unit],
  render: () => null,
}
const rest: Column<Seat>[] = [
  { key: 'seats', title: 'Seats', render: ({ seats }) => seats },
  { key: 'on', title: 'Day', render: ({ on }) => formatDate(on) },
  { key: 'take', title: 'Take', file: [], render: () => createElement('button', null, 'Take') },
]

test('a file has the shown columns, as headings and texts, and each date with its year', () => {
  const { csv, filename, rows } = rowsFile('seats', [named, ...rest], {
    rows: [seat({ name: '=cmd|x' }), seat({ unit: null })],
    total: 2,
  })
  hideCurrentYear(false)
  const day = formatDate(todayHere())
  hideCurrentYear(true)
  expect(csv).toBe(
    `\uFEFFShift,Unit,Seats,Day\r\n${csvLine(['=cmd|x', 'ICU', 1200, day])}${csvLine(['Day shift', null, 1200, day])}`,
  )
  expect(csv).toContain("'=cmd")
  expect(day).not.toBe(formatDate(todayHere()))
  expect({ filename, rows }).toEqual({ filename: `placewell-seats-${todayHere()}.csv`, rows: 2 })
})

test.each([
  ['a plain text', 'Day shift', 'Day shift'],
  ['nothing', '—', ''],
  ['one of two cases', false, ''],
  [
    'words in elements, without icons and bars',
    createElement(
      'div',
      null,
      'Day ',
      createElement('b', null, 'shift'),
      createElement('i', { 'aria-hidden': true }, '▬'),
    ),
    'Day shift',
  ],
  ['several of them', createElement(Fragment, null, ['a', 'b'], null, 3), 'a b 3'],
  [
    'two lines',
    createElement(TwoLines, { first: 'Mon, Mar 2', second: ['7:00 AM', '3:00 PM'] }),
    'Mon, Mar 2 7:00 AM 3:00 PM',
  ],
  ['a status', createElement(StateBadge, { state: 'on_hold' }), 'On hold'],
  ['a status in words of its own', createElement(StateBadge, { state: 'open', label: 'Free' }), 'Free'],
])('a cell that shows %s', (_, node, words) => {
  expect(cellsOf<Seat>({ key: 'x', title: 'X', render: () => node }, seat())).toEqual([words])
})

test('a relative time becomes its date and time', () => {
  const [cell] = cellsOf<Seat>(
    { key: 'at', title: 'At', render: ({ at }) => createElement(RelativeTime, { value: at }) },
    seat(),
  )
  expect(cell).toMatch(/^Jan 12, 2027, \d/)
})

test('reads every page, and has a row that moved between two of them once', async () => {
  const asked: number[] = []
  const pages = [['a', 'b'], ['b', 'c'], ['d']]
  const found = await everyPage(({ id }: { id: string }) => id)(({ page }) => {
    asked.push(page)
    return Promise.resolve({ rows: (pages[page - 1] ?? []).map((id) => ({ id })), total: 4 })
  })
  expect(found.rows.map(({ id }) => id).join('')).toBe('abcd')
  expect(asked).toEqual([1, 2, 3])
})

test('a list that shrinks while it is read comes to an end', async () => {
  const found = await everyPage(({ id }: { id: string }) => id)(({ page }) =>
    Promise.resolve({ rows: page === 1 ? [{ id: 'a' }] : [], total: 3 }),
  )
  expect(found).toEqual({ rows: [{ id: 'a' }], total: 3 })
})
