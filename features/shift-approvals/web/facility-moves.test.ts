import { describe, expect, it } from 'vitest'
import type { ShiftRow, UnitOfFacility } from '#features/shifts/contract.ts'
import type { CapstoneDay } from '../contract.ts'
import { capstonesShown, capstoneWords, cardOfCapstone, dayNote } from './facility-cards.ts'
import { mostOn, moveBy, moveBlocker } from './facility-moves.ts'

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
const capstone: CapstoneDay = {
  id: 'c',
  project_id: 'p',
  course_code: 'NUR 499',
  school_id: 'lake',
  school_name: 'Lake School',
  date: '2026-12-02',
  start_time: '07:00',
  end_time: '19:00',
  starts_at: '2026-12-02T13:00:00Z',
  time_zone: 'America/Chicago',
  facility_id: 'east',
  unit_name: '5 East',
  site_name: 'North',
  preceptor_name: 'Priya Raman',
  floated_to: null,
}
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
      'beside a capstone student of another school',
      row(),
      { date: '2026-12-02' },
      { ...known(), capstones: [{ ...capstone, school_id: 'hill' }] },
      'Another school has 5 East at that time, and it takes one school at a time.',
    ],
    [
      'beside too many capstone students',
      row({ capacity: 8 }),
      { date: '2026-12-02' },
      { ...known(), capstones: [capstone, { ...capstone, start_time: '15:00', end_time: '19:00' }] },
      '5 East takes 8 students at a time; 1 of these seats is taken by capstone students.',
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
    expect(moveBlocker(shift, to, there)).toBe(refusal)
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

describe('a capstone student’s day', () => {
  it('is a card that links to the project, for those who may open it', () => {
    expect(cardOfCapstone(capstone, new Map([['lake', 'blue']]))).toMatchObject({
      id: 'capstone c',
      rowId: 'east',
      start: '2026-12-02T07:00',
      end: '2026-12-02T19:00',
      title: 'Lake School',
      count: '1 student',
      status: 'Capstone',
      hue: 'blue',
      href: '/facility/preceptors/p',
    })
    expect(cardOfCapstone({ ...capstone, project_id: null }, new Map())).not.toHaveProperty('href')
    expect(capstoneWords(capstone)).toBe('Capstone, NUR 499: 1 student with Priya Raman')
    expect(capstoneWords({ ...capstone, course_code: null, floated_to: 'ICU' })).toBe(
      'Capstone: 1 student with Priya Raman, on ICU',
    )
  })

  it('follows the filters of the page, and has no status of a shift', () => {
    const shown = (search: object, units = [unit]) => capstonesShown([capstone], search, units).length
    expect([shown({}), shown({ school: 'lake' }), shown({ specialty: 'med_surg' })]).toEqual([1, 1, 1])
    expect([shown({ school: 'hill' }), shown({ specialty: 'icu' }, []), shown({ state: 'full' })]).toEqual([
      0, 0, 0,
    ])
  })
})
