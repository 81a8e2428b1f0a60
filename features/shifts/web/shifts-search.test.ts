import { expect, test } from 'vitest'
import { filterOf, hasFilters, shiftsSearch, tableFilterOf, whenOf } from './shifts-search.ts'

const id = '00000000-0000-4000-8000-000000000001'

test('an address is read, and what does not fit is ignored', () => {
  expect(
    shiftsSearch({
      q: 'ward', semester: id, from: '2026-10-01', to: '2026-02-30', state: 'full,published,nonsense', place: 'x', specialty: 'icu', needs: 'coffee',
      sort: 'seats', dir: 'up', page: 3, view: 'board', on: '2026-10-05', other: 'y',
    }), // prettier-ignore
  ).toEqual({
    q: 'ward', semester: id, from: '2026-10-01', state: 'published,full', specialty: 'icu', sort: 'seats', page: 3, view: 'board', on: '2026-10-05',
  }) // prettier-ignore
})

test('a filter asks the server for what the address says, and for nothing about how it is drawn', () => {
  expect(
    filterOf({ q: 'ward', semester: id, state: 'draft,approved', mine: 'yes', view: 'board', page: 2 }),
  ).toEqual({
    q: 'ward',
    semester_id: id,
    status: ['draft', 'approved'],
    mine: true,
  })
  expect(filterOf({})).toEqual({})
})

test('a sort and a view narrow nothing down', () => {
  expect(hasFilters({ sort: 'date', view: 'calendar', page: 2 })).toBe(false)
  expect(hasFilters({ needs: 'reply' })).toBe(true)
})

test('a table begins today; the past is asked for, and what names its days is left alone', () => {
  const today = '2026-11-22'
  expect(tableFilterOf({ q: 'ward' }, today)).toEqual({ q: 'ward', from: today })
  expect(tableFilterOf({ when: 'past' }, today)).toEqual({ to: '2026-11-21', dir: 'desc' })
  expect(tableFilterOf({ when: 'past', dir: 'asc' }, today)).toEqual({ to: '2026-11-21', dir: 'asc' })
  expect(tableFilterOf({ when: 'all' }, today)).toEqual({})
  for (const named of [
    { from: '2026-09-01' },
    { to: '2026-09-01' },
    { semester: id },
    { needs: 'answer' },
    { state: 'completed,closed' },
  ]) {
    expect(whenOf(named)).toBeNull()
    expect(tableFilterOf(named, today)).toEqual(filterOf(named))
  }
  expect(whenOf({ state: 'published,closed' })).toBe('coming')
})
