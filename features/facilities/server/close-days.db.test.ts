import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, todayIn } from '#core/plain-date.ts'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Person } from '#database/testing.ts'
import { cancelOrMoveShift } from '#features/shifts/server/public.ts'
import type { Blackout, Unit } from '../contract.ts'
import { mostBlackouts } from '../rules/closing-days.ts'
import { facilityHandlers } from './handlers.ts'

const api = facilityHandlers({ settleShift: cancelOrMoveShift })
const today = todayIn('America/Chicago')
const days = { from: addDays(today, 40), to: addDays(today, 44), reason: 'Survey week' }
let fixture: Awaited<ReturnType<typeof createFixture>>
let school: string
let otherSchool: string
let org: string
let main: string
let west: string
let otherOrg: string
let frank: Person
let siteAdmin: Person
let stranger: Person
let ana: Person
let student: Person

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  otherSchool = await fixture.school('Prairie')
  org = await fixture.facility({ name: 'Harborview Health' })
  main = await fixture.facility({ kind: 'site', parent: org, name: 'Main' })
  west = await fixture.facility({ kind: 'site', parent: org, name: 'West' })
  otherOrg = await fixture.facility({ name: 'Mercy' })
  await fixture.partnership(school, org)
  await fixture.partnership(otherSchool, org)
  frank = await fixture.person({ role: 'facility_admin', facility: org })
  siteAdmin = await fixture.person({ role: 'facility_admin', facility: west })
  stranger = await fixture.person({ role: 'facility_admin', facility: otherOrg })
  ana = await fixture.person({ role: 'school_admin', school })
  student = await fixture.person({ role: 'student', school })
})
afterAll(() => fixture.close())

const as = (person: Person | null) => fixture.as(person)
async function newUnit(blackout: Blackout[] = [], parent = main): Promise<Unit> {
  const input = { id: randomUUID(), parent_id: parent, name: `Unit ${randomUUID().slice(0, 6)}`, blackout }
  return (await call(api.createUnit, input, { context: await as(frank) })) as Unit
}
const unitOf = async (id: string) =>
  (await call(api.get, { id }, { context: await as(frank) })).facility as Unit
const blackoutOf = async (id: string) => (await unitOf(id)).blackout

