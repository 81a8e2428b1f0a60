/** A partnership ends on its last day, and its shifts that were to be canceled are: api.ts connects the two features. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { partnershipHandlers } from '#features/partnerships/server/handlers.ts'
import { runDuePartnershipWork } from '#features/partnerships/server/public.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { cancelAfterAgreement, moveElsewhere } from '#features/shifts/server/public.ts'
import { receivedBy } from './testing-notifications.ts'

let at: ShiftFixture
let jenna: Person
let noah: Person
let priya: Person
let day = 50
const partnerships = partnershipHandlers({ moveShifts: moveElsewhere })
beforeAll(async () => {
  at = await createShiftFixture()
  jenna = await at.fixture.person({ role: 'student', school: at.school })
  noah = await at.fixture.person({ role: 'student', school: at.school })
  priya = await at.fixture.person({ role: 'facility_admin', facility: at.ward })
})
afterAll(() => at.fixture.close())

const nextDay = () => addDays(at.today, ++day)
const row = async (id: string) =>
  (
    await at.fixture.rows<Record<string, unknown>>(
      'select status, counter, seats_taken from public.shifts where id = $1',
      [id],
    )
  )[0]
/** A shift that students see, with one who has a seat and one who waits, led by an instructor and a preceptor. */
async function held(): Promise<string> {
  const id = await at.published({ date: nextDay(), proctor_id: at.people.marcus.id })
  await at.fixture.rows('update public.shifts set preceptor_id = $2 where id = $1', [id, priya.id])
  for (const [student, status] of [
    [jenna, 'assigned'],
    [noah, 'waitlisted'],
  ] as const)
    await at.fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy) select x.id, x.school_id, $2, $3, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
       from public.shifts x where x.id = $1`,
      [id, student.id, status],
    )
  return id
}

describe('a shift moves to another partner', () => {
  let grace: Person
  let other: string
  let unit: string
  beforeAll(async () => {
    other = await at.fixture.facility({ name: 'Other Health' })
    const site = await at.fixture.facility({ kind: 'site', parent: other, name: 'Other North' })
    unit = await at.fixture.facility({ kind: 'unit', parent: site, name: '7 West' })
    await at.fixture.rows(
      `update public.units set specialty = 'med_surg', max_students_per_shift = 8 where id = $1`,
      [unit],
    )
    await at.fixture.rows('update public.organizations set default_lead_time_days = 0')
    grace = await at.fixture.person({ role: 'facility_admin', facility: other })
  })
  const dealOf = async () =>
    (
      await at.fixture.rows<{ id: string; version: number }>(
        `select id, version from public.partnerships where school_id = $1 and organization_id = $2`,
        [at.school, at.organization],
      )
    )[0]!
  /** Ends the partnership with one decision for these shifts, and keeps all others. */
  const end = async (who: Person, moved: string[], unit_id: string | null) => {
    const deal = await dealOf()
    const context = await at.as(who)
    const later = await call(partnerships.laterShifts, { id: deal.id, after: at.today }, context)
    const decisions = later.map(({ id }) =>
      moved.includes(id)
        ? { shift_id: id, action: 'move' as const, unit_id }
        : { shift_id: id, action: 'keep' as const },
    )
    return call(partnerships.terminate, { ...deal, reason: 'They close.', decisions }, context)
  }
  const facilityOf = async (id: string) =>
    (
      await at.fixture.rows('select status, facility_id, seats_taken from public.shifts where id = $1', [id])
    )[0]

  it('only to one with which the school has an agreement, and only by the school', async () => {
    const id = await held()
    await expect(end(at.people.ana, [id], unit)).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { code: 'partnership.wrong_unit' },
    })
    await at.fixture.partnership(at.school, other)
    const deal = await dealOf()
    const ask = { id: deal.id, after: at.today }
    expect(await call(partnerships.unitsInstead, ask, await at.as(at.people.ana))).toEqual([
      { id: unit, name: '7 West', site_name: 'Other North', specialty: expect.any(String) },
    ])
    expect(await call(partnerships.unitsInstead, ask, await at.as(at.people.frank))).toEqual([])
    await expect(end(at.people.frank, [id], unit)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      data: { code: 'partnership.school_moves' },
    })
    await expect(end(at.people.ana, [id], null)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await facilityOf(id)).toMatchObject({ status: 'published', facility_id: at.ward })
  })

  it('is refused as a whole if one of them cannot be requested, saying which and why', async () => {
    const id = await held()
    await at.fixture.rows(`update public.facilities set status = 'paused' where id = $1`, [unit])
    await expect(end(at.people.ana, [id], unit)).rejects.toMatchObject({ code: 'CONFLICT' })
    await at.fixture.rows(`update public.facilities set status = 'active' where id = $1`, [unit])
    await at.fixture.rows(`update public.partnerships set blackout = $2 where organization_id = $1`, [
      other,
      JSON.stringify([{ from: addDays(at.today, 1), to: addDays(at.today, 400) }]),
    ])
    await expect(end(at.people.ana, [id], unit)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^[A-Z].+ on .+: Other Health takes no students on /),
      data: { code: 'partnership.cannot_move', values: { shift_id: id } },
    })
    await at.fixture.rows(`update public.partnerships set blackout = '[]' where organization_id = $1`, [
      other,
    ])
    expect(await facilityOf(id)).toMatchObject({ status: 'published', facility_id: at.ward })
    expect((await dealOf()).version).toBe(1)
  })

  it('is requested there at once, and everyone concerned is notified once', async () => {
    const id = await held()
    const pending = await at.draft({ date: nextDay() })
    await at.submit(pending)
    const ended = await end(at.people.ana, [id, pending], unit)
    expect(await facilityOf(id)).toEqual({ status: 'pending_facility', facility_id: unit, seats_taken: 0 })
    expect(await facilityOf(pending)).toMatchObject({ status: 'pending_facility', facility_id: unit })
    const heard = async (who: Person, what: string) =>
      (await receivedBy(at.fixture, who)).filter(({ title, message }) =>
        `${title}: ${message}`.includes(what),
      )
    for (const who of [jenna, noah, at.people.marcus])
      expect(await heard(who, 'was postponed')).toHaveLength(1)
    // Two shifts, and one notification for the person who is asked for them.
    expect(await heard(grace, 'shifts move')).toHaveLength(1)
    const [ending] = (await receivedBy(at.fixture, at.people.frank)).filter(({ title }) =>
      title.includes('ends the partnership'),
    )
    expect(ending!.message).toContain('2 move elsewhere')
    // They stay where they are if the ending is undone.
    await call(partnerships.continue, ended, await at.as(at.people.ana))
    expect(await facilityOf(pending)).toMatchObject({ facility_id: unit })
  })
})

it('agreed shifts after it are canceled, requests are withdrawn, and everyone on them is notified once', async () => {
  const id = await held()
  const countered = await at.draft({ date: nextDay() })
  await at.submit(countered)
  await call(
    at.api.counter,
    { ...(await at.locked(countered)), proposal: { capacity: 2 }, note: 'Two fit.' },
    await at.as(at.people.frank),
  )
  const [deal] = await at.fixture.rows<{ id: string; version: number }>(
    'select id, version from public.partnerships where school_id = $1 and organization_id = $2',
    [at.school, at.organization],
  )
  const asFrank = await at.as(at.people.frank)
  const later = await call(partnerships.laterShifts, { id: deal!.id, after: at.today }, asFrank)
  const decisions = later.map((shift) => ({ shift_id: shift.id, action: 'cancel' as const }))
  await call(partnerships.terminate, { ...deal!, reason: 'We close.', decisions }, asFrank)
  expect(await row(id)).toMatchObject({ status: 'published' })
  const [ending] = await at.fixture.rows<{ ends_on: string }>(
    'select ends_on from public.partnerships where id = $1',
    [deal!.id],
  )
  await runDuePartnershipWork(
    { workerPool: at.fixture.workerPool, log: at.fixture.log, cancelShifts: cancelAfterAgreement },
    { now: `${addDays(ending!.ends_on, 1)}T18:00:00Z` },
  )
  expect(await row(id)).toMatchObject({ status: 'cancelled', seats_taken: 0 })
  expect(await row(countered)).toMatchObject({ status: 'withdrawn', counter: null })
  expect(await at.fixture.rows('select status from public.assignments where shift_id = $1', [id])).toEqual([
    { status: 'cancelled' },
    { status: 'cancelled' },
  ])
  // Each of them once, however many of their shifts were canceled.
  for (const who of [jenna, at.people.marcus, priya])
    expect(
      (await receivedBy(at.fixture, who)).filter(({ message }) =>
        message.includes('The partnership has ended: We close.'),
      ),
    ).toHaveLength(1)
})
