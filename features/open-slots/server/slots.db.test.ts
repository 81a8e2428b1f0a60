/** Open slots of a facility: by whom, to whom, and that exactly one school gets each. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import type { SlotFields, SlotRow } from '../contract.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { expireSlots } from './commands/expire-slots.ts'
import { openSlotsHandlers } from './handlers.ts'

const api = openSlotsHandlers()
let at: ShiftFixture
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

/** A separate day for each test, so that no two share a unit's day. */
let day = 60
const nextDay = () => addDays(at.today, (day += 1))

const offer = async (
  more: Partial<SlotFields> & { id?: string } = {},
  who: Person | null = at.people.frank,
): Promise<number> => {
  const { offered } = await call(
    api.offer,
    {
      id: randomUUID(),
      facility_id: at.ward,
      dates: [nextDay()],
      start_time: '07:00',
      end_time: '15:00',
      experience_type: 'group',
      seats: 6,
      note: null,
      school_ids: [],
      ...more,
    },
    await at.as(who),
  )
  return offered
}
const on = async (date: PlainDate, who: Person = at.people.frank): Promise<SlotRow[]> =>
  (await call(api.list, { from: date, to: date }, await at.as(who))).rows
/** One slot offered on its own day. */
const offered = async (more: Partial<SlotFields> = {}): Promise<SlotRow> => {
  const date = nextDay()
  await offer({ dates: [date], ...more })
  return (await on(date))[0]!
}
const locked = ({ id, version }: SlotRow) => ({ id, version })
const take = async (
  slots: readonly SlotRow[],
  who: Person | null = at.people.ana,
  more: { seats?: number; lead_time_reason?: string; cohort_ids?: string[]; idempotency_key?: string } = {},
) =>
  call(
    api.take,
    { school_id: who === at.people.rob ? at.otherSchool : at.school, slots: slots.map(locked), ...more },
    await at.as(who),
  )
const withdraw = async (
  slots: readonly SlotRow[],
  who: Person | null = at.people.frank,
  more: { idempotency_key?: string } = {},
) =>
  call(
    api.withdraw,
    { slots: slots.map(locked), reason: 'The unit is short of nurses.', ...more },
    await at.as(who),
  )
const notified = async (person: Person, type: string) =>
  (await receivedBy(at.fixture, person, type)).map(({ title, message, data }) => ({
    title,
    message,
    url: data['action_url'],
  }))

