import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { instantOf } from './clock-time.ts'
import { eachDay } from './plain-date.ts'

const zones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
  'Europe/London',
  'Europe/Dublin',
  'Australia/Lord_Howe',
  'UTC',
]
const times = [
  '00:00',
  '00:30',
  '01:00',
  '01:30',
  '02:00',
  '02:30',
  '03:00',
  '07:00',
  '12:00',
  '19:00',
  '23:30',
]

let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env['TEST_DATABASE_URL'] })
  await client.connect()
})
afterAll(() => client.end())

test.each(zones)('agrees with PostgreSQL on every local time of 2026: %s', async (zone) => {
  const walls = eachDay('2026-01-01', '2026-12-31').flatMap((date) =>
    times.map((time) => [date, time] as const),
  )
  const { rows } = await client.query<{ instant: string }>(
    `select to_char(wall::timestamp at time zone $1 at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"') as instant
     from unnest($2::text[]) with ordinality as given (wall, position) order by position`,
    [zone, walls.map(([date, time]) => `${date} ${time}`)],
  )
  expect(walls.map(([date, time]) => instantOf(date, time, zone))).toEqual(rows.map((row) => row.instant))
})
