import { expect, it } from 'vitest'
import { addressOf, everythingOf, filtersOf, MAX_VIEWS, saveBlocker } from './rules.ts'

it.each([
  ['?state=active&q=ann', 'q=ann&state=active'],
  ['q=ann&page=3', 'q=ann'],
  ['', ''],
  ['?page=2', ''],
  ['?view=month&on=2026-12-01&shift=1', 'view=month'],
  ['?show=open&more=yes&specialty=icu', 'show=open&specialty=icu'],
  ['?show=swaps&offer=1', 'show=swaps'],
  ['?state=active&partnership=1', 'state=active'],
  ['?state=failed&run=1&mail=2', 'state=failed'],
  ['?q=ann&show=0b9d5b0e-6c55-4f2c-8a53-6f3d8f4b7a11', 'q=ann'],
  ['?q=ann&plan=0b9d5b0e-6c55-4f2c-8a53-6f3d8f4b7a11', 'q=ann'],
  ['?plan=annual', 'plan=annual'],
  ['?q=a%20b', 'q=a+b'],
])('the filters of %j are %j', (search, filters) => expect(filtersOf(search)).toBe(filters))

it('puts filters behind a question mark, if there are any', () => {
  expect(addressOf({ page: '/school/students', search: 'q=a' })).toBe('/school/students?q=a')
  expect(addressOf({ page: '/school/students', search: '' })).toBe('/school/students')
})

it('shows everything in the same tab', () => {
  expect(everythingOf('/school/students', '?q=ann&view=proctors&page=2')).toBe(
    '/school/students?view=proctors',
  )
  expect(everythingOf('/school/students', '?q=ann')).toBe('/school/students')
})

it('refuses a name twice on a page, and the fifty-first view', () => {
  const views = [{ id: '1', page: '/a', name: 'Mine' }]
  expect(saveBlocker(views, { page: '/a', name: ' mine ' })).toBe(
    'You already have a view with this name here.',
  )
  expect(saveBlocker(views, { page: '/b', name: 'Mine' })).toBeUndefined()
  expect(saveBlocker(views, { page: '/a', name: 'Mine', id: '1' })).toBeUndefined()
  const full = Array.from({ length: MAX_VIEWS }, (_, at) => ({
    id: String(at),
    page: '/a',
    name: String(at),
  }))
  expect(saveBlocker(full, { page: '/a', name: 'One more' })).toContain('50 saved views')
  expect(saveBlocker(full, { page: '/a', name: 'Renamed', id: '3' })).toBeUndefined()
})
