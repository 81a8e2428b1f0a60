import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDays,
  comparePlainDates,
  dayIn,
  diffDays,
  eachDay,
  formatDate,
  formatInstant,
  formatRange,
  isPlainDate,
  isWithin,
  hideCurrentYear,
  monthAfter,
  monthsBetween,
  spansOverlap,
  ownZone,
  todayHere,
  dayHere,
  readIn,
  todayIn,
  weekdayOf,
} from './plain-date.ts'

const anyDate = fc
  .integer({ min: 0, max: 3_000_000 })
  .map((days) => addDays('0001-01-01', days))
  .filter((date) => date < '9000')
const anyCount = fc.integer({ min: -400, max: 400 })

describe('which texts are dates', () => {
  test.each(['2026-02-28', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'])('%s exists', (text) => {
    expect(isPlainDate(text)).toBe(true)
  })

  test.each([
    '2026-02-30',
    '2025-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-01-00',
    '0000-01-01',
    '2026-1-5',
    '26-01-05',
    '01/05/2026',
    '2026-01-05T00:00',
    '2026-01-05Z',
    '+002026-01-05',
    '',
    'today',
  ])('%s does not exist', (text) => {
    expect(isPlainDate(text)).toBe(false)
  })

  test('what is not a date is refused, not guessed', () => {
    expect(() => addDays('2026-13-01', 1)).toThrow(RangeError)
    expect(() => diffDays('2026', '2026-01-01')).toThrow(RangeError)
    expect(() => addDays('9999-12-31', 1)).toThrow(RangeError)
  })
})

test('an evening in America is of its own day, not of the next one in UTC', () => {
  expect(dayIn('America/Los_Angeles', '2026-12-01T06:30:00.123Z')).toBe('2026-11-30')
  expect(dayIn('America/New_York', '2026-12-01T04:59:59Z')).toBe('2026-11-30')
  expect(dayIn('America/New_York', '2026-12-01T05:00:00Z')).toBe('2026-12-01')
})

describe('counting days', () => {
  test.each([
    ['2026-01-31', 1, '2026-02-01'],
    ['2024-02-28', 1, '2024-02-29'],
    ['2025-02-28', 1, '2025-03-01'],
    ['2024-12-31', 1, '2025-01-01'],
    ['2024-03-01', -1, '2024-02-29'],
    ['2026-03-07', 2, '2026-03-09'],
    ['2026-10-31', 2, '2026-11-02'],
  ])('%s and %i days is %s', (date, days, expected) => {
    expect(addDays(date, days)).toBe(expected)
    expect(diffDays(date, expected)).toBe(days)
  })

  test('adding is undone by subtracting, and is what diffDays measures', () => {
    fc.assert(
      fc.property(anyDate, anyCount, (date, days) => {
        fc.pre(date > '0002')
        const moved = addDays(date, days)
        expect(isPlainDate(moved)).toBe(true)
        expect(diffDays(date, moved)).toBe(days)
        expect(addDays(moved, -days)).toBe(date)
      }),
    )
  })

  test('text order is time order', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) => {
        expect(Math.sign(comparePlainDates(a, b))).toBe(Math.sign(diffDays(b, a)))
      }),
    )
  })

  test('every day from 2024 to 2030 has 24 hours here, despite clock changes', () => {
    const days = eachDay('2024-01-01', '2030-12-31')
    expect(days).toHaveLength(7 * 365 + 2)
    expect(new Set(days).size).toBe(days.length)
    for (const [index, date] of days.entries()) {
      expect(diffDays('2024-01-01', date)).toBe(index)
      expect(weekdayOf(date)).toBe((index % 7) + 1) // January 1, 2024 was a Monday
    }
  })
})

