/** Seats on shifts on the real database: permissions, blockers, and concurrency. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { receivedBy } from '#app/testing-notifications.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_OWN_ROWS } from '#core/page-sizes.ts'
import { addDays, weekdayOf } from '#core/plain-date.ts'
import { pause, type Person } from '#database/testing.ts'
import { fakeShift } from '#features/shifts/fake.ts'
import { createShiftFixture, offer, type ShiftFixture, work } from '#features/shifts/server/fake.ts'
import { assignSeries } from './commands/assign-series.ts'
import { endedSeat, writeSeat } from './commands/write-seat.ts'
import { assignmentHandlers } from './handlers.ts'
import { progressOf } from './queries/progress-of.ts'

let at: ShiftFixture
const api = assignmentHandlers()
let jenna: Person
let tom: Person
let zoe: Person // the other school's
let day = 40
const nextDay = () => addDays(at.today, (day += 1))
/** A student's hours to make up, as their school sees them. */
const makeups = async (student: Person, more: { open_only?: boolean } = {}) =>
  (await call(api.makeups, { student_id: student.id, ...more }, await at.as(at.people.ana))).rows

beforeAll(async () => {
  at = await createShiftFixture()
  jenna = await at.fixture.person({ role: 'student', school: at.school })
  tom = await at.fixture.person({ role: 'student', school: at.school })
  zoe = await at.fixture.person({ role: 'student', school: at.otherSchool })
})
afterAll(() => at.fixture.close())

const ask = async (who: Person | null, shiftId: string, id: string = randomUUID()) =>
  call(api.ask, { id, shift_id: shiftId }, await at.as(who))
const wait = async (who: Person, shiftId: string) =>
  call(api.joinWaitlist, { id: randomUUID(), shift_id: shiftId }, await at.as(who))
const seatsOf = (shiftId: string) =>
  at.fixture.rows<{ id: string; student_id: string; status: string; reason: string | null }>(
    'select id, student_id, status, reason from public.assignments where shift_id = $1 order by asked_at, id',
    [shiftId],
  )
const stateOf = async (id: string) => (await seatsOf(id)).map(({ status }) => status)
const shiftOf = async (id: string) => at.get(id, at.people.sam)
/** A published shift; with `of`, for a new class, so that no one has anything else that day. */
const open = (more: Parameters<ShiftFixture['published']>[0] = {}) =>
  at.published({ date: nextDay(), ...more })
const classOf = (count: number) =>
  Promise.all(Array.from({ length: count }, () => at.fixture.person({ role: 'student', school: at.school })))

/** The data sent with a refusal. */
const sentWith = async (asked: Promise<unknown>) => {
  const [outcome] = await Promise.allSettled([asked])
  return outcome.status === 'rejected' ? (outcome.reason as { data: unknown }).data : null
}

/** A swap to a new seat of one student that the other has agreed to; returns its id. */
async function agreedSwap(from: Person, to: Person, shift: string): Promise<string> {
  const { id: seat } = await ask(from, shift)
  const id = randomUUID()
  await call(api.proposeSwap, { id, assignment_id: seat, to_student_id: to.id }, await at.as(from))
  await call(api.answerSwap, { id, accept: true }, await at.as(to))
  return id
}

