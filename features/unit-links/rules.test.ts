import { describe, expect, it } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import { experienceType } from '#features/shifts/contract.ts'
import { shiftKind } from './contract.ts'
import { unitPageRefusals } from './messages.ts'
import {
  capstoneTitle,
  closedPage,
  dayWord,
  inOrder,
  studentsOf,
  unitDays,
  unitLinkBlocker,
  unitLinkState,
} from './rules.ts'

describe('the link of a unit', () => {
  const link = { is_revoked: false, is_over: false, is_open: true }
  it.each([
    ['works', link, 'open'],
    ['was turned off and is over', { is_revoked: true, is_over: true, is_open: false }, 'revoked'],
    ['is over', { ...link, is_over: true, is_open: false }, 'expired'],
    ['is of an organization without such pages', { ...link, is_open: false }, 'off'],
    ['is none', undefined, 'unknown'],
  ] as const)('%s', (_, found, state) => expect(unitLinkState(found)).toBe(state))

  it.each([
    ['active', true, null],
    ['paused', true, null],
    ['closed', true, 'unit_link.closed'],
    ['archived', false, 'unit_link.closed'],
    ['active', false, 'unit_link.off'],
  ])('a unit that is %s, allowed %s: %s', (status, isAllowed, code) => {
    expect(unitLinkBlocker({ status, is_allowed: isAllowed })?.code ?? null).toBe(code)
  })

  it('explains why its page shows nothing, and whom to ask', () => {
    const page = { unit: '5 East', site: 'North', ended: '2026-11-03' }
    const words = (state: Parameters<typeof closedPage>[0]) => {
      const closed = closedPage(state, page)
      return closed && refusalMessage(unitPageRefusals, closed)
    }
    expect(words('open')).toBeNull()
    expect(words('expired')).toMatch(
      /^This link expired on November 3, 2026\. Ask the administrator of 5 East, North/,
    )
    expect(words('revoked')).toMatch(/turned off or replaced\. Ask the administrator of 5 East, North/)
    expect(words('off')).toMatch(/Ask its administrator/)
    expect(words('unknown')).toMatch(/isn’t valid\. Scan the poster again, or ask/)
  })
})

describe('the days of a unit', () => {
  const on = (date: string, isOver = false) => ({ date, is_over: isOver, students: 2 })
  it('are today and tomorrow; last night counts for today until it ends', () => {
    const shifts = [on('2026-11-26', true), on('2026-11-26'), on('2026-11-27', true), on('2026-11-28')]
    const [today, tomorrow] = unitDays(shifts, '2026-11-27')
    expect([today!.date, today!.shifts]).toEqual(['2026-11-27', [shifts[1], shifts[2]]])
    expect([tomorrow!.date, tomorrow!.shifts]).toEqual(['2026-11-28', [shifts[3]]])
    expect(studentsOf(today!.shifts)).toBe(4)
  })

  it('are called by what they are now, on a page that was read before midnight', () => {
    const days = ['2026-11-29', '2026-11-30', '2026-12-01']
    expect(days.map((day) => dayWord(day, '2026-11-30'))).toEqual([undefined, 'Today', 'Tomorrow'])
  })

  it('cross the end of a year', () => {
    expect(unitDays([], '2026-12-31').map(({ date }) => date)).toEqual(['2026-12-31', '2027-01-01'])
  })
})

it('knows the kinds of shifts', () => {
  expect(shiftKind.options).toEqual(experienceType.options)
})

it('shows capstone students among the shifts, and where their preceptor floats to', () => {
  expect([capstoneTitle(null), capstoneTitle('ICU')]).toEqual([
    'Capstone project',
    'Capstone project, with the preceptor on ICU',
  ])
  const at = (id: string, start_time: string, school_name = 'Lake', date = '2026-12-02') => ({
    id,
    date,
    start_time,
    school_name,
  })
  const shifts = [
    at('d', '15:00'),
    at('c', '07:00'),
    at('b', '07:00', 'Hill'),
    at('a', '19:00', 'Lake', '2026-12-01'),
  ]
  expect(inOrder(shifts).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
})
