import { expect, test } from 'vitest'
import { fakeId, fakeSemester, fakeSemesters } from '../fake.ts'
import { fitting, hasFilters, semesterFilter } from './semesters-search.ts'

const archived = fakeSemester({ id: fakeId(9), name: 'Fall 2019', lifecycle: 'archived', is_active: false })
const all = [...fakeSemesters(), archived]
const names = (search: Parameters<typeof fitting>[1]) => fitting(all, search).map(({ name }) => name)

test('a school’s list shows everything but the archive, until it is asked for', () => {
  expect(names({})).toEqual(['Fall 2026', 'Spring 2027', 'Summer 2027'])
  expect(names({ state: 'archived' })).toEqual(['Fall 2019'])
  expect(names({ state: 'draft' })).toEqual(['Summer 2027'])
  expect(names({ q: ' 2027', type: 'spring' })).toEqual(['Spring 2027'])
  expect(names({ q: '2026–2027' })).toHaveLength(3)
})

test('words that the list does not know count as not chosen', () => {
  expect(names({ state: 'lost', type: 'monsoon' })).toHaveLength(3)
  expect(semesterFilter({ state: 'lost', sort: 'password', q: 'x' })).toEqual({
    search: 'x',
    sort: 'start_date',
    dir: 'desc',
  })
})

test('order and page narrow nothing down', () => {
  expect(hasFilters({ sort: 'name', dir: 'asc', page: 3, semester: fakeId(1) })).toBe(false)
  expect(hasFilters({ q: 'fall' })).toBe(true)
})