describe('taking a seat', () => {
  it('gives the seat to the first student, once, and counts it', async () => {
    const id = await open({ capacity: 2 })
    const seat = randomUUID()
    expect(await ask(jenna, id, seat)).toEqual({ id: seat, status: 'assigned' })
    expect(await ask(jenna, id, seat)).toEqual({ id: seat, status: 'assigned' })
    expect(await shiftOf(id)).toMatchObject({ status: 'published', seats_taken: 1 })
    await ask(tom, id)
    expect(await shiftOf(id)).toMatchObject({ status: 'full', seats_taken: 2 })
    const [late] = await classOf(1)
    await expect(ask(late!, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This shift is full. All 2 seats are taken. Join the waitlist, or take another open shift.',
    })
    // Sends only what the sentence says, not what the limits are computed from, such as positions of others.
    expect(await sentWith(ask(late!, id))).toEqual({ code: 'seat.full', values: { seats: 2 } })
  })

  it('on a full shift names the rule, its date and the next step, for students and for planners', async () => {
    await at.fixture.rows(
      `with p as (insert into public.regulatory_profiles (jurisdiction, level, effective_from, max_students_per_instructor)
         values ('Wisconsin', 'BSN', '2024-07-01', 1) returning id)
       update public.schools c set regulatory_profile_id = p.id from p where c.id = $1`,
      [at.school],
    )
    const id = await open({ capacity: 3 })
    await at.fixture.rows('update public.schools set regulatory_profile_id = null where id = $1', [at.school])
    const [first, late] = await classOf(2)
    await ask(first!, id)
    // As the rule is now: a limit that was lifted is not named.
    await expect(ask(late!, id)).rejects.toThrow(/^This shift is full\. Its only seat is taken\. Join/)
    await at.fixture.rows(
      'update public.schools set regulatory_profile_id = (select id from public.regulatory_profiles where jurisdiction = $2) where id = $1',
      [at.school, 'Wisconsin'],
    )
    const rule =
      'This shift is full. Its only seat is taken: Wisconsin allows 1 student per instructor (in effect since July 1, 2024).'
    await expect(ask(late!, id)).rejects.toThrow(`${rule} Join the waitlist, or take another open shift.`)
    const outcomes = await call(
      api.assign,
      { shift_id: id, student_ids: [late!.id], override_reason: null },
      await at.as(at.people.ana),
    )
    expect(outcomes).toMatchObject([
      {
        rule: 'full',
        message:
          'This shift is full. Wisconsin allows 1 student per instructor (in effect since July 1, 2024). 1 instructor may supervise 1 student here. Add an instructor or move a student.',
      },
    ])
    await at.fixture.rows('update public.schools set regulatory_profile_id = null where id = $1', [at.school])
  })

  it('follows rules that became stricter since, and requires an agreement that covers the shift', async () => {
    const id = await open({ capacity: 4, specialty: 'pediatrics' })
    const [first, second] = await classOf(2)
    await ask(first!, id)
    const settings = (change: string) =>
      at.fixture.rows(`update public.schools set settings = ${change} where id = $1`, [at.school])
    await settings(`settings || '{"max_students_by_specialty": {"pediatrics": 1}}'`)
    await expect(ask(second!, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'Lake School allows 1 student per instructor in Pediatrics. 1 student is on this shift. Take another open shift, or ask your coordinator.',
    })
    expect(await sentWith(ask(second!, id))).toEqual({ code: 'seat.limit', values: { taken: 1 } })
    // A student whom the limit keeps off may wait until a seat is given up.
    const [third] = await classOf(1)
    const waiting = await call(api.joinWaitlist, { id: randomUUID(), shift_id: id }, await at.as(third!))
    expect(waiting).toMatchObject({ status: 'waitlisted' })
    await call(api.withdraw, { id: waiting.id }, await at.as(third!))
    await settings(`settings - 'max_students_by_specialty'`)
    await at.fixture.rows(
      `update public.partnerships set status = 'suspended', suspended_by_party = 'school', status_reason = 'Insurance' where school_id = $1`,
      [at.school],
    )
    await expect(ask(second!, id)).rejects.toThrow(
      'The partnership with River Health is suspended: Insurance. 1 student is on this shift.',
    )
    await at.fixture.rows(
      `update public.partnerships set status = 'active', suspended_by_party = null, status_reason = null where school_id = $1`,
      [at.school],
    )
    await ask(second!, id)
    expect(await shiftOf(id)).toMatchObject({ seats_taken: 2, seats: 4 })
  })

  it('is only for students of the school, while the shift is open', async () => {
    const id = await open()
    await expect(ask(zoe, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask(null, id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const who of [at.people.ana, at.people.marcus, at.people.frank])
      await expect(ask(who, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const draft = await at.draft({ date: nextDay() })
    await expect(ask(jenna, draft)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const assigned = await open({ signup_mode: 'assigned' })
    await expect(ask(jenna, assigned)).rejects.toThrow('The school assigns the seats')
    const later = await open({ signup_opens_at: new Date(Date.now() + 86_400_000).toISOString() })
    await expect(ask(jenna, later)).rejects.toThrow('Sign-up opens on')
    expect(await seatsOf(id)).toEqual([])
  })

  it('is refused for two shifts at one time, or without rest after a night', async () => {
    const date = nextDay()
    const [student] = await classOf(1)
    const night = await at.published({ date, start_time: '23:00', end_time: '07:00' })
    const during = await at.published({ date, start_time: '22:00', end_time: '23:30', facility_id: at.icu })
    const tired = await at.published({
      date: addDays(date, 1),
      start_time: '14:00',
      end_time: '20:00',
      facility_id: at.icu,
    })
    const rested = await at.published({ date: addDays(date, 1), start_time: '15:00', end_time: '20:00' })
    day += 1
    await ask(student!, night)
    await expect(ask(student!, during)).rejects.toThrow('Another shift is at that time: 5 East, North')
    await expect(ask(student!, tired)).rejects.toThrow('8 hours of rest are needed')
    expect(await ask(student!, rested)).toMatchObject({ status: 'assigned' })
    // In the database itself: however a second seat is written.
    await expect(
      at.fixture.rows(
        `insert into public.assignments (shift_id, school_id, student_id, during, busy) select x.id, x.school_id, $2, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
         from public.shifts x where x.id = $1`,
        [tired, student!.id],
      ),
    ).rejects.toMatchObject({ constraint: 'assignments_no_clash' })
  })

  it('is limited to the shift’s cohorts', async () => {
    const [cohort] = await at.fixture.rows<{ id: string }>(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Spring', $2, $3, 'active') returning id`,
      [at.school, addDays(at.today, -100), addDays(at.today, 600)],
    )
    await at.fixture.rows(
      'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
      [cohort!.id, at.school, jenna.id, addDays(at.today, -90)],
    )
    const id = await open({ cohort_ids: [cohort!.id] })
    await expect(ask(tom, id)).rejects.toThrow('another cohort')
    await expect(at.get(id, tom)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await ask(jenna, id)).toMatchObject({ status: 'assigned' })
    // On the day of the shift: not from the day on which a student leaves the cohort, nor before the day of joining.
    const { date } = await at.get(id)
    const member = async (from: number, to: number | null) => {
      const [student] = await classOf(1)
      await at.fixture.rows(
        `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, to_date, end_reason)
         values ($1, $2, $3, $4, $5::date, case when $5::date is not null then 'withdrew' end)`,
        [cohort!.id, at.school, student!.id, addDays(date, from), to === null ? null : addDays(date, to)],
      )
      return student!
    }
    for (const [from, to] of [
      [-90, 0],
      [1, null],
    ] as const)
      await expect(ask(await member(from, to), id)).rejects.toThrow('another cohort')
    for (const [from, to] of [
      [-90, 1],
      [0, null],
    ] as const)
      expect(await ask(await member(from, to), id)).toMatchObject({ status: 'assigned' })
  })

  it('counts the seats of a year on the morning after a night, too', async () => {
    const [first, second] = await classOf(2)
    const date = nextDay()
    await at.fixture.rows(
      `with firsts as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Nights', $2, $3, 'active') returning *)
       insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) select c.id, c.school_id, u.id, c.start_date from firsts c, unnest($4::uuid[]) u (id)`,
      [at.school, addDays(at.today, -10), addDays(at.today, 900), [first!.id, second!.id]],
    )
    const there = { facility_id: at.icu, capacity: 2 }
    const night = await at.published({ date, ...there, start_time: '19:00', end_time: '08:00' })
    const morning = await at.published({ date: nextDay(), ...there, start_time: '07:00', end_time: '15:00' })
    const most = (limit: object) =>
      at.fixture.rows('update public.units set max_students_by_level = $2 where id = $1', [
        at.icu,
        JSON.stringify(limit),
      ])
    await most({ first_year: 1 })
    await ask(first!, night)
    await expect(ask(second!, morning)).rejects.toThrow('first-year')
    await most({ first_year: 2 })
    expect(await ask(second!, morning)).toMatchObject({ status: 'assigned' })
    await most({})
  })
})

describe('many at once', () => {
  it('gives the last seat to one of hundreds of students, and tells the others that it is full', async () => {
    const people = await classOf(120)
    const id = await open({ capacity: 1 })
    const contexts = await Promise.all(people.map((who) => at.as(who)))
    const answers = await Promise.allSettled(
      contexts.map((context) => call(api.ask, { id: randomUUID(), shift_id: id }, context)),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const losers = answers.filter((one): one is PromiseRejectedResult => one.status === 'rejected')
    expect(new Set(losers.map(({ reason }) => `${reason.code} ${reason.message}`))).toEqual(
      new Set([
        'CONFLICT This shift is full. Its only seat is taken. Join the waitlist, or take another open shift.',
      ]),
    )
    expect(await shiftOf(id)).toMatchObject({ seats_taken: 1, status: 'full' })
  }, 60_000)

  it('oversells in the control, which counts first and writes after', async () => {
    const people = await classOf(12)
    const id = await open({ capacity: 1 })
    const clients = await Promise.all(people.map(() => at.fixture.connect()))
    await at.fixture.rows('alter table public.assignments disable trigger count_seat')
    const free = async (at_: number) => {
      await clients[at_]!.query('begin')
      const { rows } = await clients[at_]!.query(
        'select count(*)::integer as taken from public.assignments where shift_id = $1',
        [id],
      )
      return rows[0].taken === 0
    }
    const saw = await Promise.all(people.map((_, index) => free(index)))
    await Promise.all(
      people.map((who, index) =>
        clients[index]!.query(
          `insert into public.assignments (shift_id, school_id, student_id, during, busy) select x.id, x.school_id, $2, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
           from public.shifts x where x.id = $1`,
          [id, who.id],
        ),
      ),
    )
    await Promise.all(clients.map((client) => client.query('commit')))
    await at.fixture.rows('alter table public.assignments enable trigger count_seat')
    await Promise.all(clients.map((client) => client.end()))
    expect(saw.every(Boolean)).toBe(true)
    expect(await seatsOf(id)).toHaveLength(12)
  })

  it('a swap and a drop of the same seat: exactly one of them happens, completely', async () => {
    await at.fixture.rows(`update public.schools set settings = '{"self_signup": true}' where id = $1`, [
      at.school,
    ])
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = await mates(2)
      const id = await open({ capacity: 2 })
      const seat = await ask(one!, id)
      const swap = randomUUID()
      await call(
        api.proposeSwap,
        { id: swap, assignment_id: seat.id, to_student_id: two!.id },
        await at.as(one!),
      )
      const answers = await Promise.allSettled([
        call(api.answerSwap, { id: swap, accept: true }, await at.as(two!)),
        call(api.drop, { id: seat.id }, await at.as(one!)),
      ])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const held = (await seatsOf(id)).filter(({ status }) => status === 'assigned')
      expect(held.map(({ student_id: student }) => student)).toEqual(
        answers[0]!.status === 'fulfilled' ? [two!.id] : [],
      )
      expect((await shiftOf(id)).seats_taken).toBe(held.length)
    }
    await at.fixture.rows(`update public.schools set settings = '{}'`)
  })

  it('a drop that locks neither shift nor seat cannot give up a seat that is a classmate’s by then', async () => {
    await at.fixture.rows(`update public.schools set settings = '{"self_signup": true}' where id = $1`, [
      at.school,
    ])
    const [one, two] = await mates(2)
    const id = await open({ capacity: 2 })
    const seat = await ask(one!, id)
    const swap = randomUUID()
    await call(
      api.proposeSwap,
      { id: swap, assignment_id: seat.id, to_student_id: two!.id },
      await at.as(one!),
    )
    // The drop has read outdated data, so the guard of the seat refuses it.
    const refused = await at.fixture
      .act(one!, async (tx) => {
        await call(api.answerSwap, { id: swap, accept: true }, await at.as(two!))
        await writeSeat(tx, { id: seat.id, status: 'assigned' }, endedSeat('dropped'))
      })
      .catch((error: unknown) => error)
    await at.fixture.rows(`update public.schools set settings = '{}'`)
    expect(refused).toMatchObject({ code: 'PW409', message: 'seat.not_now' })
    expect(await shiftOf(id)).toMatchObject({ seats_taken: 1 })
  })

  it('any mix of claims, drops and answers leaves seats_taken equal to the seats held', async () => {
    const people = await classOf(14)
    const ids = await Promise.all([open({ capacity: 3 }), open({ capacity: 2 })])
    const acts = people.flatMap((who, n) => [
      async () => void (await ask(who, ids[n % 2]!)),
      async () => void (await wait(who, ids[n % 2]!)),
      async () => {
        const [mine] = (await seatsOf(ids[n % 2]!)).filter(
          (seat) => seat.student_id === who.id && seat.status === 'assigned',
        )
        if (mine && n % 3 === 0) await call(api.drop, { id: mine.id }, await at.as(who))
      },
    ])
    await Promise.allSettled(acts.map((act, n) => act().catch(async () => acts[(n + 7) % acts.length]!())))
    for (const id of ids) {
      const seats = await seatsOf(id)
      const held = seats.filter(({ status }) => ['assigned', 'offered'].includes(status)).length
      const shift = await shiftOf(id)
      expect(shift.seats_taken).toBe(held)
      expect(held).toBeLessThanOrEqual(shift.seats!)
      expect(shift.waiting).toBe(seats.filter(({ status }) => status === 'waitlisted').length)
    }
  }, 60_000)
})

/** Students of a new cohort of their own: classmates. */
async function mates(count: number): Promise<Person[]> {
  const people = await classOf(count)
  const [cohort] = await at.fixture.rows<{ id: string }>(
    `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, $2, $3, $4, 'active') returning id`,
    [at.school, randomUUID(), addDays(at.today, -100), addDays(at.today, 600)],
  )
  for (const { id } of people)
    await at.fixture.rows(
      'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
      [cohort!.id, at.school, id, addDays(at.today, -90)],
    )
  return people
}

describe('dropping a seat', () => {
  it('notifies the school’s coordinators once of several drops from one shift in a short time', async () => {
    const [id, other] = [
      await open({ capacity: 4, min_to_run: 0 }),
      await open({ capacity: 4, min_to_run: 2 }),
    ]
    const people = await Promise.all(
      ['Ada', 'Ben', 'Cy', 'Di'].map((fullName) =>
        at.fixture.person({ role: 'student', school: at.school, fullName }),
      ),
    )
    const drop = async (who: Person, shift: string) => {
      const { id: seat } = await ask(who, shift)
      await call(api.drop, { id: seat, reason: 'A family matter.' }, await at.as(who))
    }
    const heard = async (who: Person) =>
      (await receivedBy(at.fixture, who, 'seat_changed')).filter(({ data }) =>
        [`/shift/${id}`, `/shift/${other}`].includes(String(data['action_url'])),
      )
    await drop(people[0]!, id)
    for (const who of [at.people.ana, at.people.una])
      expect(await heard(who)).toMatchObject([
        {
          title: 'Ada dropped a shift',
          message: expect.stringMatching(/^5 East, North, .*: A family matter\.$/),
          mails: 1,
        },
      ])
    await drop(people[1]!, id)
    await drop(people[2]!, id)
    const [all, ...none] = await heard(at.people.ana)
    expect(none).toEqual([])
    expect(all).toMatchObject({ title: 'Students dropped a shift', mails: 1 })
    expect(all!.message.match(/dropped a shift/g)).toHaveLength(3)
    // Drops from another shift are notified separately, including that too few are left.
    await drop(people[3]!, other)
    expect((await heard(at.people.ana)).slice(1)).toMatchObject([
      {
        title: 'A shift is underfilled',
        message: expect.stringMatching(/^Di dropped it\. 5 East, North, .*: 0 of the 2 it needs\.$/),
      },
    ])
    for (const who of [at.people.rob, at.people.frank, at.people.sam, people[0]!])
      expect(await heard(who)).toEqual([])
  })

  it('notifies no one if the caller does not hold the seat', async () => {
    const id = await open()
    const { id: seat } = await ask(jenna, id)
    for (const who of [tom, zoe, at.people.rob, null])
      await expect(call(api.drop, { id: seat }, await at.as(who))).rejects.toMatchObject({
        code: expect.stringMatching(/^(NOT_FOUND|FORBIDDEN|UNAUTHORIZED)$/),
      })
    expect(
      (await receivedBy(at.fixture, at.people.ana, 'seat_changed')).filter(
        ({ data }) => data['action_url'] === `/shift/${id}`,
      ),
    ).toEqual([])
    await call(api.drop, { id: seat }, await at.as(jenna))
  })
})

it('each step of a seat sends one live event per transaction, to its school only', async () => {
  const id = await open()
  const heard: string[] = []
  const listening = await at.fixture.connect()
  listening.on('notification', ({ payload }) => heard.push(payload!))
  await listening.query('listen seats_changed')
  const { id: seat } = await ask(jenna, id)
  await expect.poll(() => heard).toEqual([at.school])
  await call(api.drop, { id: seat }, await at.as(jenna))
  await expect.poll(() => heard).toEqual([at.school, at.school])
  await listening.end()
})

describe('the waitlist', () => {
  it('offers a free seat to the first in line, for a day, and then to the next', async () => {
    const [one, two, three] = await classOf(3)
    const id = await open({ capacity: 1 })
    const seat = await ask(one!, id)
    await wait(two!, id)
    await wait(three!, id)
    expect((await call(api.mine, {}, await at.as(three!)))[0]).toMatchObject({
      status: 'waitlisted',
      waitlist_position: 2,
    })
    await call(api.drop, { id: seat.id, reason: 'A wedding' }, await at.as(one!))
    // The worker offers it; until then, new students cannot take it.
    expect(await stateOf(id)).toEqual(['dropped', 'waitlisted', 'waitlisted'])
    await offer(at)
    expect(await stateOf(id)).toEqual(['dropped', 'offered', 'waitlisted'])
    expect(await shiftOf(id)).toMatchObject({ status: 'full', seats_taken: 1, waiting: 1 })
    await at.fixture.rows(
      `update public.assignments set offer_expires_at = now() - interval '1 second' where shift_id = $1 and status = 'offered'`,
      [id],
    )
    await expect(
      call(api.answerOffer, { id: (await seatsOf(id))[1]!.id, accept: true }, await at.as(two!)),
    ).rejects.toThrow('This offer expired')
    await work(at)
    expect(await stateOf(id)).toEqual(['dropped', 'lapsed', 'offered'])
    const trail = await call(at.api.trail, { id }, await at.as(at.people.ana))
    expect(trail.find(({ event }) => event === 'seat_lapse')?.reason).toBe('This offer expired.')
    const lapsed = (await receivedBy(at.fixture, two!)).filter(({ code }) => code === 'seat.offer_lapsed')
    expect(lapsed).toMatchObject([
      {
        title: 'Your offer of a seat expired',
        // A student with two offers can tell them apart.
        message: expect.stringMatching(/, \d{1,2}:\d\d [AP]M–.* The seat goes to the next in line\.$/),
      },
    ])
    await call(api.answerOffer, { id: (await seatsOf(id))[2]!.id, accept: true }, await at.as(three!))
    expect(await stateOf(id)).toEqual(['dropped', 'lapsed', 'assigned'])
  })

  it('comes before students who request the seat while it is being given up', async () => {
    const [late, one, two] = await classOf(3)
    const id = await open({ capacity: 1 })
    const putBack = await at.fixture.without('app.ask_for_seat', [
      ['select * into fresh', `${pause} select * into fresh`],
    ])
    const [[answer]] = await at.fixture.whilePaused(
      () => [ask(late!, id).catch((error: Error) => error.message)],
      async () => {
        await putBack()
        const seat = await ask(one!, id)
        await wait(two!, id)
        await call(api.drop, { id: seat.id }, await at.as(one!))
      },
    )
    expect(answer).toMatch('Others are already waiting for a seat on this shift')
    await offer(at)
    expect(await stateOf(id)).toEqual(['dropped', 'offered'])
  })

  it('skips students who have something else by then, and tells them', async () => {
    const [one, two, three] = await classOf(3)
    const date = nextDay()
    const id = await at.published({ date, capacity: 1 })
    const other = await at.published({ date, facility_id: at.icu })
    const seat = await ask(one!, id)
    await wait(two!, id)
    await wait(three!, id)
    await ask(two!, other)
    await call(api.drop, { id: seat.id }, await at.as(one!))
    await offer(at)
    expect(await stateOf(id)).toEqual(['dropped', 'lapsed', 'offered'])
    expect((await seatsOf(id))[1]!.reason).toContain('Another shift is at that time')
  })
})

describe('leaving', () => {
  it('is up to the student until the cutoff; later the school decides', async () => {
    const { ana } = at.people
    const [student] = await classOf(1)
    const id = await open()
    const seat = await ask(student!, id)
    await at.shiftTime(id, '20 hours')
    await expect(call(api.drop, { id: seat.id }, await at.as(student!))).rejects.toThrow(
      'Contact your coordinator',
    )
    await call(api.askToDrop, { id: seat.id, reason: 'My child is ill' }, await at.as(student!))
    const roster = await call(api.roster, { shift_id: id }, await at.as(ana))
    expect(roster[0]).toMatchObject({ drop_asked_reason: 'My child is ill', full_name: expect.any(String) })
    await call(api.keep, { id: seat.id, reason: 'Nobody else can come.' }, await at.as(ana))
    await call(
      api.remove,
      { id: seat.id, code: 'schedule', reason: 'Found somebody.', makeup: true },
      await at.as(ana),
    )
    expect(await makeups(student!, { open_only: true })).toMatchObject([{ hours: 7.5, status: 'open' }])
  })

  it('names the student to the instructor if the school removes them', async () => {
    const [student] = await classOf(1)
    // A separate day, because the other tests count theirs.
    const id = await at.published({ date: addDays(at.today, 35), proctor_id: at.people.denise.id })
    const seat = await ask(student!, id)
    const name = (
      await at.fixture.rows<{ full_name: string }>('select full_name from public.users where id = $1', [
        student!.id,
      ])
    )[0]!.full_name
    await call(api.remove, { id: seat.id, code: 'other', reason: 'Ill.' }, await at.as(at.people.ana))
    const titles = (await receivedBy(at.fixture, at.people.denise)).map(({ title }) => title)
    expect(titles).toContain(`${name} was taken off your shift`)
  })

  it('is possible for a facility only for conduct, safety or non-compliance, and names the student to the school and the instructor', async () => {
    const { frank, eve, ana, denise } = at.people
    const [student] = await classOf(1)
    const id = await open({ date: addDays(at.today, 36), proctor_id: denise.id })
    const seat = await ask(student!, id)
    const remove = async (who: Person, code: 'safety' | 'other') =>
      call(api.remove, { id: seat.id, code, reason: 'No badge twice.' }, await at.as(who))
    await expect(remove(frank, 'other')).rejects.toThrow('conduct, safety or non-compliance')
    await expect(remove(eve, 'safety')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await remove(frank, 'safety')
    expect(await stateOf(id)).toEqual(['removed'])
    const name = (
      await at.fixture.rows<{ full_name: string }>('select full_name from public.users where id = $1', [
        student!.id,
      ])
    )[0]!.full_name
    const notified = (await receivedBy(at.fixture, ana)).filter(
      ({ code }) => code === 'seat.removed_by_facility',
    )
    expect(notified).toMatchObject([
      {
        title: `The facility took ${name} off a shift`,
        message: expect.stringMatching(
          /, \d{1,2}:\d\d [AP]M–\d{1,2}:\d\d [AP]M \(safety\): No badge twice\.$/,
        ),
        data: { action_url: `/shift/${id}` },
      },
    ])
    const instructor = (await receivedBy(at.fixture, denise)).map(({ title }) => title)
    expect(instructor).toContain(`${name} was taken off your shift`)
  })

  it('a canceled shift creates hours to make up for each student, which a long enough shift makes up', async () => {
    const { ana, rob } = at.people
    const [student] = await classOf(1)
    const id = await open()
    await ask(student!, id)
    await at.cancel(id)
    expect(await stateOf(id)).toEqual(['cancelled'])
    const [need] = await makeups(student!, { open_only: true })
    expect(need).toMatchObject({ hours: 7.5, reason: 'It was canceled: A storm.' })
    const short = await open({ end_time: '11:00' })
    const long = await open()
    const give = async (who: Person, shift: string) =>
      call(api.assignMakeup, { id: need!.id, shift_id: shift }, await at.as(who))
    await expect(give(rob, long)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(give(ana, short)).rejects.toThrow('3.50 hours, and 7.50 must be made up')
    await give(ana, long)
    expect((await makeups(student!))[0]).toMatchObject({
      status: 'scheduled',
    })
    // If the make-up is canceled as well, the same hours are open again, once.
    await at.cancel(long)
    expect(await makeups(student!, { open_only: true })).toMatchObject([{ id: need!.id, status: 'open' }])
    const other = await open()
    await give(ana, other)
    // If it is given up again, the hours are open again.
    const [seat] = (await seatsOf(other)).filter(({ student_id: who }) => who === student!.id)
    await call(api.drop, { id: seat!.id }, await at.as(student!))
    expect((await makeups(student!))[0]).toMatchObject({
      status: 'open',
    })
    await call(api.waiveMakeup, { id: need!.id, reason: 'Enough hours this term.' }, await at.as(ana))
    const waived = (await receivedBy(at.fixture, student!)).find(({ code }) => code === 'makeup.waived')
    expect(waived!.message).toMatch(/, \d{1,2}:\d\d [AP]M–\d{1,2}:\d\d [AP]M\. Enough hours this term\.$/)
  })
})

describe('the school', () => {
  it('assigns students, each separately; a reason overrides rest but not a clash', async () => {
    const { ana, rob, marcus } = at.people
    const date = nextDay()
    const people = await classOf(3)
    const night = await at.published({
      date: addDays(date, -1),
      start_time: '23:00',
      end_time: '07:00',
      facility_id: at.icu,
    })
    const id = await at.published({
      date,
      start_time: '09:00',
      end_time: '17:00',
      capacity: 2,
      proctor_id: marcus.id,
    })
    const clash = await at.published({ date, facility_id: at.icu, start_time: '10:00', end_time: '12:00' })
    await ask(people[0]!, night)
    await ask(people[1]!, clash)
    const put = async (who: Person, reason: string | null = null) =>
      call(
        api.assign,
        { shift_id: id, student_ids: people.map((one) => one.id), override_reason: reason },
        await at.as(who),
      )
    await expect(put(rob)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await put(marcus)).map(({ rule, is_soft: soft }) => [rule, soft])).toEqual([
      ['rest', true],
      ['overlap', false],
      [null, false],
    ])
    expect((await put(ana, 'Slept in the call room')).map(({ rule }) => rule)).toEqual([
      null,
      'overlap',
      'on_it',
    ])
    expect(await shiftOf(id)).toMatchObject({ status: 'full', seats_taken: 2 })
    expect(
      (await call(api.roster, { shift_id: id }, await at.as(marcus))).map(({ override_reason: why }) => why),
    ).toContain('Slept in the call room')
    expect(await call(api.roster, { shift_id: id }, await at.as(at.people.denise))).toEqual([])
  })

  it('names the rule if something blocks a student in the meantime', async () => {
    const { ana } = at.people
    const [busy, late, second, free] = await classOf(4)
    const date = nextDay()
    await at.fixture.rows(
      `update public.units set max_students_by_level = '{"first_year": 1}' where id = $1`,
      [at.icu],
    )
    await at.fixture.rows(
      `with firsts as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Firsts', $2, $3, 'active') returning *)
       insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) select c.id, c.school_id, u.id, c.start_date from firsts c, unnest($4::uuid[]) u (id)`,
      [at.school, addDays(at.today, -10), addDays(at.today, 900), [late!.id, second!.id]],
    )
    const inUnit = (on: string) => at.published({ date: on, facility_id: at.icu, capacity: 2 })
    const ward = await at.published({ date, capacity: 1 })
    const there = await inUnit(date)
    const [later, beside] = [await inUnit(addDays(date, 1)), await inUnit(addDays(date, 1))]
    const context = await at.as(ana)
    const put = (shift: string, ...who: (Person | undefined)[]) =>
      call(api.assign, { shift_id: shift, student_ids: who.map((one) => one!.id) }, context)
    // Reads the blockers first, and only then takes the seat.
    const putBack = await at.fixture.without('app.give_seat', [
      [
        'select * into s from public.shifts where id = s.id for no key update;',
        `${pause} select * into s from public.shifts where id = s.id for no key update;`,
      ],
    ])
    const [[onWard, onUnit]] = await at.fixture.whilePaused(
      () => [put(ward, busy, free, second), put(later, late)],
      async () => {
        await putBack()
        await ask(busy!, there)
        await ask(second!, beside)
      },
    )
    await at.fixture.rows(`update public.units set max_students_by_level = '{}' where id = $1`, [at.icu])
    expect(onWard!.map(({ rule, message }) => [rule, message])).toEqual([
      ['clash', 'Another shift is at that time, or too close to a night shift. Choose another shift.'],
      [null, null],
      ['full', expect.stringMatching(/^This shift is full\. Its only seat is taken\./)],
    ])
    expect(onUnit!.map(({ rule }) => rule)).toEqual(['level'])
  })

  it('decides on requests: yes, the waitlist, or no with the reason', async () => {
    const { ana } = at.people
    const people = await classOf(3)
    const id = await open({ signup_mode: 'request', capacity: 4 })
    const seats: Awaited<ReturnType<typeof ask>>[] = []
    for (const who of people) seats.push(await ask(who, id))
    expect(seats.map(({ status }) => status)).toEqual(['requested', 'requested', 'requested'])
    const decide = async (
      n: number,
      decision: 'assign' | 'waitlist' | 'decline',
      reason: string | null = null,
    ) => call(api.decide, { id: seats[n]!.id, decision, reason }, await at.as(ana))
    await decide(0, 'assign')
    await decide(1, 'waitlist')
    await expect(decide(2, 'decline')).rejects.toThrow('Give a reason')
    await decide(2, 'decline', 'You have the hours already.')
    expect(await stateOf(id)).toEqual(['assigned', 'waitlisted', 'declined'])
  })

  it('decides about a request it waitlisted: a seat that was already free is offered to no one', async () => {
    const [one, two] = await classOf(2)
    const id = await open({ signup_mode: 'request', capacity: 3 })
    const { id: seat } = await ask(one!, id)
    await call(
      api.decide,
      { id: seat, decision: 'waitlist', reason: 'Others need the hours first.' },
      await at.as(at.people.ana),
    )
    await offer(at)
    expect(await seatsOf(id)).toMatchObject([
      { status: 'waitlisted', reason: 'Others need the hours first.' },
    ])
    // A student waitlisted for a free seat is offered it after those who came before.
    await wait(two!, id)
    await offer(at)
    expect(await stateOf(id)).toEqual(['offered', 'offered'])
  })

  it('lets a fair round decide: fewest hours first, and names the position', async () => {
    const [busy, idle] = await classOf(2)
    await ask(busy!, await open())
    const id = await open({
      signup_policy: 'fair_round',
      capacity: 1,
      signup_closes_at: new Date(Date.now() + 3_600_000).toISOString(),
    })
    await ask(busy!, id)
    await ask(idle!, id)
    expect(await stateOf(id)).toEqual(['requested', 'requested'])
    await at.fixture.rows(
      `update public.shifts set signup_closes_at = now() - interval '1 second' where id = $1`,
      [id],
    )
    await work(at)
    const became = new Map((await seatsOf(id)).map((seat) => [seat.student_id, seat.status]))
    expect([became.get(busy!.id), became.get(idle!.id)]).toEqual(['waitlisted', 'assigned'])
  })

  it('decides swaps, which end for both students when a seat is lost or a shift begins', async () => {
    const { ana } = at.people
    const [one, two] = await mates(2)
    const agreed = (shift: string) => agreedSwap(one!, two!, shift)
    const statusOf = async (swap: string) =>
      (await call(api.swaps, {}, await at.as(ana))).rows.find(({ id }) => id === swap)?.status
    const notified = async (who: Person, code: string) =>
      (await receivedBy(at.fixture, who)).filter((row) => row.code === code)

    const canceled = await open()
    const off = await agreed(canceled)
    expect((await notified(ana, 'swap.to_decide'))[0]).toMatchObject({
      data: { action_url: '/school/dashboard' },
    })
    await at.cancel(canceled)
    expect(await statusOf(off)).toBe('lapsed')
    expect(await at.fixture.rows('select reason from public.shift_swaps where id = $1', [off])).toEqual([
      { reason: 'swap.seat_gone' },
    ])

    const begun = await open()
    const late = await agreed(begun)
    await at.fixture.rows(
      `update public.shifts set starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour' where id = $1`,
      [begun],
    )
    await work(at)
    expect(await statusOf(late)).toBe('lapsed')
    for (const who of [one!, two!])
      expect(
        (await notified(who, 'swap.lapsed')).map(({ message }) => message.split(': ').at(-1)).toSorted(),
      ).toEqual(['one of the seats is gone.', 'the shift has begun.'])
    await work(at)
    expect(await notified(two!, 'swap.lapsed')).toHaveLength(2)
  })

  it('lets students swap on a shift with more of them than a newer rule allows', async () => {
    const { ana } = at.people
    const [one, two, three] = await mates(3)
    const id = await open()
    await ask(three!, id)
    const swap = await agreedSwap(one!, two!, id)
    await at.fixture.rows(
      `with p as (insert into public.regulatory_profiles (jurisdiction, level, effective_from, max_students_per_instructor)
         values ('Iowa', 'BSN', '2024-07-01', 1) returning id)
       update public.schools c set regulatory_profile_id = p.id from p where c.id = $1`,
      [at.school],
    )
    try {
      await call(api.decideSwap, { id: swap, accept: true }, await at.as(ana))
    } finally {
      await at.fixture.rows('update public.schools set regulatory_profile_id = null where id = $1', [
        at.school,
      ])
    }
    const held = (await seatsOf(id)).filter(({ status }) => status === 'assigned')
    expect(held.map(({ student_id: who }) => who).toSorted()).toEqual([two!.id, three!.id].toSorted())
  })

  it('a swap ends when its shift moves: both agreed to another day', async () => {
    const { ana, sam } = at.people
    const [one, two] = await mates(2)
    const id = await open()
    const swap = await agreedSwap(one!, two!, id)
    await call(
      at.api.askChange,
      { ...(await at.locked(id)), change: { date: nextDay() }, reason: 'The ward asks for it.' },
      await at.as(sam),
    )
    await expect(call(api.decideSwap, { id: swap, accept: true }, await at.as(ana))).rejects.toThrow(
      'One of the shifts has moved since this swap was proposed',
    )
    await work(at)
    expect((await call(api.swaps, {}, await at.as(ana))).rows.find((row) => row.id === swap)).toMatchObject({
      status: 'lapsed',
      reason: 'The shift has moved.',
    })
    for (const who of [one!, two!])
      expect((await receivedBy(at.fixture, who)).find((row) => row.code === 'swap.lapsed')?.message).toMatch(
        /one of the shifts has moved\.$/,
      )
    expect(await stateOf(id)).toEqual(['assigned'])
  })

  it('decides on a swap if students do not choose shifts themselves', async () => {
    const { ana } = at.people
    const [one, two] = await mates(2)
    const [a, b] = await Promise.all([open(), open()])
    const [mine, theirs] = [await ask(one!, a), await ask(two!, b)]
    const partners = await call(api.swapPartners, { id: mine.id }, await at.as(one!))
    expect(partners).toMatchObject([
      { student_id: two!.id, can_take: true, exchanges: [{ assignment_id: theirs.id }] },
    ])
    const swap = randomUUID()
    await call(
      api.proposeSwap,
      { id: swap, assignment_id: mine.id, to_student_id: two!.id, other_assignment_id: theirs.id },
      await at.as(one!),
    )
    expect(await call(api.answerSwap, { id: swap, accept: true }, await at.as(two!))).toEqual({
      status: 'accepted',
    })
    expect(await call(api.swaps, { open_only: true }, await at.as(ana))).toMatchObject({
      rows: [{ id: swap, given: { unit: '5 East, North' } }],
      total: 1,
    })
    await call(api.decideSwap, { id: swap, accept: true }, await at.as(ana))
    const held = async (id: string) =>
      (await seatsOf(id)).filter(({ status }) => status === 'assigned').map(({ student_id: who }) => who)
    expect([await held(a), await held(b)]).toEqual([[two!.id], [one!.id]])
    await expect(call(api.decideSwap, { id: swap, accept: true }, await at.as(ana))).rejects.toThrow(
      'already done',
    )
  })

  it('gets only the first blocker when it refuses something', async () => {
    const { ana } = at.people
    const [one, two] = await mates(2)
    const given = await open()
    const mine = await ask(one!, given)
    const swap = randomUUID()
    await call(
      api.proposeSwap,
      { id: swap, assignment_id: mine.id, to_student_id: two!.id },
      await at.as(one!),
    )
    await call(api.answerSwap, { id: swap, accept: true }, await at.as(two!))
    const { date } = await shiftOf(given)
    await ask(two!, await at.published({ date, facility_id: at.icu }))
    await at.fixture.rows(
      `insert into public.student_leaves (id, school_id, student_id, starts_on, reason, recorded_by) values (gen_random_uuid(), $1, $2, $3, 'medical', $4)`,
      [at.school, two!.id, date, ana.id],
    )
    expect(await sentWith(call(api.decideSwap, { id: swap, accept: true }, await at.as(ana)))).toEqual({
      code: 'swap.blocked',
      values: {
        name: expect.any(String),
        sentence: 'On leave, with no return date. The school can end the leave.',
      },
    })
  })
})

describe('what a student sees', () => {
  it('includes open shifts with their blockers, their own seats, and their hours', async () => {
    const [student] = await classOf(1)
    const date = nextDay()
    const mine = await at.published({ date })
    const clash = await at.published({ date, facility_id: at.icu })
    await ask(student!, mine)
    const offered = await call(api.available, { limit: 200 }, await at.as(student!))
    expect(offered.map(({ id }) => id)).not.toContain(mine)
    expect(offered.find(({ id }) => id === clash)).toMatchObject({
      block: { overlap: { date, unit: '5 East', site: 'North' } },
      is_first_come: true,
    })
    expect(await call(api.mine, {}, await at.as(student!))).toMatchObject([
      { status: 'assigned', credited_hours: 7.5, shift: { id: mine, unit_name: '5 East' } },
    ])
    expect(await call(api.progress, {}, await at.as(student!))).toMatchObject({
      hours_done: 0,
      hours_scheduled: 7.5,
    })
    expect(await call(api.available, {}, await at.as(zoe))).toEqual([])
  })

  it('show no hours to someone who is no student of a school', async () => {
    const none = { student_id: at.people.sam.id, hours_done: 0, hours_required: null, by_specialty: [] }
    const as = await at.as(at.people.sam)
    expect(await call(api.progress, {}, as)).toMatchObject(none)
    expect(await call(api.atSignIn, undefined, as)).toMatchObject({ progress: none })
  })

  it('lets instructors read only their own students', async () => {
    const [mine, other] = await classOf(2)
    await ask(mine!, await open({ proctor_id: at.people.denise.id }))
    const progress = (of: Person) => at.fixture.act(at.people.denise, (tx) => progressOf(tx, of.id))
    expect(await progress(mine!)).toMatchObject({ hours_scheduled: 7.5 })
    expect(await progress(other!)).toBeNull()
    // Simulation above a limit is not credited, here as on the pages of progress.
    await at.fixture.rows(
      `insert into public.hours_entries (school_id, student_id, date, minutes, kind, specialty, source, source_key)
       select $1, $2, current_date - n, 600, case n when 1 then 'simulation' else 'direct_care' end, 'med_surg', 'import', 'sim ' || $2::uuid || n
       from generate_series(1, 2) n`,
      [at.school, mine!.id],
    )
    const limit = `update public.schools set settings = settings || jsonb_build_object('sim_cap_pct', $2::int) where id = $1`
    await at.fixture.rows(limit, [at.school, 25])
    expect(await progress(mine!)).toMatchObject({ hours_done: 15, hours_scheduled: 7.5 })
    const all = await call(api.atSignIn, undefined, await at.as(mine!))
    expect(all.progress).toMatchObject({ hours_done: 15, hours_scheduled: 7.5 })
    expect(await call(api.proctorStudents, undefined, await at.as(at.people.denise))).toContainEqual(
      expect.objectContaining({ student_id: mine!.id, hours_done: 15, hours_scheduled: 7.5 }),
    )
    await at.fixture.rows(`update public.schools set settings = settings - 'sim_cap_pct' where id = $1`, [
      at.school,
    ])
  })

  it('includes notifications of changes, answered with “I have a conflict” after the drop cutoff', async () => {
    const [student] = await classOf(1)
    const id = await open()
    const seat = await ask(student!, id)
    const conflict = async () =>
      call(api.noteConflict, { id: seat.id, note: 'An exam' }, await at.as(student!))
    const move = async (date: string) => {
      await call(
        at.api.askChange,
        { ...(await at.locked(id)), change: { date }, reason: 'The unit moves.' },
        await at.as(at.people.frank),
      )
      await call(at.api.answerChange, { ...(await at.locked(id)), accept: true }, await at.as(at.people.ana))
      const row = (await receivedBy(at.fixture, student!, 'shift_changed')).at(-1)
      const [mine] = await call(api.mine, {}, await at.as(student!))
      return { message: row!.message, moved: mine!.moved_at }
    }
    expect(await move(nextDay())).toMatchObject({
      message: expect.stringMatching(/→.*give the seat up on its page/),
      moved: expect.any(String),
    })
    await at.fixture.rows(
      `update public.schools set settings = settings || '{"drop_cutoff_h": 9000}' where id = $1`,
      [at.school],
    )
    expect((await move(nextDay())).message).toMatch(/→.*I have a conflict/)
    await conflict()
    await expect(conflict()).rejects.toThrow('Your coordinator already knows')
    await move(nextDay())
    await conflict()
    await at.fixture.rows(`update public.schools set settings = settings - 'drop_cutoff_h' where id = $1`, [
      at.school,
    ])
    expect((await call(api.roster, { shift_id: id }, await at.as(at.people.ana)))[0]).toMatchObject({
      conflict_note: 'An exam',
    })
    const [held] = await at.fixture.rows<{ same: boolean }>(
      'select a.during = tstzrange(x.starts_at, x.ends_at) as same from public.assignments a join public.shifts x on x.id = a.shift_id where a.id = $1',
      [seat.id],
    )
    expect(held!.same).toBe(true)
  })

  it('stops a shift from being moved onto another of the student’s shifts', async () => {
    const [student] = await classOf(1)
    const date = nextDay()
    const other = await at.published({ date, facility_id: at.icu })
    const id = await open()
    await ask(student!, other)
    await ask(student!, id)
    await call(
      at.api.askChange,
      { ...(await at.locked(id)), change: { date }, reason: 'A swap of days.' },
      await at.as(at.people.ana),
    )
    await expect(
      call(at.api.answerChange, { ...(await at.locked(id)), accept: true }, await at.as(at.people.frank)),
    ).rejects.toThrow(
      'A student on this shift has another shift at that time, or needs rest after a night shift. Propose another time, or have the school take the student off first.',
    )
  })
})

describe('lists of the school', () => {
  it('return every swap and all hours to make up, page by page, with the total', async () => {
    const { ana, rob } = at.people
    const [one, two] = await classOf(2)
    const seat = await ask(one!, await open({ capacity: 2 }))
    await at.fixture.rows(
      `insert into public.shift_swaps (school_id, assignment_id, from_student_id, to_student_id, status)
       select $1, $2, $3, $4, 'declined' from generate_series(1, 260)`,
      [at.school, seat.id, one!.id, two!.id],
    )
    await at.fixture.rows(
      `insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason, status)
       values ($1, $2, $3, 1, 'med_surg', 'Ill', 'open')`,
      [at.school, one!.id, seat.id],
    )
    const declined = async (page: number) =>
      call(api.swaps, { status: 'declined', page, page_size: 200 }, await at.as(ana))
    const [first, second] = [await declined(1), await declined(2)]
    expect([first.rows.length, second.rows.length, first.total, second.total]).toEqual([200, 60, 260, 260])
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(260)
    expect((await call(api.swaps, { page_size: MAX_OWN_ROWS }, await at.as(two!))).total).toBe(260)
    expect((await call(api.swaps, {}, await at.as(rob))).total).toBe(0)
    expect(await call(api.makeups, { page_size: MAX_OWN_ROWS }, await at.as(one!))).toMatchObject({
      rows: [{ reason: 'Ill' }],
      total: 1,
    })
    expect((await call(api.makeups, {}, await at.as(two!))).total).toBe(0)
    await expect(call(api.swaps, { page_size: MAX_OWN_ROWS + 1 }, await at.as(one!))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

describe('students who could be assigned', () => {
  it('are ranked by hours before the list is cut off, so that no name hides a student with fewer hours', async () => {
    const school = at.school
    await at.fixture.rows(
      `insert into public.users (email, full_name, role, status, email_verified, linked_school_id)
       select 'busy' || n || '@many.example', 'Aaron Busy ' || n, 'student', 'active', true, $1 from generate_series(1, 205) n`,
      [school],
    )
    const [last] = await at.fixture.rows<{ id: string }>(
      `insert into public.users (email, full_name, role, status, email_verified, linked_school_id)
       values ('zz@many.example', 'Zzz Without Hours', 'student', 'active', true, $1) returning id`,
      [school],
    )
    const earlier = await open({ capacity: 8 })
    await at.fixture.rows(
      'update public.shifts set seats = 300, capacity = 300, approved_capacity = 300 where id = $1',
      [earlier],
    )
    await at.fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, u.id, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
       from public.shifts x join public.users u on u.email like 'busy%@many.example' where x.id = $1`,
      [earlier],
    )
    const found = await call(
      api.candidates,
      { shift_id: await open({ capacity: 4 }), q: '' },
      await at.as(at.people.ana),
    )
    expect(found).toHaveLength(200)
    expect(found.map(({ student_id: id }) => id)).toContain(last!.id)
  })
})

describe('a group on a series', () => {
  it('is assigned to this shift and the later ones, each day separately, and notified once', async () => {
    const first = nextDay()
    const { date: _date, ...fields } = fakeShift({
      semester_id: at.semesters[at.school]!,
      facility_id: at.ward,
      date: first,
      capacity: 4,
      signup_mode: 'assigned',
    })
    const series = randomUUID()
    await call(
      at.api.createSeries,
      {
        ...fields,
        id: series,
        school_id: at.school,
        pattern: {
          weekdays: [weekdayOf(first)],
          every_weeks: 1,
          from: first,
          to: addDays(first, 21),
          skipped: [],
        },
      },
      await at.as(at.people.ana),
    )
    const found = await at.fixture.rows<{ id: string }>(
      'select id from public.shifts where series_id = $1 order by date',
      [series],
    )
    const weeks = found.map((one) => one.id)
    for (const one of weeks) {
      await at.submit(one)
      await at.approve(one)
      await at.publish(one)
    }
    day += 30
    const group = await classOf(2)
    // One of them has something else in the third week.
    const clash = await open({ date: addDays(first, 14), facility_id: at.icu })
    await ask(group[0]!, clash)
    const assign = async (who: Person | null) =>
      call(
        api.assignSeries,
        { shift_id: weeks[1]!, student_ids: group.map(({ id }) => id), override_reason: null },
        await at.as(who),
      )
    await expect(assign(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(assign(at.people.rob)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { shifts: done, next } = await assign(at.people.ana)
    expect(next).toBeNull()
    expect(done.map(({ date }) => date)).toEqual([7, 14, 21].map((days) => addDays(first, days)))
    expect(done.map(({ placed }) => placed.filter((one) => one.assignment_id).length)).toEqual([2, 1, 2])
    expect(done[1]!.placed.find((one) => !one.assignment_id)).toMatchObject({ student_id: group[0]!.id })
    expect(await seatsOf(weeks[0]!)).toEqual([])
    const news = await receivedBy(at.fixture, group[1]!, 'shift_assigned')
    expect(news).toMatchObject([{ title: 'You are on several shifts' }])
    expect(news[0]!.message.split('\n')).toHaveLength(3)
    // More than one call reaches: it says where the next one continues.
    const part = (shiftId: string) =>
      at.fixture.act(at.people.ana, (tx) =>
        assignSeries(tx, { shiftId, students: [group[0]!.id], reason: null }, 2),
      )
    const one = await part(weeks[0]!)
    expect(one.shifts.map(({ shift_id: id }) => id)).toEqual(weeks.slice(0, 2))
    expect(one.next).toEqual({ shift_id: weeks[2], date: addDays(first, 14) })
    const two = await part(one.next!.shift_id)
    expect(two).toMatchObject({ shifts: [{ shift_id: weeks[2] }, { shift_id: weeks[3] }], next: null })
  })
})

describe('a swap that both agreed to', () => {
  it('can be taken back by either student, and the other is notified', async () => {
    const [one, two] = await mates(2)
    const propose = (shift: string) => agreedSwap(one!, two!, shift)
    const codes = async (who: Person) => (await receivedBy(at.fixture, who)).map(({ code }) => code)
    await call(api.answerSwap, { id: await propose(await open()), accept: false }, await at.as(two!))
    expect(await codes(one!)).toEqual(expect.arrayContaining(['swap.accepted', 'swap.declined']))
    await call(api.answerSwap, { id: await propose(await open()), accept: false }, await at.as(one!))
    expect(await codes(two!)).toContain('swap.withdrawn')
  })
})
