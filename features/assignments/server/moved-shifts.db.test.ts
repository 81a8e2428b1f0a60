/** Seats of shifts that change while students request them: each has its shift's hours, and decisions stay. */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, formatDate } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, offer, type ShiftFixture, work } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { offerSeats } from './commands/offer-seats.ts'
import { assignmentHandlers } from './handlers.ts'
import { seatCommands } from './public.ts'

let at: ShiftFixture
const api = assignmentHandlers()
let day = 40
const nextDay = () => addDays(at.today, (day += 3))
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const classOf = (count: number) =>
  Promise.all(Array.from({ length: count }, () => at.fixture.person({ role: 'student', school: at.school })))
const ask = async (who: Person, shiftId: string, id: string = randomUUID()) =>
  call(api.ask, { id, shift_id: shiftId }, await at.as(who))
const wait = async (who: Person, shiftId: string) =>
  call(api.joinWaitlist, { id: randomUUID(), shift_id: shiftId }, await at.as(who))
const stateOf = async (shift: string) =>
  (
    await at.fixture.rows<{ status: string }>(
      'select status from public.assignments where shift_id = $1 order by asked_at, id',
      [shift],
    )
  ).map(({ status }) => status)
/** How many of the school's seats have other hours than their shifts. */
const astray = async () =>
  (
    await at.fixture.rows(
      `select a.id from public.assignments a join public.shifts x on x.id = a.shift_id where a.status in ('requested', 'waitlisted', 'offered', 'assigned')
         and (a.during <> tstzrange(x.starts_at, x.ends_at) or not a.during <@ a.busy)`,
    )
  ).length
const change = async (id: string, to: object) =>
  call(
    at.api.askChange,
    { ...(await at.locked(id)), change: to, reason: 'The ward asks for it.' },
    await at.as(at.people.sam),
  )
const round = (date: string) =>
  at.published({
    date,
    signup_policy: 'fair_round',
    signup_closes_at: new Date(Date.now() + 3_600_000).toISOString(),
  } as Parameters<ShiftFixture['published']>[0])
const endSignUp = (id: string) =>
  at.fixture.rows(`update public.shifts set signup_closes_at = now() - interval '1 second' where id = $1`, [
    id,
  ])

