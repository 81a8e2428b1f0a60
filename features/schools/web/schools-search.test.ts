import { expect, it } from 'vitest'
import { filterOf, hasFilters } from './schools-search.ts'

it('reads the address; words it does not know count as not chosen', () => {
  expect(filterOf({})).toEqual({ search: '', sort: 'name', dir: 'asc' })
  expect(filterOf({ q: 'lake', state: 'wi', active: 'no', sort: 'state', dir: 'desc' })).toEqual({
    search: 'lake',
    state: 'WI',
    active: 'no',
    sort: 'state',
    dir: 'desc',
  })
  expect(filterOf({ state: 'Wisconsin', active: 'maybe', sort: 'people' })).toEqual(filterOf({}))
  expect(hasFilters({ sort: 'state', page: 2 })).toBe(false)
  expect(hasFilters({ active: 'no' })).toBe(true)
})
