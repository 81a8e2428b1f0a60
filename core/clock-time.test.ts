import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  clockRange,
  clockRangeShort,
  formatClockTime,
  instantOf,
  isOvernight,
  parseClockTime,
  readTime,
  shiftInstants,
} from './clock-time.ts'
import { addDays, eachDay, formatInstant } from './plain-date.ts'
import { inTimeFormat, timeFormat } from './time-format.ts'

const HOUR = 3_600_000
const hoursOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): number =>
  (Date.parse(endsAt) - Date.parse(startsAt)) / HOUR

describe('local times', () => {
  test.each([
    ['00:00', '12:00 AM'],
    ['00:30', '12:30 AM'],
    ['07:05', '7:05 AM'],
    ['12:00', '12:00 PM'],
    ['23:59', '11:59 PM'],
    ['19:00:00', '7:00 PM'],
  ])('%s is parsed as %s', (time, words) => expect(formatClockTime(time)).toBe(words))
  test.each([
    ['7:00 AM', '07:00'],
    ['7:00am', '07:00'],
    ['7 a.m.', '07:00'],
    ['7p', '19:00'],
    ['12 AM', '00:00'],
    ['12:30 pm', '12:30'],
    ['0700', '07:00'],
    ['700', '07:00'],
    ['0700 am', '07:00'],
    ['730p', '19:30'],
    ['19:30', '19:30'],
    ['1930', '19:30'],
    ['0000', '00:00'],
    ['7', '07:00'],
    ['19', '19:00'],
    ['07:00', '07:00'],
    ['13 PM', null],
    ['0 am', null],
    ['2400', null],
    ['24', null],
    ['12:60', null],
    ['1275', null],
    ['12345', null],
    ['7:0', null],
    ['noon', null],
    ['', null],
  ])('%j is parsed as %j', (text, expected) => expect(readTime(text)).toBe(expected))

  test.each([
    ['07:00', '15:00', '7 AM–3 PM', '07–15'],
    ['19:00', '07:00', '7 PM–7 AM +1', '19–07 +1'],
    ['07:00', '15:30', '7 AM–3:30 PM', '0700–1530'],
    ['15:00', '23:00', '3–11 PM', '15–23'],
    ['00:00', '10:30', '12–10:30 AM', '0000–1030'],
    ['09:00', '07:00', '9 AM–7 AM +1', '09–07 +1'],
  ])('%s to %s in a narrow cell', (start, end, short, military) => {
    expect(clockRangeShort(start, end)).toBe(short)
    expect(inTimeFormat('24h', () => clockRangeShort(start, end))).toBe(military)
  })

  test("a reader of the 24-hour clock gets 0700–1500, and the next reader's text is not affected", () => {
    expect(inTimeFormat('24h', () => clockRange('07:00', '15:30'))).toBe('0700–1530')
    expect(inTimeFormat('24h', () => formatClockTime('00:05'))).toBe('0005')
    expect(inTimeFormat('24h', () => formatInstant('2026-01-12T19:00:00Z', 'America/Chicago'))).toBe(
      'Jan 12, 2026, 1300',
    )
    expect(formatInstant('2026-01-12T13:00:00Z', 'America/Chicago')).toBe('Jan 12, 2026, 7:00 AM')
    expect(() =>
      inTimeFormat('24h', () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(timeFormat()).toBe('12h')
  })
  test('what is written is parsed as the same time, in both formats', () => {
    for (const format of ['12h', '24h'] as const)
      for (let minutes = 0; minutes < 1440; minutes++) {
        const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
        expect(readTime(inTimeFormat(format, () => formatClockTime(time)))).toBe(time)
      }
  })
  test('a span shows both, and that a night ends on the next day', () => {
    expect(clockRange('07:00', '15:30')).toBe('7:00 AM–3:30 PM')
    expect(clockRange('19:00', '07:00')).toBe('7:00 PM–7:00 AM next day')
    expect(clockRange('19:00', '07:00', 'CST')).toBe('7:00 PM–7:00 AM CST next day')
    expect(clockRange('15:00', '00:00')).toBe('3:00 PM–12:00 AM next day')
    expect(inTimeFormat('24h', () => clockRange('19:00', '07:00'))).toBe('1900–0700 next day')
  })

  test.each([
    ['07:00', '07:00'],
    ['7:00', '07:00'],
    ['07:00:00', '07:00'],
    [' 23:59 ', '23:59'],
    ['24:00', null],
    ['12:60', null],
    ['12:30:15', null],
    ['7', null],
    ['7pm', null],
    ['', null],
  ])('%j is %j', (text, expected) => expect(parseClockTime(text)).toBe(expected))

  test('an end at or before the start is on the next day', () => {
    expect(isOvernight('19:00', '07:00')).toBe(true)
    expect(isOvernight('07:00', '07:00')).toBe(true)
    expect(isOvernight('07:00', '07:01')).toBe(false)
  })
})

describe('a shift', () => {
  const shift = (date: string, start: string, end: string, timeZone = 'America/Chicago') =>
    shiftInstants({ date, start, end, timeZone })

  test('by day', () => {
    expect(shift('2026-01-12', '07:00', '15:30')).toEqual({
      startsAt: '2026-01-12T13:00:00.000Z',
      endsAt: '2026-01-12T21:30:00.000Z',
    })
  })

  test('a night continues into the next day, even into the next year', () => {
    expect(shift('2026-12-31', '19:00', '07:00')).toEqual({
      startsAt: '2027-01-01T01:00:00.000Z',
      endsAt: '2027-01-01T13:00:00.000Z',
    })
    expect(hoursOf(shift('2026-05-01', '07:00', '07:00'))).toBe(24)
  })

  // The second Sunday of March and the first of November, at 2 o'clock.
  const changes = [
    ['2024-03-10', '2024-11-03'],
    ['2025-03-09', '2025-11-02'],
    ['2026-03-08', '2026-11-01'],
    ['2027-03-14', '2027-11-07'],
    ['2028-03-12', '2028-11-05'],
    ['2029-03-11', '2029-11-04'],
    ['2030-03-10', '2030-11-03'],
  ] as const
  const zones = [
    'America/New_York',
    'America/Chicago',
    'America/Denver',
    'America/Los_Angeles',
    'America/Anchorage',
  ]

  test.each(zones)(
    'the night the clocks go forward has 11 hours, the night they go back 13, every other 12: %s',
    (zone) => {
      const short = new Set(changes.map(([forward]) => addDays(forward, -1)))
      const long = new Set(changes.map(([, back]) => addDays(back, -1)))
      for (const date of eachDay('2024-01-01', '2030-12-31'))
        expect([date, hoursOf(shift(date, '19:00', '07:00', zone))]).toEqual([
          date,
          short.has(date) ? 11 : long.has(date) ? 13 : 12,
        ])
    },
  )

  test.each(['America/Phoenix', 'Pacific/Honolulu', 'America/Puerto_Rico', 'UTC'])(
    'if clocks never change, every night has 12: %s',
    (zone) => {
      for (const date of changes.flat())
        expect(hoursOf(shift(addDays(date, -1), '19:00', '07:00', zone))).toBe(12)
    },
  )

  test('always ends after it starts, and lasts within an hour of what the clocks say', () => {
    const time = fc
      .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
      .map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`)
    const date = fc.oneof(
      fc.constantFrom(...changes.flat()),
      fc.integer({ min: 0, max: 2556 }).map((day) => addDays('2024-01-01', day)),
    )
    fc.assert(
      fc.property(date, time, time, fc.constantFrom(...zones), (day, start, end, zone) => {
        const [from, to] = [start, end].map((t) => Number(t.slice(0, 2)) + Number(t.slice(3)) / 60)
        const nominal = to! - from! + (to! <= from! ? 24 : 0)
        const hours = hoursOf(shift(day, start, end, zone))
        expect(Math.abs(hours - nominal)).toBeLessThanOrEqual(1.000001)
        expect(hours).toBeGreaterThan(0)
      }),
      { numRuns: 2_000 },
    )
  })

  test('keeps its length if the clocks skip its start past its end', () => {
    expect(shift('2026-03-08', '02:45', '03:15')).toEqual({
      startsAt: '2026-03-08T08:45:00.000Z',
      endsAt: '2026-03-08T09:15:00.000Z',
    })
  })
})

describe('local times that occur twice or are skipped', () => {
  test.each([
    ['2026-11-01', '00:59', 'America/New_York', '2026-11-01T04:59:00.000Z'],
    ['2026-11-01', '01:00', 'America/New_York', '2026-11-01T06:00:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T06:30:00.000Z'],
    ['2026-11-01', '02:00', 'America/New_York', '2026-11-01T07:00:00.000Z'],
    ['2026-03-08', '01:59', 'America/New_York', '2026-03-08T06:59:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08', '03:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-29', '01:30', 'Europe/London', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', '01:30', 'Europe/Dublin', '2026-10-25T01:30:00.000Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', '2026-04-04T15:15:00.000Z'],
  ])('%s %s in %s is %s', (date, time, zone, expected) => expect(instantOf(date, time, zone)).toBe(expected))

  test('what does not exist is refused', () => {
    expect(() => instantOf('2026-01-12', '07:00', 'Mars/Olympus')).toThrow(RangeError)
    expect(() => instantOf('2026-01-12', '25:00', 'UTC')).toThrow(RangeError)
    expect(() => instantOf('soon', '07:00', 'UTC')).toThrow(RangeError)
  })
})
