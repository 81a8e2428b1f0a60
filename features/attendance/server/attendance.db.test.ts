/** Attendance on the real database: check-in and check-out, offline presses, marks, notices, and permissions. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { codeAt } from './check-in-codes.ts'
import { createUnit, type Unit } from './fake.ts'
import { proposeNoShows } from './commands/propose-no-shows.ts'

let at: Unit
beforeAll(async () => {
  at = await createUnit()
})
afterAll(() => at.fixture.close())

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const seatOf = async (id: string) =>
  (await at.fixture.rows<{ status: string }>('select status from public.assignments where id = $1', [id]))[0]!
    .status
const trailOf = async (id: string) =>
  (
    await at.fixture.rows<{ event: string }>(
      `select event from public.shift_events where assignment_id = $1 and event <> 'seat_assign' order by id`,
      [id],
    )
  ).map(({ event }) => event)
const one = async (began: string) => {
  const [student] = await at.students(1)
  const shift = await at.running(began, [student!])
  return { student: student!, shift, seat: shift.seats[0]! }
}

describe('a student', () => {
  it('checks in with the instructor’s code, and out; the seat and the audit trail follow', async () => {
    const { student, shift, seat } = await one('20 minutes')
    const code = await at.codeOf(shift)
    expect(code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
    expect(await at.checkIn(student, seat, { code: code.toLowerCase() })).toMatchObject({
      status: 'checked_in',
      check_in_method: 'code',
      check_in_offline: false,
      late_min: 20,
      is_late: true,
    })
    expect(await seatOf(seat)).toBe('checked_in')
    expect(await at.checkOut(student, seat)).toMatchObject({ status: 'completed', left_early_min: 459 })
    expect(await seatOf(seat)).toBe('completed')
    expect(await trailOf(seat)).toEqual(['seat_check_in', 'seat_check_out'])
  })

  it('cannot check in without a code, with a wrong one, or with one of another shift or time', async () => {
    const { student, shift, seat } = await one('20 minutes')
    const other = await one('20 minutes')
    const coded = await at.codeOf(shift)
    const foreign = await at.codeOf(other.shift)
    await expect(at.checkIn(student, seat)).rejects.toThrow('Enter the code that your instructor shows')
    for (const code of ['AAAAAA', foreign])
      await expect(at.checkIn(student, seat, { code })).rejects.toThrow('This code is not valid')
    await expect(at.checkIn(student, seat, { code: coded, pressed_at: ago(12) })).rejects.toThrow('not valid')
    expect(await trailOf(seat)).toEqual([])
  })

  it('checks in by location once the pin is confirmed; from far away only with a reason', async () => {
    const { student, seat } = await one('5 minutes')
    const location = { latitude: 43.04, longitude: -87.91, accuracy_m: 12 }
    await expect(at.checkIn(student, seat, { location })).rejects.toThrow('Enter the code')
    const pin = (confirmed: boolean) =>
      at.fixture.rows(
        `update public.sites set latitude = 43.04, longitude = -87.91, pin_confirmed_at = case when $2 then now() end where id = $1`,
        [at.north, confirmed],
      )
    await at.fixture.rows('insert into public.sites (id, slug) values ($1, $2) on conflict do nothing', [
      at.north,
      'north',
    ])
    await pin(false)
    await expect(at.checkIn(student, seat, { location })).rejects.toThrow('Enter the code')
    await pin(true)
    expect(await at.checkIn(student, seat, { location })).toMatchObject({
      check_in_method: 'location',
      distance_m: 0,
      is_inside: true,
    })
    const far = await one('5 minutes')
    const away = { location: { ...location, latitude: 43.1 } }
    await expect(at.checkIn(far.student, far.seat, away)).rejects.toThrow('about 4.1 mi from the site')
    await expect(
      at.checkIn(far.student, far.seat, { location: { ...away.location, accuracy_m: 5000 } }),
    ).rejects.toThrow('only to about 3.1 mi')
    expect(
      await at.checkIn(far.student, far.seat, { ...away, reason: 'We meet at the clinic' }),
    ).toMatchObject({ distance_m: 6672, is_inside: false, check_in_reason: 'We meet at the clinic' })
    const late = await one('20 minutes')
    await expect(at.checkIn(late.student, late.seat, { location })).rejects.toThrow('by location closed')
    // After a move, the pin has to be confirmed again.
    await at.fixture.rows('update public.sites set latitude = 43.05 where id = $1', [at.north])
    expect(
      await at.fixture.rows('select pin_confirmed_at from public.sites where id = $1', [at.north]),
    ).toEqual([{ pin_confirmed_at: null }])
  })

  it('starts the shift when they are the first to come, and ends open requests for a seat', async () => {
    const people = await at.students(3)
    const shift = await at.running('-20 minutes', people)
    await at.fixture.rows(`update public.assignments set status = 'waitlisted' where id = $1`, [
      shift.seats[2],
    ])
    const statusOf = async () =>
      (
        await at.fixture.rows<{ status: string }>('select status from public.shifts where id = $1', [
          shift.id,
        ])
      )[0]!.status
    const code = await at.codeOf(shift)
    // Two at once: the shift begins once.
    await Promise.all([0, 1].map((n) => at.checkIn(people[n]!, shift.seats[n]!, { code })))
    expect(await statusOf()).toBe('in_progress')
    expect(await seatOf(shift.seats[2]!)).toBe('lapsed')
    expect(
      await at.fixture.rows(
        `select from_status, to_status from public.shift_events where shift_id = $1 and event = 'start'`,
        [shift.id],
      ),
    ).toEqual([{ from_status: 'published', to_status: 'in_progress' }])
  })

  it('cannot start a shift otherwise: not before check-in opens, and not without being on it', async () => {
    const [student, patient, stranger] = await at.students(3)
    const soon = await at.running('-20 minutes', [student!])
    const far = await at.running('-70 minutes', [patient!])
    const come = (who: Person, seat: string) =>
      at.fixture.act(who, async (tx) => {
        await sql`insert into public.attendance_records (id, school_id, shift_id, student_id)
          select id, school_id, shift_id, student_id from public.assignments where id = ${seat}::uuid`.execute(
          tx,
        )
        await sql`update public.attendance_records set status = 'checked_in', check_in_at = now(), check_in_pressed_at = now(), check_in_method = 'code'
          where id = ${seat}::uuid`.execute(tx)
      })
    await come(stranger!, soon.seats[0]!)
    await come(at.people.rob, soon.seats[0]!)
    await come(patient!, far.seats[0]!)
    const status = async (id: string) =>
      (await at.fixture.rows<{ status: string }>('select status from public.shifts where id = $1', [id]))[0]!
        .status
    expect([await status(soon.id), await status(far.id)]).toEqual(['published', 'published'])
    expect(await seatOf(far.seats[0]!)).toBe('checked_in')
    await come(student!, soon.seats[0]!)
    expect(await status(soon.id)).toBe('in_progress')
  })

  it('gets offline presses counted from the time they were made, marked, with both times', async () => {
    const { student, shift, seat } = await one('40 minutes')
    const code = await at.codeOf(shift)
    const then = codeAt(at.fixture.saltKey, shift.id, Date.parse(ago(38)))
    await expect(at.checkIn(student, seat, { code, pressed_at: ago(38) })).rejects.toThrow('not valid')
    const record = await at.checkIn(student, seat, { code: then, pressed_at: ago(38) })
    expect(record).toMatchObject({ check_in_offline: true, late_min: 2, is_late: false })
    expect(
      Date.parse(record.check_in_received_at!) - Date.parse(record.check_in_pressed_at!),
    ).toBeGreaterThan(37 * 60_000)
  })

  it('loses and doubles nothing, whatever arrives first and however often', async () => {
    const people = await at.students(6)
    const shift = await at.running('3 hours', people)
    const came = ago(170)
    await at.codeOf(shift)
    const left = ago(30)
    const code = codeAt(at.fixture.saltKey, shift.id, Date.parse(came))
    const keys = () => ({ in: randomUUID(), out: randomUUID() })
    const orders = [
      ['in', 'out'],
      ['out', 'in'],
      ['in', 'in', 'out', 'out'],
      ['out', 'in', 'out', 'in'],
      ['out', 'out', 'in'],
      ['in', 'out', 'in'],
    ]
    for (const [nth, order] of orders.entries()) {
      const key = keys()
      const send = (what: string) =>
        what === 'in'
          ? at.checkIn(people[nth]!, shift.seats[nth]!, { code, pressed_at: came, idempotency_key: key.in })
          : at.checkOut(people[nth]!, shift.seats[nth]!, { pressed_at: left, idempotency_key: key.out })
      // The last order all at once: two tabs on one phone.
      if (nth === orders.length - 1) await Promise.all(order.map(send))
      else for (const what of order) await send(what)
    }
    const { rows } = await at.roster(shift.lead, shift.id)
    for (const row of rows) {
      expect(row).toMatchObject({ status: 'completed', late_min: 10, left_early_min: 329 })
      expect(await trailOf(row.id)).toEqual(['seat_check_in', 'seat_check_out'])
    }
    expect(rows).toHaveLength(6)
  })

  it('reports an absence: the instructor and the school are notified, and decide', async () => {
    const { student, shift, seat } = await one('-2 hours')
    await expect(at.callOut(student, seat, { reason: ' ' })).rejects.toThrow('Give a reason')
    expect(await at.callOut(student, seat)).toMatchObject({
      status: 'called_out',
      absence_reason: 'I have a fever.',
    })
    for (const who of [shift.lead, at.people.ana])
      expect((await receivedBy(at.fixture, who, 'attendance')).at(-1)).toMatchObject({
        title: 'Student 1 will be absent',
        message: expect.stringMatching(/I have a fever\.$/),
      })
    expect((await at.callOut(student, seat, { is_coming: true })).status).toBe('expected')
    await at.callOut(student, seat)
    await at.mark(shift.lead, shift.id, seat, 'absent_excused', { reason: 'Sick, told in time.' })
    expect(await seatOf(seat)).toBe('absent_excused')
    expect((await receivedBy(at.fixture, student, 'attendance')).at(-1)).toMatchObject({
      title: 'You were marked absent, excused',
    })
  })

  it('who forgot to check out says when and why', async () => {
    const { student, shift, seat } = await one('10 hours')
    await at.mark(shift.lead, shift.id, seat, 'present')
    await expect(at.checkOut(student, seat)).rejects.toThrow('You’re checking out late')
    expect(
      await at.checkOut(student, seat, { left_at: shift.endsAt, reason: 'My phone was empty.' }),
    ).toMatchObject({ status: 'completed', left_early_min: 0, check_out_reason: 'My phone was empty.' })
  })
})

describe('an instructor', () => {
  it('records everyone as present, and the exceptions', async () => {
    const people = await at.students(4)
    const shift = await at.running('70 minutes', people)
    const marks = ['present', 'present', 'absent_unexcused', 'no_show'] as const
    const answer = await call(
      at.attendance.mark,
      {
        shift_id: shift.id,
        rows: shift.seats.map((id, n) => ({
          id,
          version: 0,
          mark: marks[n]!,
          ...(n === 1 && { at: ago(50) }),
        })),
      },
      await at.as(shift.lead),
    )
    const byId = Object.fromEntries(answer.map((row) => [row.id, row]))
    expect(shift.seats.map((id) => byId[id]!.status)).toEqual([
      'checked_in',
      'checked_in',
      'absent_unexcused',
      'no_show',
    ])
    expect(shift.seats.map((id) => byId[id]!.late_min)).toEqual([0, 20, 0, 0])
    // Hour for hour (the school's rule): each absence opens hours to make up, and closes them when it is taken back.
    const needs = () =>
      at.fixture.rows('select status from public.makeup_needs where assignment_id = any ($1)', [shift.seats])
    expect(await needs()).toHaveLength(2)
    await at.mark(shift.lead, shift.id, shift.seats[2]!, 'present', { at: ago(5) })
    expect(await needs()).toHaveLength(1)
  })

  it('checks everyone out, corrects a time, and undoes a tap', async () => {
    const { shift, seat } = await one('3 hours')
    const { lead } = shift
    const mark = async (
      ...how: Parameters<Unit['mark']> extends [unknown, unknown, unknown, ...infer R] ? R : never
    ) => (await at.mark(lead, shift.id, seat, ...how))[0]!
    await mark('present')
    expect(await mark('left')).toMatchObject({ status: 'completed', left_early_min: 299 })
    expect(await mark('left', { at: ago(60) })).toMatchObject({ status: 'completed', left_early_min: 359 })
    expect(await mark('still_here')).toMatchObject({ status: 'checked_in', check_out_at: null })
    expect(await mark('present', { at: ago(150) })).toMatchObject({ status: 'checked_in', late_min: 30 })
    expect(await mark('expected')).toMatchObject({ status: 'expected', check_in_at: null, minutes: 0 })
    expect(await seatOf(seat)).toBe('assigned')
  })

  it('takes an absence back with its reason, and tells the student', async () => {
    const { shift, seat, student } = await one('3 hours')
    for (const back of ['expected', 'present'] as const) {
      await at.mark(shift.lead, shift.id, seat, 'absent_unexcused', { reason: 'Did not come.' })
      const [row] = await at.mark(shift.lead, shift.id, seat, back)
      expect(row).toMatchObject({ absence_reason: null })
    }
    // The student read both times that they were marked absent.
    const titles = (await receivedBy(at.fixture, student)).map(({ title }) => title)
    expect(titles.filter((title) => title === 'You were marked absent, unexcused')).toHaveLength(2)
    expect(titles.filter((title) => title === 'You’re no longer marked absent, unexcused')).toHaveLength(2)
  })

  it('who takes an absence back after the shift tells the school that its hours are no longer owed', async () => {
    const sentAfter = async (began: string) => {
      const { shift, seat } = await one(began)
      await at.mark(shift.lead, shift.id, seat, 'absent_unexcused')
      const before = (await receivedBy(at.fixture, at.people.ana, 'attendance')).length
      await at.mark(shift.lead, shift.id, seat, 'present')
      return (await receivedBy(at.fixture, at.people.ana, 'attendance'))
        .slice(before)
        .filter(({ title }) => title === 'Student 1 was there after all')
    }
    expect(await sentAfter('7 hours')).toEqual([])
    expect(await sentAfter('9 hours')).toMatchObject([{ message: expect.stringContaining('no longer owed') }])
  })

  it('opens the same hours again when a make-up is missed, and arranges them again when that is taken back', async () => {
    const [student] = await at.students(1)
    const missed = await at.running('30 hours', [student!])
    const makeup = await at.running('3 hours', [student!])
    const [absent, seat] = [missed.seats[0]!, makeup.seats[0]!]
    await at.mark(missed.lead, missed.id, absent, 'absent_unexcused')
    await at.fixture.rows(
      `with made as (update public.assignments set source = 'makeup', makeup_for = $2 where id = $1 returning id)
       update public.makeup_needs set status = 'scheduled', makeup_assignment_id = (select id from made) where assignment_id = $2`,
      [seat, absent],
    )
    const needs = () =>
      at.fixture.rows(
        'select assignment_id, status, makeup_assignment_id from public.makeup_needs where student_id = $1',
        [student!.id],
      )
    const open = [{ assignment_id: absent, status: 'open', makeup_assignment_id: null }]
    const arranged = (status: string) => [{ assignment_id: absent, status, makeup_assignment_id: seat }]
    for (const mark of ['absent_excused', 'absent_unexcused', 'no_show'] as const) {
      await at.mark(at.people.ana, makeup.id, seat, mark)
      expect(await needs()).toEqual(open)
      await at.mark(makeup.lead, makeup.id, seat, 'expected')
      expect(await needs()).toEqual(arranged('scheduled'))
    }
    await at.mark(makeup.lead, makeup.id, seat, 'present')
    await at.mark(makeup.lead, makeup.id, seat, 'left')
    expect(await needs()).toEqual(arranged('made_up'))
  })

  it('ends an arranged make-up with the absence, and notifies the school', async () => {
    const [student] = await at.students(1)
    const missed = await at.running('30 hours', [student!])
    const makeup = await at.running('-30 hours', [student!])
    const [absent, seat] = [missed.seats[0]!, makeup.seats[0]!]
    await at.mark(missed.lead, missed.id, absent, 'absent_unexcused')
    await at.fixture.rows(
      `with made as (update public.assignments set source = 'makeup', makeup_for = $2 where id = $1 returning id)
       update public.makeup_needs set status = 'scheduled', makeup_assignment_id = (select id from made) where assignment_id = $2`,
      [seat, absent],
    )
    const notified = async () =>
      (await receivedBy(at.fixture, at.people.ana, 'attendance')).filter(
        ({ title }) => title === 'Student 1 was there after all',
      ).length
    const before = await notified()
    await at.mark(missed.lead, missed.id, absent, 'present')
    expect(
      await at.fixture.rows('select from public.makeup_needs where student_id = $1', [student!.id]),
    ).toEqual([])
    expect(await notified()).toBe(before + 1)
  })

  it('no absence is left of a shift that is canceled, whose students all hear of it', async () => {
    const people = await at.students(2)
    const earlier = await at.running('30 hours', [people[0]!])
    await at.mark(at.people.ana, earlier.id, earlier.seats[0]!, 'absent_unexcused')
    const shift = await at.running('-30 hours', people)
    await at.mark(at.people.ana, shift.id, shift.seats[0]!, 'absent_unexcused')
    await at.cancel(shift.id)
    expect(await Promise.all(shift.seats.map(seatOf))).toEqual(['cancelled', 'cancelled'])
    expect(
      await at.fixture.rows('select status, reason from public.makeup_needs where assignment_id = any ($1)', [
        shift.seats,
      ]),
    ).toEqual(people.map(() => ({ status: 'open', reason: 'It was canceled: A storm.' })))
    for (const student of people)
      expect((await receivedBy(at.fixture, student, 'shift_cancelled')).map(({ title }) => title)).toEqual([
        'Your shift does not take place',
      ])
    const { rows } = await at.fixture.act(at.people.ana, (tx) =>
      sql`select status from app.attendance_of_semester(${earlier.seats[0]!}::uuid)`.execute(tx),
    )
    expect(rows).toEqual([{ status: 'absent_unexcused' }])
  })

  it('expects students again on the new day of a shift that is moved', async () => {
    const people = await at.students(3)
    const shift = await at.running('-30 hours', people)
    await at.mark(at.people.ana, shift.id, shift.seats[0]!, 'absent_excused')
    await at.callOut(people[1]!, shift.seats[1]!)
    const move = (date: string, hours: number) =>
      at.fixture.act(at.people.sam, (tx) =>
        sql`update public.shifts set date = ${date}::date, starts_at = now() + make_interval(hours => ${hours}),
          ends_at = now() + make_interval(hours => ${hours + 8}) where id = ${shift.id}::uuid`.execute(tx),
      )
    const [{ date }] = (await at.fixture.rows<{ date: string }>(
      'select date::text from public.shifts where id = $1',
      [shift.id],
    )) as [{ date: string }]
    const records = () =>
      at.fixture.rows('select status from public.attendance_records where shift_id = $1 order by status', [
        shift.id,
      ])
    await move(date, 31)
    expect(await records()).toEqual([{ status: 'absent_excused' }, { status: 'called_out' }])
    await move(addDays(date as PlainDate, 7), 30 + 7 * 24)
    expect(await records()).toEqual([])
    expect(await Promise.all(shift.seats.map(seatOf))).toEqual(Array(3).fill('assigned'))
    expect(
      await at.fixture.rows('select from public.makeup_needs where assignment_id = $1', [shift.seats[0]]),
    ).toEqual([])
  })

  it('does not overwrite what was changed meanwhile, and writes all or nothing', async () => {
    const [first, second] = await at.students(2)
    const shift = await at.running('20 minutes', [first!, second!])
    await at.checkIn(first!, shift.seats[0]!, { code: await at.codeOf(shift) })
    const rows = shift.seats.map((id) => ({ id, version: 0, mark: 'absent_unexcused' as const }))
    await expect(
      call(at.attendance.mark, { shift_id: shift.id, rows }, await at.as(shift.lead)),
    ).rejects.toThrow('Student 1’s attendance just changed')
    expect(await Promise.all(shift.seats.map(seatOf))).toEqual(['checked_in', 'assigned'])
  })

  it('and the school are notified when absences reach the school’s limit', async () => {
    const [student] = await at.students(1)
    for (const began of ['30 hours', '2 hours']) {
      const shift = await at.running(began, [student!])
      await at.mark(at.people.ana, shift.id, shift.seats[0]!, 'absent_unexcused')
    }
    expect((await receivedBy(at.fixture, student!, 'attendance')).map(({ title }) => title)).toContain(
      'You have 2 unexcused absences',
    )
    expect((await receivedBy(at.fixture, at.people.ana, 'attendance')).map(({ title }) => title)).toContain(
      'Student 1: 2 unexcused absences',
    )
  })
})

describe('the scheduler', () => {
  const work = () => withActor(at.fixture.workerPool, null, (tx) => proposeNoShows(tx))
  it('proposes a no-show once, and the instructor confirms it or checks the student in', async () => {
    await work()
    const people = await at.students(3)
    const shift = await at.running('61 minutes', people)
    await at.mark(shift.lead, shift.id, shift.seats[2]!, 'present')
    await at.running('59 minutes', await at.students(1))
    expect(await work()).toBe(2)
    expect(await work()).toBe(0)
    const notified = (await receivedBy(at.fixture, shift.lead, 'attendance')).filter(
      ({ title }) => title === '2 students have not checked in',
    )
    expect(notified).toHaveLength(1)
    await at.mark(shift.lead, shift.id, shift.seats[0]!, 'no_show')
    expect(await at.checkIn(people[1]!, shift.seats[1]!, { code: await at.codeOf(shift) })).toMatchObject({
      status: 'checked_in',
      late_min: 61,
    })
    expect(await Promise.all(shift.seats.map(seatOf))).toEqual(['no_show', 'checked_in', 'checked_in'])
    expect(await trailOf(shift.seats[0]!)).toEqual(['seat_propose_no_show', 'seat_confirm_no_show'])
    await expect(at.fixture.act(at.people.ana, (tx) => proposeNoShows(tx))).rejects.toMatchObject({
      code: '42501',
    })
  })
  it('gives as long to someone who was added after the start, and notifies of each', async () => {
    await work()
    const [first, second, third] = await at.students(3)
    const shift = await at.running('90 minutes', [first!, second!, third!])
    const given = (seat: number, since: string) =>
      at.fixture.rows(`update public.assignments set asked_at = now() - $2::interval where id = $1`, [
        shift.seats[seat],
        since,
      ])
    await given(1, '50 minutes')
    await given(2, '1 minute')
    expect(await work()).toBe(1)
    expect(await work()).toBe(0)
    await given(1, '61 minutes')
    expect(await work()).toBe(1)
    expect(
      (await receivedBy(at.fixture, shift.lead, 'attendance')).filter(({ title }) =>
        /checked in/.test(title),
      ),
    ).toHaveLength(2)
  })
  it('leaves an absence alone that was undone after the deadline', async () => {
    await work()
    const shift = await at.running('70 minutes', await at.students(3))
    expect(await work()).toBe(3)
    const statusOf = async (seat: string) =>
      (
        await at.fixture.rows<{ status: string }>(
          'select status from public.attendance_records where id = $1',
          [seat],
        )
      )[0]!.status
    await at.mark(shift.lead, shift.id, shift.seats[0]!, 'expected')
    await at.mark(shift.lead, shift.id, shift.seats[1]!, 'absent_excused', { reason: 'Is ill.' })
    await at.mark(at.people.ana, shift.id, shift.seats[1]!, 'expected')
    expect(await work()).toBe(0)
    expect(await Promise.all(shift.seats.map(statusOf))).toEqual(['expected', 'expected', 'no_show_proposed'])
    // What was set before the deadline, or by the student, says nothing about who came.
    await at.fixture.rows(`alter table public.attendance_records disable trigger user`)
    for (const [seat, set] of [
      [0, `updated_at = now() - interval '30 minutes'`],
      [1, 'updated_by = student_id'],
    ] as const)
      await at.fixture.rows(`update public.attendance_records set ${set} where id = $1`, [shift.seats[seat]])
    await at.fixture.rows(`alter table public.attendance_records enable trigger user`)
    expect(await work()).toBe(2)
  })
  it('reminds a student once who did not check out', async () => {
    const { student, shift, seat } = await one('541 minutes')
    await at.mark(shift.lead, shift.id, seat, 'present')
    await work()
    await work()
    expect(
      (await receivedBy(at.fixture, student, 'attendance')).filter(
        ({ title }) => title === 'You did not check out',
      ),
    ).toHaveLength(1)
  })
})

describe('a preceptor', () => {
  it('records those on the shift they lead, by number, with the code, and no others', async () => {
    const preceptor = await at.fixture.person({ role: 'facility_admin', facility: at.organization })
    await at.fixture.rows(
      `insert into public.facility_admin_permissions (user_id, facility_id, permission_type) values ($1, $2, 'capstone_preceptor')`,
      [preceptor.id, at.organization],
    )
    const people = await at.students(2)
    const shift = await at.running('10 minutes', people)
    const lead = (who: string | null) =>
      at.fixture.rows(
        `update public.shifts set preceptor_id = $2, experience_type = 'precepted', submitted_at = coalesce(submitted_at, now()) where id = $1`,
        [shift.id, who],
      )
    await expect(at.mark(preceptor, shift.id, shift.seats[0]!, 'present')).rejects.toThrow('find that seat')
    await at.fixture.rows(`alter table public.shifts disable trigger user`)
    await lead(preceptor.id)
    await at.fixture.rows(`alter table public.shifts enable trigger user`)
    const { rows } = await at.roster(preceptor, shift.id)
    expect(rows).toHaveLength(2)
    expect(rows.every(({ full_name: name }) => !name.startsWith('Student 1') && /\d$/.test(name))).toBe(true)
    expect(await at.mark(preceptor, shift.id, shift.seats[0]!, 'present')).toMatchObject([
      { status: 'checked_in', check_in_method: 'instructor' },
    ])
    const code = await at.codeOf({ ...shift, lead: preceptor })
    expect(await at.checkIn(people[1]!, shift.seats[1]!, { code })).toMatchObject({ status: 'checked_in' })
    expect(await at.mark(preceptor, shift.id, shift.seats[0]!, 'left')).toMatchObject([
      { status: 'completed' },
    ])
    // The school and the student see the name that the preceptor may not.
    const more = await at.students(2)
    const third = await at.running('10 minutes', more)
    await at.fixture.rows(`alter table public.shifts disable trigger user`)
    await lead(null)
    await at.fixture.rows(
      `update public.shifts set preceptor_id = $2, experience_type = 'precepted', submitted_at = coalesce(submitted_at, now()) where id = $1`,
      [third.id, preceptor.id],
    )
    await at.fixture.rows(`alter table public.shifts enable trigger user`)
    const most = (value: number) =>
      at.fixture.rows(
        `update public.schools set settings = settings || jsonb_build_object('unexcused_absences_max', $2::integer) where id = $1`,
        [at.school, value],
      )
    await most(1)
    await at.mark(preceptor, third.id, third.seats[1]!, 'absent_unexcused', { reason: 'Left at once.' })
    for (const who of [at.people.ana, third.lead])
      expect((await receivedBy(at.fixture, who, 'attendance')).map(({ title }) => title)).toContain(
        'Student 2: 1 unexcused absence',
      )
    // The error about a stale sheet shows the preceptor only what they may know: a number, or a released name.
    const stale = () => at.mark(preceptor, third.id, third.seats[0]!, 'left', { version: 7 })
    const [number] = (await at.roster(preceptor, third.id)).rows.filter(({ id }) => id === third.seats[0])
    await expect(stale()).rejects.toThrow(`${number!.full_name}’s attendance just changed`)
    await at.fixture.rows(
      `insert into public.consents (school_id, student_id, text_version, granted_by, granted_at, expires_at) values ($1, $2, 'x', $2, now(), now() + interval '30 days')`,
      [at.school, more[0]!.id],
    )
    await expect(stale()).rejects.toThrow('Student 1’s attendance just changed')
    await most(3)
    const other = await at.running('10 minutes', await at.students(1))
    await expect(at.mark(preceptor, other.id, other.seats[0]!, 'present')).rejects.toThrow('find that seat')
    await expect(at.roster(at.people.frank, shift.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await at.fixture.rows(
      `update public.facility_admin_permissions set is_enabled = false where user_id = $1`,
      [preceptor.id],
    )
    await expect(at.mark(preceptor, shift.id, shift.seats[0]!, 'still_here')).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

describe('permissions', () => {
  it('let the student, the instructor of the shift, the school and the superadmin see and record it, and no one else', async () => {
    const { student, shift, seat } = await one('20 minutes')
    const [classmate] = await at.students(1)
    const { ana, sam, denise, rob, frank, eve } = at.people
    const { lead } = shift
    const refused = async (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => 'done',
        (error: { code: string }) => error.code,
      )
    for (const who of [ana, sam, lead])
      expect((await at.roster(who, shift.id)).rows.map(({ student_id: id }) => id)).toEqual([student.id])
    const outsiders: [Person | null, string][] = [
      [denise, 'NOT_FOUND'],
      [rob, 'NOT_FOUND'],
      [frank, 'FORBIDDEN'],
      [eve, 'FORBIDDEN'],
      [classmate!, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ]
    for (const [who, code] of outsiders) {
      expect(await refused(at.roster(who, shift.id))).toBe(code)
      expect(await refused(at.mark(who, shift.id, seat, 'present'))).toBe(code)
      const codes = (async () => call(at.attendance.codes, { shift_id: shift.id }, await at.as(who)))()
      expect(await refused(codes)).toBe(code)
    }
    const codes = (async () => call(at.attendance.codes, { shift_id: shift.id }, await at.as(student)))()
    expect(await refused(codes)).toBe('FORBIDDEN')
    const code = await at.codeOf(shift)
    for (const who of [ana, lead, frank])
      expect(await refused(at.checkIn(who, seat, { code }))).toBe('FORBIDDEN')
    expect(await refused(at.checkIn(classmate!, seat, { code }))).toBe('NOT_FOUND')
    expect(await refused(at.checkOut(classmate!, seat))).toBe('NOT_FOUND')
    expect(await refused(at.callOut(classmate!, seat))).toBe('NOT_FOUND')
    const mine = async (who: Person) =>
      (await call(at.attendance.mine, {}, await at.as(who))).map(({ id }) => id)
    expect(await mine(student)).toEqual([seat])
    expect(await mine(classmate!)).toEqual([])
    expect(await trailOf(seat)).toEqual([])
  })
})
