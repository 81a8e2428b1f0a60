import { expect, it } from 'vitest'
import { addDays, diffDays } from '#core/plain-date.ts'
import { shiftMachine } from '#features/shifts/rules.ts'
import { planShifts } from './demo-plan.ts'
import { termsOf } from './demo-terms.ts'

// Shifts become full and closed later.
const states = [...new Set(shiftMachine.flatMap(({ from, to }) => [from, to]))].filter(
  (state) => state !== 'full' && state !== 'closed',
)

// In a term, between two, at their ends, years later, and throughout a year.
it.each([
  '2026-11-22',
  '2026-12-25',
  '2027-01-18',
  '2027-03-15',
  '2027-05-08',
  '2027-07-01',
  '2027-08-20',
  '2028-01-10',
  '2031-10-01',
  ...Array.from({ length: 53 }, (_, week) => addDays('2026-11-23', week * 8)),
])('has every status on %s, in its term and on a suitable day', (today) => {
  const shifts = planShifts(today, 10)
  expect(new Set(shifts.map(({ status }) => status))).toEqual(new Set(states))
  expect(new Set(shifts.map(({ name }) => name)).size).toBe(shifts.length)
  const terms = new Map(termsOf(today).map((term) => [term.key, term]))
  for (const { status, date, term } of shifts) {
    const { start, end } = terms.get(term)!
    expect(start <= date && date <= end).toBe(true)
    expect(date < today).toBe(status === 'completed')
  }
  // Shifts that are closed later.
  expect(shifts.some(({ status, date }) => status === 'completed' && diffDays(date, today) > 14)).toBe(true)
})

it('keeps the fall and spring unchanged', () => {
  const of = (school: string | undefined, term: string) =>
    planShifts('2026-11-22', 10).filter((shift) => shift.school === school && shift.term === term)
  expect(of(undefined, 'fall-2026')).toHaveLength(64)
  expect(
    of('northwoods', 'spring-2027')
      .map(({ date }) => date)
      .toSorted()[0],
  ).toBe('2027-02-01')
  expect(termsOf('2026-11-22').map(({ name, active }) => [name, active])).toEqual([
    ['Fall 2026', true],
    ['Spring 2027', true],
    ['Summer 2027', false],
  ])
})
