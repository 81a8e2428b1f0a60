import { expect, test } from 'vitest'
import type { Role } from '#core/roles.ts'
import { readFilter, writeFilter } from '#platform/web/kit/filters.ts'
import { statusLabels } from '../rules.ts'
import { shiftFiltersFor } from './shift-filters.ts'
import { daysOf, shiftsSearch, whenOf } from './shifts-search.ts'

const id = '00000000-0000-4000-8000-000000000001'

test('search parameters are read, and invalid ones are ignored', () => {
  expect(
    shiftsSearch({
      q: 'ward',
      semester: id,
      from: '2026-10-01',
      to: '2026-02-30',
      state: 'full,published,nonsense',
      facility: 'x',
      specialty: 'icu',
      needs: 'coffee',
      sort: 'seats',
      dir: 'up',
      page: 3,
      view: 'board',
      on: '2026-10-05',
      other: 'y',
    }),
  ).toEqual({
    q: 'ward',
    semester: id,
    from: '2026-10-01',
    state: 'published,full',
    specialty: 'icu',
    sort: 'seats',
    page: 3,
    view: 'board',
    on: '2026-10-05',
  })
})

test('a filter sends only what it filters by, and nothing about the view', () => {
  const filters = shiftFiltersFor('school_admin')
  const read = (search: Record<string, unknown>) => readFilter(filters, search)
  expect(
    read({
      q: 'ward',
      semester: id,
      state: 'draft,approved',
      mine: 'yes',
      facility: id,
      view: 'board',
      page: 2,
    }),
  ).toEqual({ q: 'ward', semester_id: id, status: ['draft', 'approved'], mine: true, facility_id: id })
  expect(read({ semester: 'all', when: 'past', sort: 'date', needs: 'coffee', series: 'coffee' })).toEqual({})
  expect(
    writeFilter(filters, { status: ['draft', 'approved'], proctor_id: id, series_id: undefined }),
  ).toEqual({
    state: 'draft,approved',
    instructor: id,
    series: undefined,
  })
})

test('planners filter by what needs action, others by their own shifts', () => {
  const rendered = (role: Role) => {
    const filters = shiftFiltersFor(role)
    return [filters.needs.kind, filters.mine.kind, filters.status.options?.length]
  }
  expect(rendered('school_admin')).toEqual(['choice', 'none', Object.keys(statusLabels).length])
  expect(rendered('student')).toEqual(['none', 'choice', 6])
})

test('a table starts today; past shifts need a choice, and an address with days is unchanged', () => {
  const today = '2026-11-22'
  expect(daysOf(whenOf({ q: 'ward' })!, today)).toEqual({ from: today })
  expect(daysOf(whenOf({ when: 'past' })!, today)).toEqual({ to: '2026-11-21' })
  expect(daysOf(whenOf({ when: 'all' })!, today)).toEqual({})
  for (const named of [
    { from: '2026-09-01' },
    { to: '2026-09-01' },
    { semester: id },
    { needs: 'answer' },
    { state: 'completed,closed' },
  ])
    expect(whenOf(named)).toBeNull()
  expect(whenOf({ state: 'published,closed' })).toBe('coming')
})