describe('offering', () => {
  it('covers several days at once, is visible to its partners, and notifies them once', async () => {
    const dates = [nextDay(), nextDay(), nextDay()]
    const id = randomUUID()
    expect(await offer({ id, dates, note: 'A quiet month.' })).toBe(3)
    expect(await offer({ id, dates }), 'sent twice').toBe(3)
    for (const who of [at.people.frank, at.people.ana, at.people.rob, at.people.sam])
      expect(await on(dates[1]!, who)).toMatchObject([{ seats: 6, unit_name: '5 East', status: 'open' }])
    for (const who of [at.people.ana, at.people.una, at.people.rob])
      expect((await notified(who, 'slot_offered')).slice(-1)).toMatchObject([
        { title: '5 East, North offers 3 slots', url: '/shifts?view=offered' },
      ])
    expect((await notified(at.people.ana, 'slot_offered')).at(-1)!.message).toMatch(
      /6 seats each.*first school to take one.*A quiet month/,
    )
  })

  it('offers once, also if the request is repeated while the first one is running', async () => {
    const dates = [nextDay(), nextDay()]
    const id = randomUUID()
    const sent = () => offer({ id, dates, seats: 2 })
    expect(await Promise.all([sent(), sent(), sent()])).toEqual([2, 2, 2])
    expect(await on(dates[0]!)).toHaveLength(1)
  })

  it('to some schools is visible only to those', async () => {
    const slot = await offered({ school_ids: [at.otherSchool] })
    expect(slot.offered_to).toEqual([{ id: at.otherSchool, name: 'Hill School' }])
    expect(await on(slot.date, at.people.ana)).toEqual([])
    expect(await on(slot.date, at.people.rob)).toMatchObject([{ id: slot.id, offered_to: [] }])
    expect(await take([slot])).toMatchObject([
      { ok: false, message: expect.stringMatching('can’t find that slot') },
    ])
  })

  it('is allowed only to the facility', async () => {
    const slot = await offered()
    expect(await on(slot.date, at.people.eve)).toEqual([])
    await expect(offer({}, at.people.eve)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const who of [at.people.ana, at.people.marcus])
      await expect(offer({}, who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(offer({}, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(on(slot.date, at.people.marcus)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await offer({}, at.people.sam)).toBe(1)
  })

  it('lists its partners, and no other school', async () => {
    const partners = async (who: Person) =>
      (await call(api.partners, { facility_id: at.ward }, await at.as(who))).map(({ name }) => name)
    expect(await partners(at.people.frank)).toEqual(['Hill School', 'Lake School'])
    expect(await partners(at.people.eve)).toEqual([])
    const stranger = await at.fixture.school('Far School')
    await expect(offer({ school_ids: [stranger] })).rejects.toThrow('Choose among your partners')
  })

  it("respects the unit's limits and closed days and the future, all or none", async () => {
    const date = nextDay()
    await expect(offer({ dates: [date], seats: 9 })).rejects.toThrow(
      /takes 8 students at a time.*Offer fewer/,
    )
    await offer({ dates: [date], seats: 5 })
    const another = nextDay()
    await expect(offer({ dates: [another, date], seats: 4 })).rejects.toThrow('5 seats are already offered')
    expect(await on(another)).toEqual([])
    expect(await offer({ dates: [date], seats: 8, start_time: '15:00', end_time: '23:00' })).toBe(1)
    await expect(offer({ dates: [addDays(at.today, -1)] })).rejects.toThrow('is in the past')
    const closed = nextDay()
    await at.fixture.rows('update public.units set blackout = $2 where id = $1', [
      at.ward,
      JSON.stringify([{ from: closed, to: closed, reason: 'Survey' }]),
    ])
    await expect(offer({ dates: [closed] })).rejects.toThrow('takes no students on')
    await at.fixture.rows(`update public.units set blackout = '[]' where id = $1`, [at.ward])
    await expect(offer({ facility_id: at.north })).rejects.toThrow('Choose a unit')
  })
})

describe('taking', () => {
  it('makes a shift in the school’s semester, approved at once, and notifies the facility', async () => {
    const slot = await offered()
    const key = { idempotency_key: randomUUID() }
    expect(await take([slot], at.people.ana, key)).toMatchObject([{ ok: true }])
    const [mine] = await on(slot.date, at.people.ana)
    expect(mine).toMatchObject({ status: 'taken', school_name: 'Lake School', shift_status: 'approved' })
    const shift = await at.get(mine!.shift_id!)
    expect(shift).toMatchObject({
      status: 'approved',
      date: slot.date,
      start_time: '07:00',
      unit_name: '5 East',
      capacity: 6,
      seats: 6,
      semester_id: at.semesters[at.school],
    })
    const trail = await call(at.api.trail, { id: shift.id }, await at.as(at.people.frank))
    expect(trail).toMatchObject([{ event: 'agree', details: { offered: true } }])
    expect((await notified(at.people.frank, 'shift_approved')).at(-1)).toMatchObject({
      title: 'Lake School took a slot you offered',
      url: `/shift/${shift.id}`,
    })
    expect(await on(slot.date, at.people.frank)).toMatchObject([
      { status: 'taken', school_name: 'Lake School', shift_id: shift.id },
    ])
    expect(await on(slot.date, at.people.rob), 'the other school learns nothing').toEqual([])
    // Repeated by the same person, it is one shift.
    expect(await take([slot], at.people.ana, key)).toMatchObject([{ ok: true }])
    expect(await take([slot]), 'asked again').toMatchObject([
      { ok: false, message: 'Your school already has this slot. It’s among your shifts.' },
    ])
    expect(await on(slot.date, at.people.ana)).toMatchObject([{ shift_id: shift.id }])
    const audit = await at.fixture.rows<{ action: string }>(
      `select action from public.audit_events where entity = 'open_slots' and entity_id = $1 order by id`,
      [slot.id],
    )
    expect(audit.map(({ action }) => action)).toEqual(['insert', 'update'])
  })

  it('gives a late school the reason and the next step', async () => {
    const slot = await offered()
    await take([slot])
    expect(await take([slot], at.people.rob)).toMatchObject([
      { ok: false, message: expect.stringMatching(/Another school already took.*Choose another open slot/) },
    ])
    expect(await take([slot], at.people.una)).toMatchObject([
      { ok: false, message: expect.stringMatching('already has this slot') },
    ])
  })

  it('succeeds for exactly one of two schools at the same moment, whatever the order of their lists', async () => {
    const dates = [nextDay(), nextDay(), nextDay(), nextDay()]
    await offer({ dates })
    const slots = (await call(api.list, { from: dates[0]!, to: dates[3]! }, await at.as(at.people.frank)))
      .rows
    const [ours, theirs] = await Promise.all([take(slots), take(slots.toReversed(), at.people.rob)])
    expect([...ours, ...theirs].filter(({ ok }) => ok)).toHaveLength(4)
    const shifts = await at.fixture.rows<{ date: string }>(
      `select date from public.shifts where date = any ($1::date[]) and facility_id = $2 and status = 'approved'`,
      [dates, at.ward],
    )
    expect(new Set(shifts.map(({ date }) => date)).size).toBe(4)
    expect(shifts).toHaveLength(4)
  })

  it('works with fewer seats than offered, not with more', async () => {
    const slot = await offered()
    expect(await take([slot], at.people.ana, { seats: 7 })).toMatchObject([
      { ok: false, message: 'Take between 1 and 6 seats.' },
    ])
    await take([slot], at.people.ana, { seats: 4 })
    const [mine] = await on(slot.date)
    expect(await at.get(mine!.shift_id!)).toMatchObject({ capacity: 4, seats: 4 })
  })

  it('is allowed only to the school’s planners', async () => {
    const slot = await offered()
    for (const who of [at.people.frank, at.people.marcus])
      await expect(take([slot], who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(take([slot], null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const forAnother = await call(
      api.take,
      { school_id: at.otherSchool, slots: [locked(slot)] },
      await at.as(at.people.ana),
    )
    expect(forAnother).toMatchObject([{ ok: false, message: 'Only the school can take slots for itself.' }])
    expect(await on(slot.date)).toMatchObject([{ status: 'open' }])
  })

  it('checks agreement, quota, lead time, closed days and seats like a request, and the list says so in advance', async () => {
    const slot = await offered()
    const blocker = async () => (await on(slot.date, at.people.ana))[0]?.blocker
    expect(await blocker()).toBeNull()
    const refused = async () => (await take([slot]))[0]!
    const set = (text: string, ...values: unknown[]) => at.fixture.rows(text, values)

    await set(`update public.partnerships set seat_quota_per_semester = 2 where school_id = $1`, at.school)
    expect((await refused()).message).toMatch('allows 2 seats per semester')
    await set(`update public.partnerships set seat_quota_per_semester = null where school_id = $1`, at.school)

    await set(`update public.organizations set default_lead_time_days = 300 where id = $1`, at.organization)
    expect(await refused()).toMatchObject({ ok: false, reason: 'lead_time' })
    await set(`update public.organizations set default_lead_time_days = 0 where id = $1`, at.organization)

    await set(
      `update public.units set blackout = $2 where id = $1`,
      at.ward,
      JSON.stringify([{ from: slot.date, to: slot.date, reason: 'Survey' }]),
    )
    expect(await blocker()).toMatch('takes no students on')
    expect((await refused()).message).toMatch('takes no students on')
    await set(`update public.units set blackout = '[]' where id = $1`, at.ward)

    await set(`update public.facilities set status = 'paused' where id = $1`, at.ward)
    expect(await blocker()).toBe('5 East is paused. Choose another unit.')
    await set(`update public.facilities set status = 'active' where id = $1`, at.ward)

    await set(
      `update public.partnerships set status = 'suspended', suspended_by_party = 'school', status_reason = 'Insurance' where school_id = $1`,
      at.school,
    )
    expect(await on(slot.date, at.people.ana)).toEqual([])
    expect((await refused()).message).toMatch('is suspended: Insurance')
    await set(
      `update public.partnerships set status = 'active', suspended_by_party = null where school_id = $1`,
      at.school,
    )

    // Another school requested the unit, which takes one school at a time.
    const theirs = await at.draft({ date: slot.date, capacity: 2 }, at.people.rob)
    await at.submit(theirs, at.people.rob)
    await at.approve(theirs)
    expect(await blocker()).toMatch('Another school has 5 East at that time')
    expect((await refused()).message).toMatch('Another school has 5 East at that time')
    await at.cancel(theirs, at.people.rob)
    expect(await refused()).toMatchObject({ ok: true })
  })

  it('late needs a reason, which stays on the shift', async () => {
    await at.fixture.rows('update public.organizations set default_lead_time_days = 300 where id = $1', [
      at.organization,
    ])
    const slot = await offered()
    const said = { lead_time_reason: 'A clinic closed at short notice.' }
    expect(await take([slot], at.people.ana, said)).toMatchObject([{ ok: true }])
    await at.fixture.rows('update public.organizations set default_lead_time_days = 0 where id = $1', [
      at.organization,
    ])
    const [mine] = await on(slot.date)
    expect((await at.get(mine!.shift_id!)).lead_time_reason).toBe(said.lead_time_reason)
  })

  it('outside every semester is refused with what to do', async () => {
    const date = addDays(at.today, 350)
    await offer({ dates: [date] })
    expect(await on(date, at.people.ana)).toMatchObject([
      { blocker: 'None of your semesters includes this day. Create one first.' },
    ])
    expect(await take(await on(date))).toMatchObject([
      { ok: false, message: expect.stringMatching('Create one first') },
    ])
  })

  it("is agreed only once: a new date needs the facility's approval again", async () => {
    const slot = await offered()
    await take([slot])
    const id = (await on(slot.date))[0]!.shift_id!
    await call(
      at.api.postpone,
      { ...(await at.locked(id)), reason: 'The instructor is ill.' },
      await at.as(at.people.ana),
    )
    await at.submit(id)
    expect((await at.get(id)).status).toBe('pending_facility')
  })
})

describe('withdrawing', () => {
  it('ends an offer that no one has taken, with a reason for schools that are too late', async () => {
    const slot = await offered()
    const key = { idempotency_key: randomUUID() }
    expect(await withdraw([slot], at.people.frank, key)).toMatchObject([{ ok: true }])
    expect(await withdraw([slot], at.people.frank, key), 'sent twice').toMatchObject([{ ok: true }])
    expect(await withdraw([slot]), 'asked again').toMatchObject([
      { ok: false, message: 'This slot is already withdrawn.' },
    ])
    expect(await on(slot.date, at.people.ana)).toEqual([])
    expect(await on(slot.date)).toMatchObject([
      { status: 'withdrawn', status_reason: 'The unit is short of nurses.' },
    ])
    expect(await take([slot])).toMatchObject([
      {
        ok: false,
        message: expect.stringMatching(
          /withdrawn this slot: The unit is short of nurses.*Choose another open slot/,
        ),
      },
    ])
  })

  it('is refused for a taken one, and to everyone but the facility', async () => {
    const slot = await offered()
    expect(await withdraw([slot], at.people.eve)).toMatchObject([
      { ok: false, message: 'We can’t find that slot.' },
    ])
    await expect(withdraw([slot], at.people.ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(withdraw([slot], null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await take([slot])
    expect(await withdraw([slot])).toMatchObject([
      { ok: false, message: 'Lake School has taken this slot. Cancel or postpone its shift instead.' },
    ])
  })

  it('and taking at the same moment: exactly one happens', async () => {
    const slot = await offered()
    const [taken, gone] = await Promise.all([take([slot]), withdraw([slot])])
    expect([taken[0]!.ok, gone[0]!.ok].filter(Boolean)).toHaveLength(1)
  })
})

it('a past offer expires', async () => {
  const slot = await offered()
  await withActor(at.fixture.workerPool, null, (tx) => expireSlots(tx, `${addDays(slot.date, 1)}T12:00:00Z`))
  expect(await on(slot.date)).toMatchObject([{ status: 'expired' }])
  expect(await take([slot])).toMatchObject([{ ok: false, message: expect.stringMatching('has expired') }])
})

describe('as a file', () => {
  const file = async (who: Person | null, filter: object) => {
    const { body } = await call(api.export, { format: 'csv', ...filter }, await at.as(who))
    const text = await new Response(body as ReadableStream).text()
    return Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
  }

  it('has for a facility what its page shows: the slots, statuses and days of the filter, to whom and who has them', async () => {
    const date = nextDay()
    const days = { from: date, to: date, here: true }
    await offer({ dates: [date], note: '=cmd', school_ids: [at.otherSchool] })
    await offer({ dates: [date], facility_id: at.icu })
    const [first, second] = await on(date)
    const [ward, icu] = first!.facility_id === at.ward ? [first!, second!] : [second!, first!]
    expect(await take([icu])).toMatchObject([{ ok: true }])
    const rows = await file(at.people.frank, days)
    expect(rows.map((row) => row['Unit'])).toEqual((await on(date)).map((row) => row.unit_name))
    expect(rows.find((row) => row['Unit'] === ward.unit_name)).toMatchObject({
      Date: date,
      Start: '07:00',
      Seats: '6',
      Note: "'=cmd",
      Status: 'Open',
      'Offered to': 'Hill School',
      'Taken by': '',
    })
    expect(rows.find((row) => row['Unit'] === icu.unit_name)).toMatchObject({
      Status: 'Taken',
      'Offered to': 'All partners',
      'Taken by': 'Lake School',
      'Its shift': 'Approved',
    })
    const units = async (more: object) =>
      (await file(at.people.frank, { ...days, ...more })).map((row) => row['Unit'])
    expect(await units({ status: 'open' })).toEqual([ward.unit_name])
    expect(await units({ facility_id: at.icu })).toEqual([icu.unit_name])
    expect(await units({ from: addDays(date, 1), to: addDays(date, 1) })).toEqual([])
  })

  it('has for a school what it may take, for another facility nothing, and is refused without such a page', async () => {
    const slot = await offered({ school_ids: [at.otherSchool] })
    const filter = { from: slot.date, to: slot.date }
    expect(await file(at.people.ana, filter)).toEqual([])
    const [row] = await file(at.people.rob, filter)
    expect(row).toMatchObject({ Unit: '5 East', Conflicts: '' })
    expect(Object.keys(row!)).not.toContain('Offered to')
    expect(await file(at.people.eve, filter)).toEqual([])
    for (const who of [at.people.marcus, await at.fixture.person({ role: 'student', school: at.school })])
      await expect(file(who, filter)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(file(null, filter)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
