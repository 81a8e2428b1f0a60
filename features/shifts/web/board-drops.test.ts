import { expect, test } from 'vitest'
import type { ShiftRow } from '../contract.ts'
import { type BoardFacts, dropBlocker, dropWarning } from './board-drops.ts'

const shift = (more: Partial<ShiftRow>): ShiftRow =>
  ({
    id: 'one',
    semester_id: 'spring',
    date: '2027-03-08',
    start_time: '07:00',
    end_time: '15:00',
    facility_id: 'east',
    status: 'draft',
    capacity: 6,
    approved_capacity: null,
    proctor_id: 'marcus',
    more_proctor_ids: [],
    more_proctor_names: [],
    proctor_name: 'Marcus Bell',
    ...more,
  }) as ShiftRow
const unit = (id: string, name: string) =>
  ({
    id,
    name,
    max_students_per_shift: 8,
    closed: [{ from: '2027-03-11', to: '2027-03-12', reason: 'Remodel' }],
  }) as unknown as BoardFacts['units'][number]
const facts = (...rows: ShiftRow[]): BoardFacts => ({
  rows,
  units: [unit('east', '5 East'), unit('icu', 'ICU')],
  semesters: [
    { id: 'spring', name: 'Spring 2027', start_date: '2027-01-11', end_date: '2027-05-07', is_active: true },
  ],
  today: '2027-03-07',
  daysOff: new Map([['2027-03-10', 'Spring break']]),
})
const one = shift({})
const to = (day: string, unitId = 'east', isCopy = false) => ({ row: one, unitId, day, isCopy })

test.each([
  ['2027-01-10', 'This day is outside Spring 2027.'],
  ['2027-05-08', 'This day is outside Spring 2027.'],
  ['2027-05-07', null],
])('on %s it can’t be dropped: %s', (day, refusal) => expect(dropBlocker(to(day), facts(one))).toBe(refusal))

test.each([
  ['2027-03-06', 'This day has passed.'],
  ['2027-03-10', 'Spring break'],
  ['2027-03-11', '5 East is closed: Remodel.'],
  ['2027-03-09', null],
])('on %s: %s', (day, words) => expect(dropWarning(to(day), facts(one))).toBe(words))

test('warns of an instructor with two units at a time, including a night that extends into the next day', () => {
  const night = shift({
    id: 'two',
    start_time: '19:00',
    end_time: '07:30',
    facility_id: 'icu',
  })
  expect(dropWarning(to('2027-03-09'), facts(one, night))).toBe('Marcus Bell has another shift then.')
  expect(dropWarning(to('2027-03-13'), facts(one, night))).toBeNull()
  // A copy has no instructor.
  expect(dropWarning(to('2027-03-09', 'east', true), facts(one, night))).toBeNull()
  expect(dropWarning(to('2027-03-09'), facts(one, { ...night, status: 'cancelled' }))).toBeNull()
})

test('warns if a unit is full', () => {
  const other = shift({ id: 'two', date: '2027-03-09', proctor_id: null, capacity: 4, approved_capacity: 3 })
  const full = '5 East takes 8; 3 are planned, this needs 6.'
  expect(dropWarning(to('2027-03-09'), facts(one, other))).toBe(full)
  expect(dropWarning(to('2027-03-09', 'icu'), facts(one, other))).toBeNull()
  const later = { ...other, start_time: '15:00', end_time: '23:00' }
  expect(dropWarning(to('2027-03-09'), facts(one, later))).toBeNull()
  // A copy next to the original counts as one more.
  expect(dropWarning(to('2027-03-08', 'east', true), facts(one))).toMatch(/6 are planned/)
})