describe('a fair round', () => {
  it('uses the shift’s hours at the time of the decision', async () => {
    const [one] = await classOf(1)
    const [before, after] = [nextDay(), nextDay()]
    const id = await round(before)
    await ask(one!, id)
    await change(id, { date: after })
    expect(await ask(one!, await at.published({ date: before, facility_id: at.icu }))).toMatchObject({
      status: 'assigned',
    })
    await endSignUp(id)
    await work(at)
    expect(await stateOf(id)).toEqual(['assigned'])
    expect(await astray()).toBe(0)
  })

  it('is decided again if the school sets it again after a postponement', async () => {
    const [one, two] = await classOf(2)
    const id = await round(nextDay())
    await ask(one!, id)
    await endSignUp(id)
    await work(at)
    expect(await stateOf(id)).toEqual(['assigned'])
    // Postponed, its date and sign-up set again, and published.
    await at.fixture.rows(
      `update public.assignments set status = 'removed', decided_at = now() where shift_id = $1`,
      [id],
    )
    await at.fixture.rows(
      `update public.shifts set signup_policy = 'fair_round', signup_closes_at = now() + interval '1 hour' where id = $1`,
      [id],
    )
    await ask(two!, id)
    await endSignUp(id)
    await work(at)
    expect((await stateOf(id)).toSorted()).toEqual(['assigned', 'removed'])
  })

  it('is decided before its shift begins: sign-up can’t close later, and a move ahead of that decides it a day before', async () => {
    const { ana, frank } = at.people
    const [soon, later] = [nextDay(), nextDay()]
    const [one] = await classOf(1)
    const noon = (date: string) => `${date}T12:00:00.000Z`
    const id = await at.published({
      date: later,
      signup_policy: 'fair_round',
      signup_closes_at: noon(addDays(later, -1)),
    } as Parameters<ShiftFixture['published']>[0])
    const update = async (fields: object) =>
      call(at.api.update, { ...(await at.locked(id)), fields, reason: null }, await at.as(ana))
    await expect(update({ signup_closes_at: noon(addDays(later, 1)) })).rejects.toThrow(
      'decided before the shift begins',
    )
    await ask(one!, id)
    await call(
      at.api.askChange,
      { ...(await at.locked(id)), change: { date: soon }, reason: 'Sooner.' },
      await at.as(ana),
    )
    await call(
      at.api.answerChange,
      { ...(await at.locked(id)), accept: true, reason: null },
      await at.as(frank),
    )
    await update({ title: 'Moved' })
    await work(at, noon(addDays(soon, -2)))
    expect(await stateOf(id)).toEqual(['requested'])
    await at.fixture.rows(
      `update public.shifts set starts_at = now() + interval '23 hours', ends_at = now() + interval '31 hours' where id = $1`,
      [id],
    )
    await work(at)
    expect(await stateOf(id)).toEqual(['assigned'])
  })

  it('gives no seats that the unit may not give: once it is closed that day, the school decides', async () => {
    const [one] = await classOf(1)
    const date = nextDay()
    const id = await round(date)
    await ask(one!, id)
    await endSignUp(id)
    const close = (blackout: object[]) =>
      at.fixture.rows(`update public.units set blackout = $2 where id = $1`, [
        at.ward,
        JSON.stringify(blackout),
      ])
    const heard = async () =>
      (await receivedBy(at.fixture, at.people.ana)).filter(({ code }) => code === 'seat.round_waits').length
    await close([{ from: date, to: date }])
    await work(at)
    await work(at)
    expect(await stateOf(id)).toEqual(['requested'])
    expect(await heard()).toBe(1)
    await close([])
    await work(at)
    expect(await stateOf(id)).toEqual(['assigned'])
  })

  it('that fails does not stop the others', async () => {
    const [one, two] = await classOf(2)
    const [broken, sound] = [await round(nextDay()), await round(nextDay())]
    await ask(one!, broken)
    await ask(two!, sound)
    await endSignUp(broken)
    await endSignUp(sound)
    await at.fixture.rows(
      `create function public.break_round() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    )
    await at.fixture.rows(
      `create trigger break_round before update on public.assignments for each row when (old.shift_id = '${broken}') execute function public.break_round()`,
    )
    const passedOver: string[] = []
    await work(at, new Date().toISOString(), (id) => passedOver.push(id))
    expect(passedOver).toEqual([broken])
    expect([await stateOf(broken), await stateOf(sound)]).toEqual([['requested'], ['assigned']])
    await at.fixture.rows('drop trigger break_round on public.assignments')
    await work(at)
    expect(await stateOf(broken)).toEqual(['assigned'])
  })
})

describe('a shift that is postponed', () => {
  const needs = (id: string) =>
    at.fixture.rows<{ student_id: string; hours: string }>(
      `select n.student_id, n.hours from public.makeup_needs n join public.assignments a on a.id = n.assignment_id where a.shift_id = $1`,
      [id],
    )
  const postponed = async (students: readonly Person[], waiting: readonly Person[] = []) => {
    const id = await at.published({ date: nextDay(), capacity: students.length, signup_mode: 'self_signup' })
    for (const one of students) await ask(one, id)
    for (const one of waiting) await wait(one, id)
    await call(
      at.api.postpone,
      { ...(await at.locked(id)), reason: 'No instructor.' },
      await at.as(at.people.ana),
    )
    return id
  }

  it('and then canceled leaves hours to make up, once for each student who had a seat', async () => {
    const [one, two, waited] = await classOf(3)
    const id = await postponed([one!, two!], [waited!])
    expect(await needs(id)).toEqual([])
    await at.cancel(id)
    expect((await needs(id)).map(({ student_id: who }) => who).toSorted()).toEqual(
      [one!.id, two!.id].toSorted(),
    )
  })

  it('and agreed on again leaves no hours to make up, and those of the new date if that is declined', async () => {
    const [one, two] = await classOf(2)
    const [again, declined] = [await postponed([one!]), await postponed([two!])]
    for (const id of [again, declined]) {
      await call(
        at.api.update,
        { ...(await at.locked(id)), fields: { date: nextDay() }, reason: 'The new date.' },
        await at.as(at.people.ana),
      )
      await at.submit(id)
    }
    await at.approve(again)
    await at.publish(again)
    await ask(one!, again)
    expect(await needs(again)).toEqual([])
    await at.cancel(again)
    expect(await needs(again)).toHaveLength(1)
    await call(
      at.api.decline,
      { shifts: [await at.locked(declined)], code: 'no_capacity', note: 'No room.' },
      await at.as(at.people.frank),
    )
    expect(await needs(declined)).toMatchObject([{ student_id: two!.id }])
  })
})

/** Locks a row in its own transaction while `press` begins, runs `meanwhile` there, and commits; `press` waits for the lock. */
async function behind<T>(lock: string, id: string, meanwhile: string, press: () => Promise<T>): Promise<T> {
  const client = await at.fixture.connect()
  await client.query('begin')
  await client.query(lock, [id])
  const pressed = press()
  pressed.catch(() => undefined)
  for (let tries = 0; tries < 200; tries++) {
    const [{ waits }] = (await at.fixture.rows<{ waits: number }>(
      `select count(*)::integer as waits from pg_locks where not granted`,
    )) as [{ waits: number }]
    if (waits > 0) break
    await pause(10)
  }
  await client.query(meanwhile, [id])
  await client.query('commit')
  await client.end()
  return pressed
}
const hold = 'select 1 from public.shifts where id = $1 for no key update'

describe('many at once', () => {
  it('a claim that waits behind a move gets the new hours, and is refused if they do not fit', async () => {
    const [one, two] = await classOf(2)
    const date = nextDay()
    const id = await at.published({ date })
    await ask(two!, await at.published({ date: addDays(date, 1), facility_id: at.icu }))
    const move = `update public.shifts set date = date + 1, starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = $1`
    await behind(hold, id, move, () => ask(one!, id))
    expect(await astray()).toBe(0)
    const back = await at.published({ date, facility_id: at.icu })
    await expect(behind(hold, back, move, () => ask(two!, back))).rejects.toThrow(
      'Another shift is at that time',
    )
  })

  it('of two first-years who claim the last such seat on two shifts, one gets it', async () => {
    await at.fixture.rows(
      `update public.units set max_students_by_level = '{"first_year": 1}' where id = $1`,
      [at.icu],
    )
    const people = await classOf(8)
    const [cohort] = await at.fixture.rows<{ id: string }>(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'First', $2, $3, 'active') returning id`,
      [at.school, addDays(at.today, -10), addDays(at.today, 900)],
    )
    for (const { id } of people)
      await at.fixture.rows(
        'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
        [cohort!.id, at.school, id, addDays(at.today, -9)],
      )
    await at.fixture.rows('update public.units set max_students_per_shift = 16 where id = $1', [at.icu])
    const date = nextDay()
    const ids = await Promise.all([0, 1].map(() => at.published({ date, facility_id: at.icu, capacity: 4 })))
    const contexts = await Promise.all(people.map((who) => at.as(who)))
    const answers = await Promise.allSettled(
      contexts.map((context, n) => call(api.ask, { id: randomUUID(), shift_id: ids[n % 2]! }, context)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const losers = answers.filter((one): one is PromiseRejectedResult => one.status === 'rejected')
    expect(new Set(losers.map(({ reason }) => reason.message))).toEqual(
      new Set(['The unit takes 1 first-year student at a time and is at that limit.']),
    )
    // The control: without locking the unit, both read that there is a seat.
    const otherDay = nextDay()
    const free = await Promise.all(
      [0, 1].map(() => at.published({ date: otherDay, facility_id: at.icu, capacity: 4 })),
    )
    const clients = await Promise.all(free.map(() => at.fixture.connect()))
    const said = await Promise.all(
      clients.map(async (client, n) => {
        await client.query('begin')
        const { rows } = await client.query<{ why: object | null }>(
          'select b.block as why from public.shifts s, app.seat_blocks(array[$2::uuid], array[s]) b where s.id = $1',
          [free[n], people[n]!.id],
        )
        return rows[0]!.why
      }),
    )
    await Promise.all(clients.map((client) => client.end()))
    expect(said).toEqual([null, null])
    await at.fixture.rows(`update public.units set max_students_by_level = '{}' where id = $1`, [at.icu])
  })

  it('a claim and the worker do not deadlock on two shifts of a unit that counts by year', async () => {
    await at.fixture.rows(
      `update public.units set max_students_by_level = '{"first_year": 8}' where id = $1`,
      [at.icu],
    )
    const inUnit = () => at.published({ date: nextDay(), facility_id: at.icu, capacity: 1 })
    const ids = [await inUnit(), await inUnit()].toSorted()
    for (const id of ids) {
      const [one, two] = await classOf(2)
      const held = await ask(one!, id)
      await wait(two!, id)
      await call(api.drop, { id: held.id }, await at.as(one!))
    }
    // A claim locks the second shift and then the unit; by then the worker is past the first.
    const lockUnit = `select set_config('lock_timeout', '700ms', true), app.hold_levels(array[$1::uuid])`
    await behind(hold, ids[1]!, lockUnit, () => offer(at))
    for (const id of ids) expect(await stateOf(id)).toEqual(['dropped', 'offered'])
    await at.fixture.rows(`update public.units set max_students_by_level = '{}' where id = $1`, [at.icu])
  })
})

describe('seats that become free', () => {
  it('are offered even if those of another shift, queued before, cannot be', async () => {
    const ids = [
      await at.published({ date: nextDay(), capacity: 1 }),
      await at.published({ date: nextDay(), capacity: 1 }),
    ]
    const freed: (() => Promise<unknown>)[] = []
    for (const id of ids) {
      const [one, two] = await classOf(2)
      const held = await ask(one!, id)
      await wait(two!, id)
      freed.push(async () => call(api.drop, { id: held.id }, await at.as(one!)))
    }
    await offer(at)
    for (const free of freed) await free()
    await at.fixture.rows(
      `create function public.break_offer() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    )
    await at.fixture.rows(
      `create trigger break_offer before update on public.assignments for each row when (old.shift_id = '${ids[0]}') execute function public.break_offer()`,
    )
    const passedOver: string[] = []
    const calendar = { now: new Date().toISOString(), passOver: (id: string) => passedOver.push(id) }
    const offerOne = () => withActor(at.fixture.workerPool, null, (tx) => offerSeats(tx, calendar, 1))
    await offerOne()
    await offerOne()
    expect(passedOver).toEqual([ids[0]])
    expect(await stateOf(ids[1]!)).toEqual(['dropped', 'offered'])
    await at.fixture.rows('drop trigger break_offer on public.assignments')
    await offer(at)
    expect(await stateOf(ids[0]!)).toEqual(['dropped', 'offered'])
  })

  it('are offered to the waitlist in order; new students wait too', async () => {
    const [one, two, three, four] = await classOf(4)
    const id = await at.published({ date: nextDay(), capacity: 1 })
    await ask(one!, id)
    await wait(two!, id)
    await wait(three!, id)
    await change(id, { capacity: 2 })
    await offer(at)
    expect(await stateOf(id)).toEqual(['assigned', 'offered', 'waitlisted'])
    await change(id, { capacity: 3 })
    await expect(ask(four!, id)).rejects.toThrow('Others are already waiting for a seat on this shift')
    await wait(four!, id)
    await offer(at)
    expect(await stateOf(id)).toEqual(['assigned', 'offered', 'offered', 'waitlisted'])
  })
})

it('an offer ends at the new cutoff if its shift moves earlier, and is unchanged if it moves later', async () => {
  const [one, two] = await classOf(2)
  const id = await at.published({ date: nextDay(), capacity: 1 })
  const held = await ask(one!, id)
  await wait(two!, id)
  await call(api.drop, { id: held.id }, await at.as(one!))
  await offer(at)
  const offered = async () =>
    (
      await at.fixture.rows<{ expires: Date; cutoff: Date }>(
        `select a.offer_expires_at as expires, x.drop_cutoff_at as cutoff from public.assignments a join public.shifts x on x.id = a.shift_id
         where a.shift_id = $1 and a.status = 'offered'`,
        [id],
      )
    )[0]!
  const before = await offered()
  await at.fixture.rows(
    `update public.assignments set offer_expires_at = now() + interval '20 days' where status = 'offered' and shift_id = $1`,
    [id],
  )
  await change(id, { date: addDays(at.today, 8) })
  const after = await offered()
  expect(after.expires).toEqual(after.cutoff)
  await at.fixture.rows(
    'update public.assignments set offer_expires_at = $2 where status = $3 and shift_id = $1',
    [id, before.expires, 'offered'],
  )
  await change(id, { date: nextDay() })
  expect((await offered()).expires).toEqual(before.expires)
})

describe('a late agreement', () => {
  it('is refused for the past, and if the unit has fewer seats by then', async () => {
    const { ana, frank } = at.people
    const date = nextDay()
    const id = await at.published({ date, capacity: 4 })
    const propose = async (to: object) =>
      call(at.api.askChange, { ...(await at.locked(id)), change: to, reason: 'A lecture.' }, await at.as(ana))
    const answer = async () =>
      call(at.api.answerChange, { ...(await at.locked(id)), accept: true }, await at.as(frank))
    await propose({ date: addDays(date, 1) })
    const other = await at.published({ date: addDays(date, 1), capacity: 6 })
    await expect(answer()).rejects.toThrow(
      'Decline this, and agree on 2 or fewer, or choose another unit, day or time.',
    )
    await at.cancel(other)
    await at.fixture.rows(
      `update public.shifts set change = change || jsonb_build_object('date', $2::text) where id = $1`,
      [id, addDays(at.today, -2)],
    )
    await expect(answer()).rejects.toThrow('The proposed time has passed.')
  })
})

describe('overriding rest', () => {
  it('keeps the rest after the new night, and also works for hours to make up', async () => {
    const { ana } = at.people
    const [student] = await classOf(1)
    const date = nextDay()
    const night = { start_time: '23:00', end_time: '07:00' }
    const late = { start_time: '13:00', end_time: '19:00' }
    await ask(student!, await at.published({ date, ...night }))
    const lost = await at.published({ date: addDays(date, 2), facility_id: at.icu, end_time: '10:00' })
    await ask(student!, lost)
    await at.cancel(lost)
    const { rows } = await call(api.makeups, { open_only: true, student_id: student!.id }, await at.as(ana))
    const [need] = rows
    const next = await at.published({ date: addDays(date, 1), ...late })
    await expect(call(api.assignMakeup, { id: need!.id, shift_id: next }, await at.as(ana))).rejects.toThrow(
      'hours of rest are needed',
    )
    await call(
      api.assignMakeup,
      { id: need!.id, shift_id: next, override_reason: 'Slept in the call room.' },
      await at.as(ana),
    )
    const put = async (shift: string, reason: string | null) =>
      call(
        api.assign,
        { shift_id: shift, student_ids: [student!.id], override_reason: reason },
        await at.as(ana),
      )
    const second = await at.published({
      date: addDays(date, 1),
      start_time: '22:00',
      end_time: '06:00',
      facility_id: at.icu,
    })
    expect(await put(second, 'She asks for it.')).toMatchObject([{ rule: null }])
    const soon = await at.published({ date: addDays(date, 2), start_time: '08:00', end_time: '12:00' })
    expect(await put(soon, null)).toMatchObject([{ rule: 'rest' }])
    expect(await put(soon, 'She slept.')).toMatchObject([{ rule: null }])
  })

  it('for a night before another shift keeps the remaining rest', async () => {
    const [student] = await classOf(1)
    const date = nextDay()
    const morning = await at.published({ date: addDays(date, 1), start_time: '09:00', end_time: '12:00' })
    await ask(student!, morning)
    const night = await at.published({ date, start_time: '23:00', end_time: '07:00', facility_id: at.icu })
    const put = async (shift: string, reason: string | null) =>
      call(
        api.assign,
        { shift_id: shift, student_ids: [student!.id], override_reason: reason },
        await at.as(at.people.ana),
      )
    expect(await put(night, 'She asks for it.')).toMatchObject([{ rule: null }])
    const between = await at.published({ date: addDays(date, 1), start_time: '07:30', end_time: '08:30' })
    expect(await put(between, null)).toMatchObject([{ rule: 'rest' }])
  })

  it('still applies if one of the two shifts only moves to another unit', async () => {
    const [student] = await classOf(1)
    const date = nextDay()
    const morning = await at.published({ date: addDays(date, 1), start_time: '09:00', end_time: '12:00' })
    await ask(student!, morning)
    const night = await at.published({ date, start_time: '23:00', end_time: '07:00', facility_id: at.icu })
    await call(
      api.assign,
      { shift_id: night, student_ids: [student!.id], override_reason: 'She asks for it.' },
      await at.as(at.people.ana),
    )
    await change(night, { facility_id: at.ward })
    expect(await at.get(night)).toMatchObject({ facility_id: at.ward, seats_taken: 1 })
    // A new time needs the rest again.
    await expect(change(night, { start_time: '22:00' })).rejects.toThrow(
      'A student on this shift has another s',
    )
  })
})

it('students who lose their seat when fewer are approved are notified, and it is in the audit trail', async () => {
  const people = await classOf(3)
  const date = nextDay()
  const id = await at.draft({ date, capacity: 3 })
  await at.submit(id)
  await call(
    api.assign,
    { shift_id: id, student_ids: people.map((one) => one.id) },
    await at.as(at.people.ana),
  )
  await at.approve(id, 1)
  const trail = await at.fixture.rows<{ to_status: string; reason: string }>(
    `select to_status, reason from public.shift_events where shift_id = $1 and event = 'seat_wait'`,
    [id],
  )
  const line = { to_status: 'waitlisted', reason: 'The facility approved fewer seats.' }
  expect(trail).toEqual([line, line])
  const notified = () =>
    at.fixture.rows(
      `select values ->> 'date' as date from public.notifications where code = 'shift.fewer_seats' and recipient_id = any ($1)`,
      [people.map((one) => one.id)],
    )
  expect(await notified()).toEqual([{ date }, { date }])
  // Requested once more, with more seats, and cut again.
  await at.fixture.rows(`update public.shifts set status = 'pending_facility', seats = 3 where id = $1`, [id])
  await at.fixture.rows(`update public.assignments set status = 'assigned' where shift_id = $1`, [id])
  await at.approve(id, 1)
  expect(await notified()).toHaveLength(4)
})

it('a student whose request is restored is notified of each answer', async () => {
  const [student] = await classOf(1)
  const id = await at.published({ date: nextDay(), signup_mode: 'request' })
  const seat = await ask(student!, id)
  const answers = async () =>
    (await receivedBy(at.fixture, student!))
      .map(({ message }) => message)
      .filter((text) => text.endsWith('no.'))
  for (const reason of ['The first no.', 'The second no.']) {
    const decision = { id: seat.id, decision: 'decline', reason } as const
    await call(api.decide, decision, await at.as(at.people.ana))
    await at.fixture.act(at.people.ana, (tx) =>
      seatCommands.returnRequest(tx, { id: seat.id, status: 'requested' }),
    )
  }
  expect((await answers()).toSorted()).toEqual([
    expect.stringContaining('The first no.'),
    expect.stringContaining('The second no.'),
  ])
})

it('a shift with students on it says when it closes automatically', async () => {
  const [student] = await classOf(1)
  const id = await at.published({ date: nextDay() })
  await ask(student!, id)
  await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [id])
  const close = async () => call(at.api.close, await at.locked(id), await at.as(at.people.ana))
  const [term] = await at.fixture.rows<{ locks: string }>(
    `select (t.end_date + 31)::text as locks from public.semesters t join public.shifts s on s.semester_id = t.id where s.id = $1`,
    [id],
  )
  await expect(close()).rejects.toThrow(
    `Attendance is not recorded yet, and 1 student is on this shift. It closes automatically when the semester’s hours are locked, on ${formatDate(term!.locks, 'long')}.`,
  )
  const graded = (to: string) => `{"grading_window": {"from": "2030-04-01", "to": "${to}"}}`
  await at.fixture.rows(`update public.semesters set settings = $1`, [graded('2030-04-30')])
  await expect(close()).rejects.toThrow('hours are locked, on May 1, 2030.')
  await at.fixture.rows(`update public.semesters set settings = '{"hours_lock_at": "2030-05-04T18:00:00Z"}'`)
  await expect(close()).rejects.toThrow('hours are locked, on May 4, 2030.')
  await at.fixture.rows(`update public.semesters set settings = '{}'`)
})
