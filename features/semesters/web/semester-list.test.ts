import { expect, test } from 'vitest'
import { readFilter } from '#platform/web/kit/filters.ts'
import { fakeId, fakeSemester, fakeSemesters } from '../fake.ts'
import { fitting, noneFitting, semesterFilters } from './semester-list.ts'

const archived = fakeSemester({ id: fakeId(9), name: 'Fall 2019', lifecycle: 'archived', is_active: false })
const all = [...fakeSemesters(), archived]
const names = (search: Record<string, string>) =>
  fitting(all, readFilter(semesterFilters, search)).map(({ name }) => name)

test('a school’s list hides archived semesters unless the filter asks for them', () => {
  expect(names({})).toEqual(['Fall 2026', 'Spring 2027', 'Summer 2027'])
  expect(names({ state: 'archived' })).toEqual(['Fall 2019'])
  expect(names({ state: 'draft' })).toEqual(['Summer 2027'])
  expect(names({ q: '2027', type: 'spring' })).toEqual(['Spring 2027'])
  expect(names({ q: '2026–2027' })).toHaveLength(3)
  expect(names({ state: 'lost', type: 'monsoon' })).toHaveLength(3)
})

test('an empty list of archived semesters says that none is archived, unless another filter may be the reason', () => {
  const title = (search: Record<string, string>) => noneFitting(readFilter(semesterFilters, search)).title
  expect(title({ state: 'archived' })).toBe('No archived semesters')
  expect(title({ state: 'archived', q: 'x' })).toBe('No semesters match')
  expect(title({ state: 'archived', type: 'fall' })).toBe('No semesters match')
  expect(title({ state: 'draft' })).toBe('No semesters match')
})
