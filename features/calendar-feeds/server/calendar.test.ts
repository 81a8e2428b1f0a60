import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shiftInstants } from '#core/clock-time.ts'
import { addDays } from '#core/plain-date.ts'
import { type CalendarShift, calendarText } from './calendar.ts'

const ID = '7c7f4d0e-0d5c-4f5e-9c37-2f2f0f0a1b2c'

function shift(
  change: Partial<CalendarShift> = {},
  on?: { date: string; start: string; end: string },
): CalendarShift {
  const time_zone = change.time_zone ?? 'America/Chicago'
  const { startsAt, endsAt } = shiftInstants({
    timeZone: time_zone,
    ...(on ?? { date: '2026-09-08', start: '07:00', end: '15:00' }),
  })
  return {
    id: ID,
    version: 3,
    title: 'Clinical shift',
    school_name: 'Lakeshore College of Nursing',
    unit_name: '4 West',
    site_name: 'Harborview Hospital',
    address: '100 Main St, Suite 2; Gate, 53202',
    time_zone,
    starts_at: startsAt,
    ends_at: endsAt,
    is_cancelled: false,
    updated_at: '2026-08-01T12:00:00.000Z',
    clearance: null,
    uncleared: 0,
    ...change,
  }
}

const written = (...shifts: CalendarShift[]) => calendarText(shifts, 'https://placewell.example')
/** The value of a property, regardless of its parameters. */
const value = (calendar: string, name: string) =>
  new RegExp(`^${name}([^:\\r]*):(.*)$`, 'm')
    .exec(calendar.replaceAll('\r\n ', '').split('BEGIN:VEVENT').at(-1)!)
    ?.slice(1)

it('names the shift, its location and its page, and no person', () => {
  const calendar = written(shift({ title: 'Med-surg, week 3; day' }))
  expect(calendar.replaceAll('\r\n ', '').split('BEGIN:VEVENT')[1]).toBe(
    [
      '',
      `UID:shift-${ID}@placewell`,
      'SEQUENCE:3',
      'DTSTAMP:20260801T120000Z',
      'LAST-MODIFIED:20260801T120000Z',
      'DTSTART;TZID=America/Chicago:20260908T070000',
      'DTEND;TZID=America/Chicago:20260908T150000',
      String.raw`SUMMARY:Med-surg\, week 3\; day`,
      String.raw`LOCATION:4 West\, Harborview Hospital\n100 Main St\, Suite 2\; Gate\, 53202`,
      String.raw`DESCRIPTION:Lakeshore College of Nursing\nDetails: https://placewell.example/shift/${ID}`,
      `URL:https://placewell.example/shift/${ID}`,
      'STATUS:CONFIRMED',
      'TRANSP:OPAQUE',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  )
})

it('marks a shift as canceled instead of leaving it out', () => {
  expect(value(written(shift({ is_cancelled: true })), 'STATUS')).toEqual(['', 'CANCELLED'])
})

it('ends a night shift on the next day', () => {
  const calendar = written(shift({}, { date: '2026-09-08', start: '19:00', end: '07:00' }))
  expect(value(calendar, 'DTEND')).toEqual([';TZID=America/Chicago', '20260909T070000'])
})

it('keeps the wall times on nights with clock changes', () => {
  const spring = written(shift({}, { date: '2026-03-07', start: '19:00', end: '07:00' }))
  expect([value(spring, 'DTSTART')?.[1], value(spring, 'DTEND')?.[1]]).toEqual([
    '20260307T190000',
    '20260308T070000',
  ])
  const autumn = written(shift({}, { date: '2026-10-31', start: '19:00', end: '07:00' }))
  expect([value(autumn, 'DTSTART')?.[1], value(autumn, 'DTEND')?.[1]]).toEqual([
    '20261031T190000',
    '20261101T070000',
  ])
  // A repeated time means the first in iCalendar and the second here.
  const twice = written(shift({}, { date: '2026-10-31', start: '17:00', end: '01:30' }))
  expect(value(twice, 'DTEND')).toEqual(['', '20261101T073000Z'])
})

it('includes each zone once, also one without clock changes', () => {
  const calendar = written(shift(), shift(), shift({ time_zone: 'America/Phoenix' }))
  expect(calendar.match(/^TZID:.*$/gm)?.map((line) => line.trim())).toEqual([
    'TZID:America/Chicago',
    'TZID:America/Phoenix',
  ])
  expect(calendar).toContain(
    'BEGIN:DAYLIGHT\r\nDTSTART:20260308T020000\r\nTZOFFSETFROM:-0600\r\nTZOFFSETTO:-0500',
  )
  expect(calendar).toContain(
    'BEGIN:STANDARD\r\nDTSTART:20261101T020000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0600',
  )
})

it('folds long lines between whole characters, and removes control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const calendar = written(shift({ title }))
      for (const line of calendar.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line).not.toMatch(/\p{Cc}/u)
      }
      expect(Buffer.from(calendar).toString()).toBe(calendar.toWellFormed())
    }),
  )
})

