import { describe, expect, test } from 'vitest'
import type { SeatLimit } from '#features/shifts/contract.ts'
import { dayBlocker, blockerOf, offerBlocker, takeBlocker, weeklySeries, withdrawBlocker } from './rules.ts'

const now = '2026-11-23T12:00:00.000Z'
const limit = (limit_name: SeatLimit['limit_name'], seats: number): SeatLimit => ({
  limit_name,
  seats,
  why: `${limit_name} says ${seats}.`,
  applies: true,
  source_url: null,
})

describe('days that can be taken together', () => {
  const day = (id: string, date: string, changes: object = {}) => ({
    id,
    facility_id: 'ob',
    date,
    start_time: '07:00',
    end_time: '15:00',
    experience_type: 'group' as const,
    blocker: null,
    ...changes,
  })
  const series = (...days: ReturnType<typeof day>[]) =>
    [...weeklySeries(days)].map(([first, alike]) => [first, alike.map(({ id }) => id)])

  test('are those of one unit, weekday and hours, by the first of them', () => {
    const sundays = [day('b', '2027-01-10'), day('d', '2027-01-17')]
    expect(series(day('a', '2027-01-09'), sundays[0]!, day('c', '2027-01-16'), sundays[1]!)).toEqual([
      ['a', ['a', 'c']],
      ['b', ['b', 'd']],
    ])
  })
  test.each([
    ['other hours', { start_time: '15:00', end_time: '23:00' }],
    ['another unit', { facility_id: 'er' }],
    ['another kind of shift', { experience_type: 'preceptored' }],
    ['what cannot be taken', { blocker: 'The unit is paused.' }],
  ])('do not include %s, and a single one is no series', (_, changes) => {
    expect(series(day('a', '2027-01-09'), day('b', '2027-01-16', changes))).toEqual([])
  })
})

describe('a school takes a slot', () => {
  const open = {
    status: 'open' as const,
    status_reason: null,
    version: 1,
    is_ours: false,
    starts_at: '2026-11-24T12:00:00Z',
    seats: 6,
  }
  const asked = { now, version: 1, seats: 6 }
  const code = (slot: object, more: object = {}) =>
    takeBlocker({ ...open, ...slot }, { ...asked, ...more })?.code ?? null

  test('if it is open, in time, unchanged since loaded, with as many of its seats as it wants', () => {
    expect(code({})).toBeNull()
    expect(code({}, { seats: 1 })).toBeNull()
    expect(code({}, { seats: 0 })).toBe('slot.seats_out_of_range')
    expect(code({}, { seats: 7 })).toBe('slot.seats_out_of_range')
    expect(code({ version: 2 })).toBe('slot.old_version')
    expect(code({ starts_at: now })).toBe('slot.in_the_past')
  })

  test('and learns the status of one that is settled', () => {
    expect(code({ status: 'taken', is_ours: true })).toBe('slot.is_yours')
    expect(code({ status: 'taken' })).toBe('slot.taken_by_another')
    expect(code({ status: 'withdrawn', status_reason: 'Why' })).toBe('slot.was_withdrawn')
    expect(code({ status: 'expired' })).toBe('slot.time_has_come')
  })

  test('unless semester, unit, agreement or seats prevent it: the first reason is given', () => {
    const unit = { name: '5 East', kind: 'unit', status: 'active' }
    const facts = { semester_id: 's', uncovered: null, unit, full: [] }
    expect(blockerOf(facts)).toBeNull()
    expect(blockerOf({ ...facts, full: [limit('unit', 0)] })?.code).toBe('slot.no_seat')
    expect(blockerOf({ ...facts, uncovered: 'It ended.', full: [limit('unit', 0)] })?.code).toBe(
      'slot.not_covered',
    )
    expect(blockerOf({ ...facts, uncovered: 'It ended.', full: [limit('closed', 0)] })?.code).toBe(
      'shift.closed_day',
    )
    expect(blockerOf({ ...facts, unit: { ...unit, status: 'paused' } })?.code).toBe('shift.unit_not_active')
    expect(blockerOf({ ...facts, semester_id: null, uncovered: 'It ended.' })?.code).toBe('slot.no_semester')
  })
})

test('a facility withdraws what no one has taken, with a reason', () => {
  const open = { status: 'open' as const, status_reason: null, version: 1, school_name: null }
  const code = (slot: object, reason = 'No nurses.') =>
    withdrawBlocker({ ...open, ...slot }, { version: 1, reason })?.code ?? null
  expect(code({})).toBeNull()
  expect(code({}, 'no')).toBe('slot.say_why')
  expect(code({ version: 2 })).toBe('slot.old_version')
  expect(code({ status: 'taken', school_name: 'Lake School' })).toBe('slot.has_school')
  expect(code({ status: 'withdrawn' })).toBe('slot.is_withdrawn')
  expect(code({ status: 'expired' })).toBe('slot.has_expired')
})

describe('a facility offers', () => {
  test('a unit’s slots to schools that have an agreement for it', () => {
    const offer = { start_time: '07:00', end_time: '15:00', school_ids: [] as string[] }
    const facts = { unit: { name: '5 East', kind: 'unit' }, partners: ['a', 'b'] }
    const code = (more: object, of: object = {}) =>
      offerBlocker({ ...offer, ...more }, { ...facts, ...of })?.code ?? null
    expect(code({})).toBeNull()
    expect(code({ school_ids: ['b'] })).toBeNull()
    expect(code({ school_ids: ['b', 'c'] })).toBe('slot.foreign_school')
    expect(code({}, { partners: [] })).toBe('slot.no_partner')
    expect(code({}, { unit: { name: 'North', kind: 'site' } })).toBe('slot.no_unit')
    expect(code({ end_time: '07:00' })).toBe('slot.no_length')
  })

  test('no more than the unit takes in addition to agreed and offered seats, on future days', () => {
    const day = {
      date: '2026-12-01',
      starts_at: '2026-12-01T12:00:00Z',
      limits: [limit('unit', 8)],
      beside: 3,
    }
    expect(dayBlocker(day, 5, now)).toBeNull()
    expect(dayBlocker(day, 6, now)?.code).toBe('slot.unit_is_full')
    expect(dayBlocker({ ...day, starts_at: now }, 5, now)?.code).toBe('slot.day_is_over')
  })
})
