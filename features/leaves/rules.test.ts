import { describe, expect, it, test } from 'vitest'
import {
  daysBlocker,
  firstDayBack,
  freedOf,
  keptOf,
  isAway,
  leaveBadge,
  leaveBlocker,
  leaveGivenBackWords,
  leaveDaysWords,
  leaveStatusOf,
  mayKeep,
  MAX_DAYS_AHEAD,
  openBlocker,
  returnBlocker,
  startBlocker,
} from './rules.ts'

const leave = { starts_on: '2027-01-04', ends_on: '2027-03-03' }
const open = { starts_on: '2027-01-04', ends_on: null }

test('the status of a leave follows its days', () => {
  expect(leaveStatusOf(leave, '2027-01-03')).toBe('planned')
  expect(leaveStatusOf(leave, '2027-01-04')).toBe('on_leave')
  expect(leaveStatusOf(leave, '2027-03-03')).toBe('on_leave')
  expect(leaveStatusOf(leave, '2027-03-04')).toBe('returned')
  expect(leaveStatusOf(open, '2030-01-01')).toBe('on_leave')
  expect(leaveStatusOf({ ...leave, canceled_at: '2027-01-01T00:00:00Z' }, '2027-01-05')).toBe('canceled')
})

test('its badge is short', () => {
  expect(leaveBadge(leave, false)).toBe('Leave from Jan 4, 2027')
  expect(leaveBadge(leave, true)).toBe('On leave until Mar 3, 2027')
  expect(leaveBadge(open, true)).toBe('On leave')
  expect(leaveDaysWords(leave)).toBe('Jan 4 – Mar 3, 2027')
  expect(leaveDaysWords(open)).toBe('From Jan 4, 2027, no return date yet')
  expect(firstDayBack(leave)).toBe('2027-03-04')
  expect(firstDayBack(open)).toBeNull()
})

describe('a seat during a leave', () => {
  it('is refused with the day and what to do', () => {
    expect(leaveBlocker([leave], '2027-01-03')).toBeNull()
    expect(leaveBlocker([leave], '2027-03-03')).toBe(
      'On leave until Mar 3, 2027. Choose a shift after that; the school can end the leave earlier.',
    )
    expect(leaveBlocker([leave], '2027-03-04')).toBeNull()
    expect(leaveBlocker([open], '2027-09-01')).toBe(
      'On leave, with no return date. The school can end the leave.',
    )
    expect(leaveBlocker([], '2027-01-04')).toBeNull()
    expect(isAway(open, '2027-01-03')).toBe(false)
  })
})

describe('the days of a leave', () => {
  const today = '2027-01-10'
  it('are in order, not too far away, and overlap no other leave', () => {
    expect(daysBlocker(leave, today, [])).toBeNull()
    expect(daysBlocker(open, today, [])).toBeNull()
    expect(daysBlocker({ ...leave, ends_on: '2027-01-03' }, today, [])?.code).toBe('leave.order')
    expect(daysBlocker({ ...leave, starts_on: '2025-12-01' }, today, [])?.code).toBe('leave.far_start')
    expect(daysBlocker({ ...leave, ends_on: '2032-01-03' }, today, [])?.code).toBe('leave.far_end')
    expect(MAX_DAYS_AHEAD).toBe(730)
  })
  it('may keep a first day that is long ago, as when an open leave gets its last day', () => {
    const long = { starts_on: '2025-12-01', ends_on: '2027-03-31' }
    expect(daysBlocker(long, today, [], '2025-12-01')).toBeNull()
    expect(daysBlocker(long, today, [], '2025-12-02')?.code).toBe('leave.far_start')
    expect(daysBlocker({ ...long, ends_on: '2032-01-03' }, today, [], '2025-12-01')?.code).toBe(
      'leave.far_end',
    )
  })
  it('overlap in any way, including open ends', () => {
    const of = (other: typeof leave | typeof open, days: typeof leave | typeof open) =>
      daysBlocker(days, today, [other])?.code
    expect(of(leave, { starts_on: '2027-03-03', ends_on: '2027-04-01' })).toBe('leave.overlaps')
    expect(of(leave, { starts_on: '2027-03-04', ends_on: '2027-04-01' })).toBeUndefined()
    expect(of(leave, { starts_on: '2026-12-01', ends_on: null })).toBe('leave.overlaps')
    expect(of(open, { starts_on: '2027-06-01', ends_on: null })).toBe('leave.overlaps')
    expect(of(open, { starts_on: '2026-12-01', ends_on: '2027-01-03' })).toBeUndefined()
  })
})

