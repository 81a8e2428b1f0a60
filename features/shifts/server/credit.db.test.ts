/** Credited hours follow the school's rule, also on nights when the clock changes; the rule in TypeScript and the database agree. */
import { call } from '@orpc/server'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shiftInstants } from '#core/clock-time.ts'
import type { CreditRule } from '#core/school-settings.ts'
import { changeSettings } from '#features/schools/server/fake.ts'
import { clockChangeNote, creditedHours } from '../rules.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Australia/Lord_Howe',
]
const clock = fc
  .tuple(fc.nat(23), fc.nat(11))
  .map(([hour, step]) => `${String(hour).padStart(2, '0')}:${String(step * 5).padStart(2, '0')}`)
const shift = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    // Days around the clock changes of 2026 and 2027, and any other day.
    date: fc.oneof(
      fc.constantFrom(
        '2026-03-07',
        '2026-03-08',
        '2026-10-31',
        '2026-11-01',
        '2027-03-13',
        '2027-11-06',
        '2026-04-04',
        '2026-10-03',
      ),
      fc.nat(700).map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10)),
    ),
    start: clock,
    end: clock,
    break_min: fc.nat(240),
    conference_min: fc.nat(240),
    rule: fc.constantFrom('scheduled' as const, 'elapsed' as const),
  })
  .filter(({ start, end }) => start !== end)

it('are the same in the rules and in the database, in every zone', async () => {
  const cases = fc.sample(shift, { numRuns: 3_000, seed: 11 }).map((one) => {
    const { startsAt: starts_at, endsAt: ends_at } = shiftInstants(one)
    return { ...one, start_time: one.start, end_time: one.end, starts_at, ends_at }
  })
  const rows = await at.fixture.rows<{ hours: number }>(
    `select app.credited_hours(c.start_time, c.end_time, c.starts_at, c.ends_at, c.break_min, c.conference_min, c.rule)::float8 as hours
     from jsonb_to_recordset($1) c (start_time time, end_time time, starts_at timestamptz, ends_at timestamptz, break_min integer, conference_min integer, rule text, n integer)
     order by c.n`,
    [JSON.stringify(cases.map((one, n) => ({ ...one, n })))],
  )
  expect(rows.map(({ hours }) => hours)).toEqual(cases.map((one) => creditedHours(one, one.rule)))
  // The sample includes both clock changes and days without one.
  expect(
    new Set(cases.map((one) => Math.sign(creditedHours(one, 'elapsed') - creditedHours(one, 'scheduled')))),
  ).toEqual(new Set([-1, 0, 1]))
})

describe('a night from 19:00 to 07:00 with a break of 30 minutes', () => {
  // The nights on which the clocks go forward and back, in a year far in the future.
  const nights = [
    ['2037-03-07', 11],
    ['2037-10-31', 13],
    ['2037-06-06', 12],
  ] as const
  let ids: string[]
  beforeAll(async () => {
    await at.fixture.rows(
      `update public.semesters set start_date = '2037-01-01', end_date = '2037-12-31' where school_id = $1`,
      [at.school],
    )
    ids = []
    for (const [date] of nights)
      ids.push(
        await at.draft({ date, start_time: '19:00', end_time: '07:00', break_min: 30, facility_id: at.icu }),
      )
  })
  const credited = async () => Promise.all(ids.map(async (id) => (await at.get(id)).credited_hours))
  const choose = async (rule: CreditRule) =>
    changeSettings(await at.fixture.as(at.people.sam), at.school, { credit_rule: rule })

  it('is credited with 11.5 hours regardless of the clock change, and its page says so', async () => {
    expect(await credited()).toEqual([11.5, 11.5, 11.5])
    const notes = await Promise.all(ids.map(async (id) => clockChangeNote(await at.get(id))))
    expect(notes).toEqual([
      'The clocks go forward 1 hour during this shift: it is scheduled for 12 hours and lasts 11 hours. 11.5 hours are credited, as scheduled (10.5 by the time that passes).',
      'The clocks go back 1 hour during this shift: it is scheduled for 12 hours and lasts 13 hours. 11.5 hours are credited, as scheduled (12.5 by the time that passes).',
      null,
    ])
  })

  it('still lasts the elapsed hours', async () => {
    for (const [index, [, hours]] of nights.entries()) {
      const { starts_at: from, ends_at: to } = await at.get(ids[index]!)
      expect((Date.parse(to) - Date.parse(from)) / 3_600_000).toBe(hours)
    }
  })

  it('follows a school’s choice of elapsed hours, except for hours that are final or set by hand', async () => {
    const [forward, back] = ids as [string, string]
    await at.fixture.rows(`update public.shifts set status = 'closed' where id = $1`, [forward])
    await choose('elapsed')
    expect(await credited()).toEqual([11.5, 12.5, 11.5])
    expect(clockChangeNote(await at.get(back))).toContain(
      '12.5 hours are credited, by the time that passes (11.5 as scheduled).',
    )
    const { version } = await at.locked(back)
    const fields = { credited_hours_override: 10, credited_hours_reason: 'Half of it was theory.' }
    await call(at.api.update, { id: back, version, fields, reason: null }, await at.as(at.people.ana))
    expect(await credited()).toEqual([11.5, 10, 11.5])
    await choose('scheduled')
    expect(await credited()).toEqual([11.5, 10, 11.5])
    expect(clockChangeNote(await at.get(back))).toContain('10 hours are credited, as the school set them')
  })

  it('follows the other school’s own rule', async () => {
    await choose('elapsed')
    await at.fixture.rows(`update public.semesters set start_date = '2037-01-01', end_date = '2037-12-31'`)
    const id = await at.draft({ date: '2037-10-31', start_time: '19:00', end_time: '07:00' }, at.people.rob)
    expect((await at.get(id, at.people.rob)).credited_hours).toBe(11.5)
    await choose('scheduled')
  })
})
