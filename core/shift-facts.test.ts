import { expect, it } from 'vitest'
import { when, where } from './shift-facts.ts'

const facts = { unit: '5 East', site: 'North', date: '2027-03-02', start_time: '07:00', end_time: '15:00' }

it('says where a shift is, and when', () => {
  expect(where(facts)).toBe('5 East, North')
  expect(where({ ...facts, site: null })).toBe('5 East')
  expect(where({ ...facts, unit: null, site: null })).toBe('on campus')
  expect(when(facts)).toBe('Tuesday, March 2, 7:00 AM–3:00 PM')
})
