import { expect, test } from 'vitest'
import {
  choice,
  choices,
  day,
  type Filters,
  oneAlways,
  oneOf,
  onOff,
  readFilter,
  searchText,
  writeFilter,
  yesNo,
} from './filters.ts'
import { headingsOf, inOrder, leftOut, moveColumnForward } from './columns.ts'
import { listSearch } from './list-search.ts'
import { readPreferences } from './preferences.ts'
import { pageOfRows, readList } from './use-list.ts'

type SeatFilter = {
  q: string
  status?: 'open' | 'taken' | 'all'
  kinds: ('day' | 'night')[]
  mine: boolean
  unit_id?: string | undefined
  from?: string | undefined
  sort: 'date' | 'unit'
}
const filters: Filters<SeatFilter> = {
  q: searchText('Search seats'),
  status: choice('Status', 'Any status', { open: 'Open', taken: 'Taken' }),
  kinds: choices('Kind', 'Any kind', { day: 'Day', night: 'Night' }),
  mine: yesNo('Whose', 'All', { yes: 'Mine' }),
  unit_id: oneOf('Unit', 'All units'),
  from: day('From'),
}
const sorts = ['date', 'unit'] as const
const unit = '6c1f6d26-4f7e-4c3b-9a50-0a5f5dd0a111'

test('reads an address by the names of the contract; unknown values count as not set', () => {
  expect(
    readFilter(filters, {
      q: 310,
      status: 'open',
      kinds: 'night,day,noon',
      mine: 'yes',
      unit_id: unit,
      from: '2027-01-12',
    }),
  ).toEqual({
    q: '310',
    status: 'open',
    kinds: ['day', 'night'],
    mine: true,
    unit_id: unit,
    from: '2027-01-12',
  })
  expect(
    readFilter(filters, {
      q: ' ',
      status: 'constructor',
      kinds: 'noon',
      mine: 'no',
      unit_id: 'x',
      from: 'soon',
      other: 'y',
    }),
  ).toEqual({})
})

test('reads back from the address what was chosen', () => {
  const chosen = { q: 'a', status: 'taken' as const, kinds: ['night' as const], mine: true, unit_id: unit }
  const words = writeFilter(filters, chosen)
  expect(words).toEqual({ q: 'a', status: 'taken', kinds: 'night', mine: 'yes', unit_id: unit })
  expect(readFilter(filters, words)).toEqual(chosen)
  expect(writeFilter(filters, { status: undefined })).toEqual({ status: undefined })
})

test('a switch that is off, and the usual one of a choice that is always set, are not in the address', () => {
  const of: Filters<{ archived: boolean; party: 'school' | 'facility' }> = {
    archived: onOff('Include archived'),
    party: oneAlways<'school' | 'facility'>('By whom', 'school', { school: 'School', facility: 'Facility' }),
  }
  expect(readFilter(of, { archived: 'yes', party: 'facility' })).toEqual({
    archived: true,
    party: 'facility',
  })
  expect(readFilter(of, { archived: 'no', party: 'school' })).toEqual({})
  expect(writeFilter(of, { archived: true, party: 'facility' })).toEqual({
    archived: 'yes',
    party: 'facility',
  })
})

test('a list uses its usual order unless it has one of its own, and loads 25 rows', () => {
  expect(readList(filters, { sorts }, {}).input).toEqual({ sort: 'date', dir: 'asc', page: 1, page_size: 25 })
  expect(readList(filters, { sorts, dir: 'desc' }, { sort: 'unit', page: 3 }).input).toEqual({
    sort: 'unit',
    dir: 'asc',
    page: 3,
    page_size: 25,
  })
  expect(readList(filters, { sorts, dir: 'desc' }, { sort: 'nonsense', dir: 'up' }).sort).toEqual({
    key: 'date',
    dir: 'desc',
  })
  expect(readList(filters, { sorts, hasOwnOrder: true }, {}).input).toEqual({ page: 1, page_size: 25 })
})

test('an export has what is shown: filter and order, on all pages', () => {
  expect(readList(filters, { sorts }, { status: 'open', sort: 'unit', dir: 'desc', page: 4 }).shown).toEqual({
    status: 'open',
    sort: 'unit',
    dir: 'desc',
  })
})

test('loaded rows are cut into pages; a page beyond the end becomes the last', () => {
  const rows = Array.from({ length: 53 }, (_, at) => at)
  expect(pageOfRows(rows, { page: 9, pageSize: 25 })).toEqual({ rows: [50, 51, 52], page: 3, total: 53 })
  expect(pageOfRows([], { page: 1, pageSize: 25 })).toEqual({ rows: [], page: 1, total: 0 })
})

test("a list's route lets short texts pass and nothing else", () => {
  expect(listSearch({ q: 'a', page: 2, on: true, empty: '', list: ['x'], object: {} })).toEqual({
    q: 'a',
    page: 2,
    on: true,
  })
  expect(listSearch({ q: 'a'.repeat(999) })['q']).toHaveLength(400)
})

test('stored list settings survive other versions', () => {
  expect(readPreferences('{"isCompact":true,"hidden":{"People":["email"],"Old":"x"}}')).toEqual({
    isCompact: true,
    hidden: { People: ['email'] },
    order: {},
  })
  expect(readPreferences('{"order":{"Shifts":["when","place"]}}').order).toEqual({
    Shifts: ['when', 'location'],
  })
  for (const text of [null, 'null', '[]', 'nonsense'])
    expect(readPreferences(text)).toEqual({ isCompact: false, hidden: {}, order: {} })
})

test('columns follow the chosen order, with new ones after those, and the first stays first', () => {
  const columns = ['name', 'email', 'role', 'since'].map((key) => ({ key, title: key, render: () => key }))
  const keys = (order?: string[]) => inOrder(columns, order).map(({ key }) => key)
  expect(keys()).toEqual(['name', 'email', 'role', 'since'])
  expect(keys(['role', 'name', 'gone', 'email'])).toEqual(['name', 'role', 'email', 'since'])
  expect(moveColumnForward(columns.slice(1), 'since')).toEqual(['email', 'since', 'role'])
  expect(moveColumnForward(columns.slice(1), 'email')).toEqual(['email', 'role', 'since'])
})

test('a list hides its extra columns until someone chooses them', () => {
  const columns = [{ key: 'name' }, { key: 'email' }, { key: 'since', isExtra: true }]
  expect(leftOut(columns, undefined)).toEqual(['since'])
  expect(leftOut(columns, [])).toEqual([])
  expect(leftOut(columns, ['email'])).toEqual(['email'])
})

test('a column is found in a file by its title or key, or by its own headings', () => {
  const render = () => ''
  expect(
    headingsOf([
      { key: 'full_name', title: 'Name', render },
      { key: 'dates', title: 'Dates', file: ['First day', 'Last day'], render },
    ]),
  ).toEqual(['Name', 'full_name', 'First day', 'Last day'])
})
