/** A school submits a shift in a unit while the unit, or its site, changes: whichever comes second sees the first. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import { cancelOrMoveShift } from '#features/shifts/server/public.ts'
import { facilityHandlers } from './handlers.ts'

const api = facilityHandlers({ settleShift: cancelOrMoveShift })
let fixture: Fixture
let root: Person
let school: string
let semester: string
let organization: string
let site: string
let unit: string

beforeAll(async () => {
  fixture = await createFixture()
  root = await fixture.person({ role: 'superadmin' })
  school = await fixture.school('Lakeshore')
  semester = randomUUID()
  await fixture.rows(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, $2, 'Term', current_date, current_date + 120, 'custom', '2026')`,
    [semester, school],
  )
  organization = await fixture.facility({ name: 'Harborview Health' })
  await fixture.partnership(school, organization)
})
beforeEach(async () => {
  site = await fixture.facility({ kind: 'site', parent: organization, name: 'Main' })
  unit = await fixture.facility({ kind: 'unit', parent: site, name: '5 East' })
})
afterAll(() => fixture.close())

/** Runs a change of the facility while a submission that holds the unit has not ended yet; returns how the change ends. */
async function whileSubmitting(change: () => Promise<unknown>): Promise<unknown> {
  const submission = await fixture.connect()
  try {
    await submission.query('begin')
    await submission.query('select app.hold_units(array[$1::uuid])', [unit])
    await submission.query(
      `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status, facility_id, capacity, submitted_at)
       values ($1, $2, 'Day', current_date + 40, '07:00', '19:00', 'America/New_York', now() + interval '40 days', now() + interval '972 hours', 'pending_facility', $3, 4, now())`,
      [school, semester, unit],
    )
    const ended = change().then(
      () => 'done',
      ({ message }: Error) => message,
    )
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1500))])
    await submission.query('commit')
    return await ended
  } finally {
    await submission.end()
  }
}
const as = async () => ({ context: await fixture.as(root) })
const seenOf = async (id: string) => {
  const { facility } = await call(api.get, { id }, await as())
  return { id, version: facility.version }
}

it('a unit is not closed over a shift that is being submitted', async () => {
  const seen = await seenOf(unit)
  expect(
    await whileSubmitting(async () => call(api.closeUnit, { ...seen, reason: 'Torn down' }, await as())),
  ).toBe('Some upcoming shifts have no decision. Decide on each one.')
})

it('nor is its site archived', async () => {
  const seen = await seenOf(site)
  expect(await whileSubmitting(async () => call(api.archive, { ...seen, reason: 'Sold' }, await as()))).toBe(
    'Some upcoming shifts have no decision. Decide on each one.',
  )
})

it('the time zone of its site does not change under it', async () => {
  const seen = await seenOf(site)
  expect(
    await whileSubmitting(async () =>
      call(api.updateSite, { ...seen, time_zone: 'America/Denver' }, await as()),
    ),
  ).toContain('has upcoming shifts, so its time zone can’t be changed')
})

it('a unit does not move to another time zone under it', async () => {
  const there = await fixture.facility({ kind: 'site', parent: organization, name: 'Denver' })
  await fixture.rows(`update public.facilities set time_zone = 'America/Denver' where id = $1`, [there])
  const seen = await seenOf(unit)
  expect(
    await whileSubmitting(async () =>
      call(api.move, { ...seen, parent_id: there, reason: 'Rebuilt' }, await as()),
    ),
  ).toContain('is in another time zone')
})
