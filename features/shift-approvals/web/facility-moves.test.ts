import { describe, expect, it } from 'vitest'
import type { ShiftRow, UnitOfFacility } from '#features/shifts/contract.ts'
import { dayNote } from './facility-cards.ts'
import { mostOn, moveBy, moveRefusal } from './facility-moves.ts'

const unit: UnitOfFacility = {
  id: 'east',
  name: '5 East',
  site_id: null,
  site_name: null,
  specialty: 'med_surg',
  time_zone: 'America/Chicago',
  status: 'active',
  max_students_per_shift: 8,
  shift_patterns: [],
  exclusive_school: true,
  blackout: [{ from: '2026-12-24', to: '2026-12-26', reason: 'Holidays' }],
  capacity_windows: [],
}
const row = (more: Partial<ShiftRow> = {}) =>
  ({
    id: 'a',
    school_id: 'lake',
    facility_id: 'east',
    date: '2026-12-01',
    start_time: '07:00',
    end_time: '15:00',
    status: 'pending_facility',
    capacity: 6,
    approved_capacity: null,
    ...more,
  }) as ShiftRow
const known = (shifts: ShiftRow[] = [], units = [unit]) => ({ units, shifts, today: '2026-11-21' })

it('moves a request by a counteroffer, an approved shift by a change request, and nothing else', () => {
  expect(moveBy('pending_facility')).toBe('counter')
  for (const status of ['approved', 'published', 'full'] as const) expect(moveBy(status)).toBe('change')
  for (const status of ['draft', 'countered', 'in_progress', 'cancelled'] as const)
    expect(moveBy(status)).toBeNull()
})

describe("where a shift can't be moved", () => {
  it.each([
    ['a free day', row(), { date: '2026-12-02' }, known(), undefined],
    [
      'what is under way',
      row({ status: 'in_progress' }),
      { date: '2026-12-02' },
      known(),
      'It is in progress and stays where it is.',
    ],
    ['a day that is over', row(), { date: '2026-11-20' }, known(), 'That day has passed.'],
    ['a unit of somebody else', row(), { facility_id: 'west' }, known(), 'Choose a unit that you run.'],
    [
      'a paused unit',
      row(),
      { date: '2026-12-02' },
      known([], [{ ...unit, status: 'paused' }]),
      '5 East is paused.',
    ],
    [
      'closed days',
      row(),
      { date: '2026-12-25' },
      known(),
      '5 East takes no students on Dec 25, 2026: Holidays.',
    ],
    [
      'another school’s time',
      row(),
      { date: '2026-12-02' },
      known([
        row({
          id: 'b',
          school_id: 'hill',
          date: '2026-12-01',
          start_time: '23:00',
          end_time: '08:00',
          status: 'approved',
          capacity: 1,
        }),
      ]),
      'Another school has 5 East at that time, and it takes one school at a time.',
    ],
    [
      'too many at a time',
      row(),
      { date: '2026-12-02' },
      known([row({ id: 'b', date: '2026-12-02', status: 'published', capacity: 6, approved_capacity: 4 })]),
      '5 East takes 8 students at a time; 4 of these seats are taken by other shifts.',
    ],
    [
      'beside a request',
      row(),
      { date: '2026-12-02' },
      known([row({ id: 'b', date: '2026-12-02', school_id: 'hill' })]),
      undefined,
    ],
    [
      'right after another',
      row(),
      { start_time: '15:00', end_time: '23:00' },
      known([row({ id: 'b', status: 'approved' })]),
      undefined,
    ],
  ])('%s', (_name, shift, to, there, refusal) => {
    expect(moveRefusal(shift, to, there)).toBe(refusal)
  })
})

it('takes as many as its capacity periods say, and no one outside them', () => {
  const windowed = { ...unit, capacity_windows: [{ from: '2026-12-01', to: '2026-12-31', max: 3 }] }
  expect([
    mostOn(unit, '2026-12-02'),
    mostOn(windowed, '2026-12-02'),
    mostOn(windowed, '2027-01-02'),
  ]).toEqual([8, 3, 0])
})

it('says that the unit is closed on a day, and still how many seats are on it', () => {
  const day = { unit_id: 'east', date: '2026-12-25', shifts: 1, students: 5, seats: 6, asked: 0, most: 8 }
  expect(dayNote(unit, '2026-12-25', undefined)).toEqual({ text: 'Closed', isWarning: false })
  expect(dayNote(unit, '2026-12-25', day)).toEqual({ text: 'Closed · 6 seats', isWarning: true })
  expect(dayNote(unit, '2026-12-23', day)).toEqual({ text: 'Seats 6 of 8', isWarning: false })
  expect(dayNote(unit, '2026-12-23', undefined)).toBeUndefined()
})