// How a calendar app reads the file: the wall time by the last change before it (RFC 5545, 3.6.5).
function instantIn(calendar: string, [parameter, time]: string[]): string {
  const ms = (text: string) =>
    Date.UTC(
      +text.slice(0, 4),
      +text.slice(4, 6) - 1,
      +text.slice(6, 8),
      +text.slice(9, 11),
      +text.slice(11, 13),
    )
  const offset = (text: string) =>
    (text.startsWith('-') ? -1 : 1) * (+text.slice(1, 3) * 60 + +text.slice(3, 5)) * 60_000
  if (!parameter) return new Date(ms(time!)).toISOString()
  const observances = [...calendar.matchAll(/DTSTART:(\w+)\r\nTZOFFSETFROM:(\S+)\r\nTZOFFSETTO:(\S+)/g)]
  const last = observances.filter(([, start]) => ms(start!) <= ms(time!)).at(-1)!
  const to = offset(last[3]!)
  const from = offset(last[2]!)
  // In a repeated hour the first occurrence counts: before the change, with the earlier offset.
  const isBefore = from > to && ms(time!) < ms(last[1]!)
  return new Date(ms(time!) - (isBefore ? from : to)).toISOString()
}

it('is read as the exact instants of the shift, in any zone and on any night', () => {
  const zones = [
    'America/Chicago',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Phoenix',
    'Pacific/Auckland',
  ]
  const clock = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom(0, 15, 30))
    .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
  const day = fc.oneof(
    fc.integer({ min: 0, max: 700 }).map((days) => addDays('2026-01-01', days)),
    fc.constantFrom(
      '2026-03-07',
      '2026-03-08',
      '2026-10-31',
      '2026-11-01',
      '2026-04-04',
      '2026-04-05',
      '2026-10-03',
      '2026-10-04',
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, clock, clock, (time_zone, date, start, end) => {
      const one = shift({ time_zone }, { date, start, end })
      const calendar = written(one)
      expect(instantIn(calendar, value(calendar, 'DTSTART')!)).toBe(one.starts_at)
      expect(instantIn(calendar, value(calendar, 'DTEND')!)).toBe(one.ends_at)
    }),
    { numRuns: 500 },
  )
})

it.each([
  [
    { clearance: 'not_cleared' },
    String.raw`Clearance: not cleared. The page below says what is missing\, by when\, whose rule it is and what to do next`,
  ],
  [{ clearance: 'cleared' }, 'Clearance: cleared'],
  [{ uncleared: 1 }, '1 student not cleared'],
  [{ uncleared: 3 }, '3 students not cleared'],
  [{ clearance: 'not_cleared', is_cancelled: true }, null],
  [{}, null],
] as const)('says who is cleared, but not what is missing: %j', (change, expected) => {
  const [, words] = value(written(shift(change)), 'DESCRIPTION')!
  const lines = words!.split(String.raw`\n`)
  expect(lines.slice(1, -1)).toEqual(expected === null ? [] : [expected])
})