describe('weekdays and spans', () => {
  test.each([
    ['2026-01-05', 1],
    ['2026-01-11', 7],
    ['1969-12-31', 3],
    ['2000-02-29', 2],
    ['0001-01-01', 1],
  ])('%s is weekday %i', (date, weekday) => expect(weekdayOf(date)).toBe(weekday))

  test('a week later it is the same weekday', () => {
    fc.assert(
      fc.property(anyDate, anyCount, (date, days) => {
        fc.pre(date > '0002')
        expect(weekdayOf(addDays(date, days)) === weekdayOf(date)).toBe(days % 7 === 0)
      }),
    )
  })

  test('both ends belong to a span', () => {
    expect(isWithin('2026-01-05', '2026-01-05', '2026-01-05')).toBe(true)
    expect(isWithin('2026-01-04', '2026-01-05', '2026-01-06')).toBe(false)
    expect(isWithin('2026-01-07', '2026-01-05', '2026-01-06')).toBe(false)
    expect(
      spansOverlap({ start: '2026-01-01', end: '2026-01-05' }, { start: '2026-01-05', end: '2026-01-09' }),
    ).toBe(true)
    expect(
      spansOverlap({ start: '2026-01-01', end: '2026-01-05' }, { start: '2026-01-06', end: '2026-01-09' }),
    ).toBe(false)
  })

  test('eachDay and monthsBetween include both ends, and are empty if the end is earlier', () => {
    expect(eachDay('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01'])
    expect(eachDay('2026-01-02', '2026-01-01')).toEqual([])
    expect(monthsBetween('2025-11-30', '2026-02-01')).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
    expect(monthsBetween('2026-01-01', '2026-01-31')).toEqual(['2026-01'])
    expect(monthsBetween('2026-02-01', '2026-01-31')).toEqual([])
    expect([monthAfter('2026-12', 1), monthAfter('2026-01', -13)]).toEqual(['2027-01', '2024-12'])
  })
})

describe('dates as text', () => {
  test.each([
    ['medium', 'Jan 12, 2026'],
    ['weekday', 'Mon, Jan 12, 2026'],
    ['full', 'Monday, January 12, 2026'],
    ['month', 'January 2026'],
    ['day', 'Jan 12'],
    ['weekdayOnly', 'Monday'],
  ] as const)('%s', (style, expected) => expect(formatDate('2026-01-12', style)).toBe(expected))

  test('a span names shared parts once', () => {
    expect(formatRange('2026-01-12', '2026-05-08')).toBe('Jan 12 – May 8, 2026')
    expect(formatRange('2025-12-29', '2026-01-02')).toBe('Dec 29, 2025 – Jan 2, 2026')
    expect(formatRange('2026-01-12', '2026-01-12')).toBe('Jan 12, 2026')
  })
})

describe('on screens', () => {
  const year = Number(todayHere().slice(0, 4))
  beforeAll(() => hideCurrentYear(true))
  afterAll(() => hideCurrentYear(false))

  test('short dates leave out the current year, and name any other', () => {
    expect(formatDate(`${year}-01-12`)).toBe('Jan 12')
    expect(formatDate(`${year}-03-02`, 'weekday')).toMatch(/^[A-Z][a-z]{2}, Mar 2$/)
    expect(formatDate(`${year + 1}-01-12`)).toBe(`Jan 12, ${year + 1}`)
    expect(formatDate(`${year - 1}-12-31`)).toBe(`Dec 31, ${year - 1}`)
  })
  test('written-out dates keep it', () =>
    expect(formatDate(`${year}-01-12`, 'long')).toBe(`January 12, ${year}`))
  test('a span leaves it out only if both ends are in it', () => {
    expect(formatRange(`${year}-01-12`, `${year}-05-08`)).toBe('Jan 12 – May 8')
    expect(formatRange(`${year}-12-29`, `${year + 1}-01-02`)).toBe(`Dec 29, ${year} – Jan 2, ${year + 1}`)
  })
  test('an instant is in the year of its own zone', () => {
    expect(formatInstant(`${year}-06-01T12:00:00Z`, 'UTC')).toBe('Jun 1, 12:00 PM')
    expect(formatInstant(`${year}-01-01T02:00:00Z`, 'America/New_York')).toBe(`Dec 31, ${year - 1}, 9:00 PM`)
  })
})

describe('today', () => {
  const now = Date.UTC(2026, 2, 8, 4, 30) // March 8, 2026, the night the clocks go forward in the United States
  test.each([
    ['America/New_York', '2026-03-07'],
    ['UTC', '2026-03-08'],
    ['Pacific/Kiritimati', '2026-03-08'],
    ['Pacific/Pago_Pago', '2026-03-07'],
  ])('%s', (timeZone, expected) => expect(todayIn(timeZone, now)).toBe(expected))

  test('a zone that does not exist is refused', () =>
    expect(() => todayIn('Mars/Olympus', now)).toThrow(RangeError))
})

test('the day of an instant is the reader’s', () => {
  const zone = ownZone()
  readIn('America/Chicago')
  expect(dayHere('2027-01-13T02:00:00Z')).toBe('2027-01-12')
  readIn(zone)
})
