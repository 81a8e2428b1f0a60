import { expect, it } from 'vitest'
import { asAddress, hasFilters, readSitesSearch, siteFilter } from './sites-search.ts'

it('reads known search parameters and nothing else', () => {
  expect(
    readSitesSearch({ q: 'lake', zip: 2139, within: '25', state: 'MA', sort: 'seats', page: '3', x: 1 }),
  ).toEqual({
    q: 'lake',
    zip: '02139',
    within: 25,
    state: 'MA',
    sort: 'seats',
    page: 3,
  })
  expect(readSitesSearch({ zip: 'abc', within: 7, state: 'Mass', specialty: 'magic', dir: 'up' })).toEqual({})
})

it('asks for miles only around a ZIP code', () => {
  expect(siteFilter({ within: 25 })).toEqual({ q: '' })
  expect(siteFilter({ zip: '53202', within: 25 })).toEqual({ q: '', zip: '53202', within: 25 })
})

it('sorting does not count as a filter', () => {
  expect(hasFilters({ sort: 'name', page: 2 })).toBe(false)
  expect(hasFilters({ zip: '53202' })).toBe(true)
})

it('a ZIP code is in the address as its digits, and is read completely', () => {
  expect(asAddress({ zip: '02139', q: undefined })).toEqual({ zip: 2139 })
  expect(readSitesSearch(asAddress({ zip: '02139' }))).toEqual({ zip: '02139' })
})