async function newShift(unit: string, of: string, ahead: number, status = 'published'): Promise<string> {
  const semester = randomUUID()
  await fixture.admin.query(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, $2, $3, current_date, current_date + 120, 'custom', '2026')`,
    [semester, of, semester],
  )
  const id = randomUUID()
  const date = addDays(today, ahead)
  await fixture.admin.query(
    `insert into public.shifts (id, school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status, facility_id,
       capacity, submitted_at)
     values ($1, $2, $3, 'Day', $4::date, '07:00', '19:00', 'America/Chicago', ($4::date + time '07:00') at time zone 'America/Chicago',
       ($4::date + time '19:00') at time zone 'America/Chicago', $5, $6, 8, now())`,
    [id, of, semester, date, status, unit],
  )
  return id
}
const plan = async (person: Person | null, id: string, unit_ids: string[] | null = null) =>
  call(api.planClosing, { id, from: days.from, to: days.to, unit_ids }, { context: await as(person) })
const close = async (person: Person | null, id: string, unit_ids: string[]) =>
  call(api.closeDays, { id, days, unit_ids }, { context: await as(person) })
const reopen = async (person: Person | null, id: string, unit_ids: string[]) =>
  call(api.reopenDays, { id, days, unit_ids }, { context: await as(person) })

it('previews the affected shifts by school and site, and changes nothing', async () => {
  const [a, b] = [await newUnit(), await newUnit([], west)]
  await newShift(a.id, school, 40)
  await newShift(a.id, school, 44, 'pending_facility')
  await newShift(a.id, otherSchool, 42, 'approved')
  await newShift(b.id, school, 41)
  // Shifts on another day, drafts and canceled shifts are not affected.
  await newShift(a.id, school, 45)
  await newShift(a.id, school, 42, 'draft')
  await newShift(a.id, school, 42, 'cancelled')
  const whole = await plan(frank, org, [a.id, b.id])
  expect(whole.hits).toMatchObject([
    { school_name: 'Lakeshore', site_name: 'Main', shifts: 2, seated: 0, first: days.from, last: days.to },
    { school_name: 'Lakeshore', site_name: 'West', shifts: 1 },
    { school_name: 'Prairie', site_name: 'Main', shifts: 1 },
  ])
  expect(whole.units.map(({ id }) => id)).toEqual(expect.arrayContaining([a.id, b.id]))
  expect((await plan(frank, a.id)).units).toMatchObject([{ id: a.id, site_name: 'Main', outcome: 'close' }])
  expect((await plan(frank, org, [b.id])).hits).toMatchObject([{ site_name: 'West' }])
  expect(await blackoutOf(a.id)).toEqual([])
})

it('closes each possible unit, keeps the shifts, and is undone exactly', async () => {
  const free = await newUnit([{ from: today, to: today, reason: 'Move' }])
  const same = await newUnit([{ ...days, reason: 'Holidays' }])
  const full = await newUnit(
    Array.from({ length: mostBlackouts }, (_, at) => ({
      from: addDays(today, 50 + at),
      to: addDays(today, 50 + at),
      reason: 'Full',
    })),
  )
  const paused = await newUnit()
  const untouched = await newUnit()
  await call(
    api.pauseUnit,
    { id: paused.id, version: paused.version, reason: 'Paint', decisions: [], idempotency_key: randomUUID() },
    { context: await as(frank) },
  )
  const shift = await newShift(free.id, school, 42)
  const named = [free.id, same.id, full.id, paused.id]
  const { units } = await close(frank, org, named)
  expect(new Map(units.map(({ id, outcome }) => [id, outcome]))).toEqual(
    new Map([
      [free.id, 'close'],
      [same.id, 'same'],
      [full.id, 'full'],
      [paused.id, 'close'],
    ]),
  )
  const closed = await unitOf(free.id)
  expect(closed.blackout).toEqual([...free.blackout, days])
  expect(closed.version).toBe(free.version + 1)
  expect(await unitOf(same.id)).toEqual(same)
  expect(await unitOf(full.id)).toEqual(full)
  expect(await blackoutOf(untouched.id)).toEqual([])
  expect(await fixture.rows('select status from public.shifts where id = $1', [shift])).toEqual([
    { status: 'published' },
  ])
  expect(
    await fixture.rows(`select changes from public.audit_events where entity = 'units' and entity_id = $1`, [
      free.id,
    ]),
  ).toContainEqual({ changes: { blackout: [free.blackout, closed.blackout] } })
  // Repeating the request adds nothing.
  expect((await close(frank, org, [free.id])).units).toMatchObject([{ outcome: 'same' }])
  expect(await blackoutOf(free.id)).toEqual(closed.blackout)
  // A blackout that another person added with another reason stays.
  expect(await reopen(frank, org, named)).toEqual({ reopened: 2 })
  expect(await blackoutOf(free.id)).toEqual(free.blackout)
  expect(await blackoutOf(same.id)).toEqual(same.blackout)
})

it('notifies each school of all its affected shifts at once, with its own numbers, and again when the days reopen', async () => {
  const [a, b] = [await newUnit(), await newUnit([], west)]
  const third = await fixture.school('Meadow')
  await fixture.partnership(third, org)
  const [ana3, ana2] = [
    await fixture.person({ role: 'school_admin', school: third }),
    await fixture.person({ role: 'school_admin', school: otherSchool }),
  ]
  await newShift(a.id, third, 41)
  await newShift(b.id, third, 42)
  await newShift(b.id, third, 45)
  const heard = async (person: Person) =>
    (await receivedBy(fixture, person, 'unit_paused')).map(({ title, message }) => `${title} | ${message}`)
  const before = await heard(ana2)
  await close(frank, org, [a.id, b.id])
  expect(await heard(ana3)).toEqual([
    expect.stringMatching(
      /^Harborview Health is closed to students: .*\| Reason: Survey week\. 2 of your shifts fall on these days, with 0 students\./,
    ),
  ])
  // Units that already have the days affect nothing again, and a school without shifts on them is not notified.
  await close(frank, org, [a.id, b.id])
  expect(await heard(ana3)).toHaveLength(1)
  expect(await heard(ana2)).toEqual(before)
  await reopen(frank, org, [a.id])
  const addresses = await fixture.rows<{ url: string }>(
    `select data ->> 'action_url' as url from public.notifications where recipient_id = $1 and code like 'facility.days%' order by created_at`,
    [ana3.id],
  )
  expect(addresses.map(({ url }) => url)).toEqual([
    expect.stringMatching(/^\/shifts\?semester=all&from=[\d-]+&to=[\d-]+$/),
    expect.stringContaining(`&facility=${a.id}&from=`),
  ])
  expect(await heard(ana3)).toContainEqual(
    expect.stringMatching(/^Harborview Health is open to students again: .*\| 1 of your shifts falls/),
  )
})

it('is refused to everyone outside the scope, and changes nothing', async () => {
  const [unit, ofWest] = [await newUnit(), await newUnit([], west)]
  const refusal = { code: expect.stringMatching(/^(NOT_FOUND|FORBIDDEN|UNAUTHORIZED)$/) }
  for (const person of [stranger, siteAdmin, ana, student, null])
    for (const id of [org, main, unit.id]) {
      await expect(plan(person, id)).rejects.toMatchObject(refusal)
      await expect(close(person, id, [unit.id])).rejects.toMatchObject(refusal)
      await expect(reopen(person, id, [unit.id])).rejects.toMatchObject(refusal)
    }
  // The id of a unit outside the caller's own facility is refused, and no unit is closed.
  await expect(close(siteAdmin, west, [ofWest.id, unit.id])).rejects.toMatchObject(refusal)
  await expect(close(stranger, otherOrg, [unit.id])).rejects.toMatchObject(refusal)
  expect(await blackoutOf(unit.id)).toEqual([])
  expect(await blackoutOf(ofWest.id)).toEqual([])
  expect((await close(siteAdmin, west, [ofWest.id])).units).toMatchObject([{ outcome: 'close' }])
  expect((await plan(siteAdmin, west)).units.some(({ id }) => id === unit.id)).toBe(false)
})

it('reports at the field when the end date is before the start', async () => {
  const unit = await newUnit()
  const wrong = { ...days, to: addDays(days.from, -1) }
  await expect(
    call(api.closeDays, { id: org, days: wrong, unit_ids: [unit.id] }, { context: await as(frank) }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