test('a leave that is over or changed stays; one that has begun keeps its first day', () => {
  expect(openBlocker({ status: 'on_leave', version: 2 }, 2)).toBeNull()
  expect(openBlocker({ status: 'on_leave', version: 3 }, 2)?.code).toBe('leave.old_version')
  expect(openBlocker({ status: 'returned', version: 2 }, 2)?.code).toBe('leave.settled')
  expect(openBlocker({ status: 'canceled', version: 2 }, 2)?.code).toBe('leave.settled')
  expect(startBlocker({ status: 'planned', starts_on: '2027-01-04' }, '2027-01-05')).toBeNull()
  expect(startBlocker({ status: 'on_leave', starts_on: '2027-01-04' }, '2027-01-05')?.code).toBe(
    'leave.begun',
  )
  expect(startBlocker({ status: 'on_leave', starts_on: '2027-01-04' }, '2027-01-04')).toBeNull()
})

test('a return is after the first day and no later than the planned end', () => {
  const away = { ...leave, status: 'on_leave' as const }
  expect(returnBlocker(away, '2027-02-01')).toBeNull()
  expect(returnBlocker(away, '2027-03-04')).toBeNull()
  expect(returnBlocker(away, '2027-03-05')?.code).toBe('leave.back_too_late')
  expect(returnBlocker(away, '2027-01-04')?.code).toBe('leave.back_too_early')
  expect(returnBlocker({ ...open, status: 'on_leave' }, '2029-01-01')).toBeNull()
  expect(returnBlocker({ ...leave, status: 'planned' }, '2027-02-01')?.code).toBe('leave.not_begun')
})

test('all items within it are decided on; only seats and capstone days may be kept', () => {
  const items = (['seat', 'waitlist', 'day'] as const).map((kind) => ({ id: kind, kind }))
  expect(items.filter(mayKeep).map(({ id }) => id)).toEqual(['seat', 'day'])
  const freed = (free: string[], keep: string[] = []) => {
    const { freed: out, refused } = freedOf(items, { free_ids: free, keep_ids: keep })
    return refused?.code ?? out?.map(({ id }) => id)
  }
  expect(freed(['seat', 'waitlist', 'day'])).toEqual(['seat', 'waitlist', 'day'])
  expect(freed(['waitlist'], ['seat', 'day'])).toEqual(['waitlist'])
  expect(freed(['seat', 'day'], ['waitlist'])).toBe('leave.undecided')
  expect(freed(['seat'])).toBe('leave.undecided')
})

test('says what was given back, and what was not and why', () => {
  expect(leaveGivenBackWords({ given_back: 0, left: [] })).toBe('')
  expect(
    leaveGivenBackWords({ given_back: 2, left: [{ label: 'Seat on Jan 5', reason: 'This shift is full.' }] }),
  ).toBe('2 given back. 1 could not be given back: Seat on Jan 5: This shift is full.')
})

test('what was kept when a leave was recorded stays kept when it is changed; new days start freed', () => {
  const items = [
    { id: 'kept', kind: 'seat', date: '2026-12-03' },
    { id: 'later', kind: 'day', date: '2026-12-10' },
    { id: 'offer', kind: 'offer', date: '2026-12-03' },
  ] as const
  const week = { starts_on: '2026-12-01', ends_on: '2026-12-05' }
  expect([...keptOf(items, week, new Set())]).toEqual(['kept'])
  expect([...keptOf(items, { ...week, ends_on: null }, new Set())]).toEqual(['kept', 'later'])
  expect([...keptOf(items, null, new Set())]).toEqual([])
  expect([...keptOf(items, null, new Set(['later', 'offer']))]).toEqual(['later'])
  expect([...keptOf(items, week, new Set(['kept', 'later']))]).toEqual(['later'])
})
