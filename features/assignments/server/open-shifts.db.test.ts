/**
 * Decision 031: a student's open shifts and own shifts come from functions that
 * state the student's rule once. These tests compare their results with what the
 * policies of shifts and seats return, person by person.
 */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { readAs } from '#platform/server/actor.ts'
import type { Json } from '#platform/server/unchecked-output.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { shiftColumns, shiftJoins } from '#features/shifts/server/public.ts'
import {
  type AvailableFilter,
  type MySeat,
  mySeat,
  type OpenShift,
  openShift,
  type SeatBlock,
} from '../contract.ts'
import { blockerOf } from '../rules.ts'
import { assignmentHandlers } from './handlers.ts'
import { availableShifts, myShifts } from './queries/own-shifts.ts'

const api = assignmentHandlers()
let at: ShiftFixture
let students: Record<string, Person>
let others: Record<string, Person | null>
/** A shift of one cohort. */
let ofCohort: string

/** The same query under the policies, with the conditions of a seat written separately. */
const underPolicies = (who: Person | null, filter: AvailableFilter) =>
  at.fixture.act(who, async (tx) => {
    const { rows } = await sql<{ all: OpenShift[] }>`
      select coalesce(json_agg(o), '[]') as all from (select ${shiftColumns}, x.credited_hours::float8 as credited_hours, x.signup_closes_at,
        x.signup_mode = 'self_signup' and x.signup_policy = 'first_come' as is_first_come
      from public.shifts x ${shiftJoins}
      where x.school_id = (select app.school_id()) and x.status = 'published' and x.starts_at > now() and x.signup_mode <> 'assigned'
        and (x.signup_opens_at is null or x.signup_opens_at <= now()) and (x.signup_closes_at is null or x.signup_closes_at > now())
        and not exists (select 1 from public.assignments a where a.shift_id = x.id and a.student_id = (select app.uid())
          and a.status in ('requested', 'waitlisted', 'offered', 'assigned', 'checked_in', 'completed'))
        and x.date between coalesce(${filter.from ?? null}::date, '-infinity') and coalesce(${filter.to ?? null}::date, 'infinity')
        and x.specialty = coalesce(${filter.specialty ?? null}::text, x.specialty)
        and (${filter.site_id ?? null}::uuid is null or p.id = ${filter.site_id ?? null}::uuid)
      order by x.starts_at, x.id limit ${filter.limit}) o`.execute(tx)
    return rows[0]!.all
  })
/** The same for the student's own seats. */
const mineUnderPolicies = (who: Person | null, semester: string | null) =>
  at.fixture.act(who, async (tx) => {
    const { rows } = await sql<{ all: MySeat[] }>`
      select coalesce(json_agg(m), '[]') as all from (select a.id, a.status, a.source, a.reason, a.asked_at, a.offer_expires_at, a.drop_asked_at, a.conflict_at, a.moved_at, x.credited_hours::float8 as credited_hours,
        x.drop_cutoff_at, (select to_jsonb(r) from (select ${shiftColumns}) r) as shift
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id ${shiftJoins}
      where a.student_id = (select app.uid()) and (x.semester_id = ${semester}::uuid or (${semester}::uuid is null and x.date >= current_date - 120))
      order by x.starts_at, a.asked_at) m`.execute(tx)
    return rows[0]!.all
  })
const written = async <T>(who: Person | null, query: RawBuilder<Json<T>>): Promise<T> =>
  JSON.parse((await readAs(at.fixture.pool, who?.tokenHash ?? null, query))[0]!.json)
const mineByFunction = (who: Person | null, semester: string | null) => written(who, myShifts(semester))
const byFunction = (who: Person | null, filter: AvailableFilter) => written(who, availableShifts(filter))
/** Without the blockers, and without what students' lists leave out. */
const openAlone = openShift.omit({ block: true })
const withoutWords = (rows: OpenShift[]) => rows.map((row) => openAlone.parse(row))
/** Without clearance, which has its own tests, and the waitlist position, which the policies do not return. */
const seatAlone = mySeat.omit({ is_not_cleared: true, missing: true, waitlist_position: true })
const seatsAlone = (seats: MySeat[]) => seats.map((seat) => seatAlone.parse(seat))

beforeAll(async () => {
  at = await createShiftFixture()
  const { fixture, school, otherSchool, people, today } = at
  const student = (of: string, more: Partial<Parameters<typeof fixture.person>[0]> = {}) =>
    fixture.person({ role: 'student', school: of, ...more })
  const fresh = await student(school)
  const busy = await student(school)
  const enrolled = await student(school)
  const classmate = await student(school)
  const left = await student(school)
  const later = await student(school)
  const moving = await student(school)
  const elsewhere = await student(otherSchool)
  students = { fresh, busy, enrolled, classmate, left, later, moving, elsewhere }
  others = {
    unverified: await student(school, { isVerified: false }),
    pending: await student(school, { status: 'pending' }),
    administrator: people.ana,
    instructor: people.marcus,
    facility: people.frank,
    superadmin: people.sam,
    nobody: null,
  }

  const [cohort] = await fixture.rows<{ id: string }>(
    `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Spring', $2, $3, 'active') returning id`,
    [school, addDays(today, -100), addDays(today, 600)],
  )
  for (const { id } of [enrolled, classmate, left])
    await fixture.rows(
      'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
      [cohort!.id, school, id, addDays(today, -90)],
    )

  const day = (n: number) => addDays(today, 40 + n)
  // Joins the cohort on a day after its shift.
  await fixture.rows(
    'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
    [cohort!.id, school, later.id, day(5)],
  )
  // Moves to another cohort on a day after the shift of this one.
  const [next] = await fixture.rows<{ id: string }>(
    `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Summer', $2, $3, 'active') returning id`,
    [school, addDays(today, -100), addDays(today, 600)],
  )
  await fixture.rows(
    `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, to_date, end_reason) values
       ($1, $3, $4, $5, $6, 'transferred'), ($2, $3, $4, $6, null, null)`,
    [cohort!.id, next!.id, school, moving.id, addDays(today, -90), day(5)],
  )
  const ask = async (who: Person, shift: string) =>
    call(api.ask, { id: randomUUID(), shift_id: shift }, await at.as(who))
  const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
  const many = await at.published({ date: day(1), capacity: 4, proctor_id: people.marcus.id })
  ofCohort = await at.published({ date: day(2), capacity: 4, cohort_ids: [cohort!.id] })
  const night = await at.published({ date: day(3), start_time: '19:00', end_time: '07:00', capacity: 4 })
  await at.published({ date: day(4), start_time: '09:00', end_time: '12:00' }) // no rest after the night
  await at.published({
    date: day(1),
    start_time: '08:00',
    end_time: '12:00',
    facility_id: at.icu,
    specialty: 'icu',
  }) // at the time of the first
  const dropped = await at.published({ date: day(6), capacity: 4 })
  const full = await at.published({ date: day(7), capacity: 1 })
  const byYear = await at.published({ date: day(8), facility_id: at.icu, specialty: 'icu', capacity: 2 })
  await at.published({ date: day(9), signup_mode: 'request' })
  await at.published({ date: day(10), signup_mode: 'assigned' })
  await at.published({ date: day(11), signup_opens_at: soon(24) })
  await at.published({ date: day(12), signup_closes_at: soon(24) })
  await at.published({ date: day(13), signup_closes_at: soon(-1) })
  await at.cancel(await at.published({ date: day(14) }))
  await at.draft({ date: day(15) })
  await at.shiftTime(await at.published({ date: day(16) }), '-1 hour')
  await at.published({ date: day(17) }, people.rob)
  await at.published({ date: day(18), facility_id: at.icu, specialty: 'icu' }, people.rob)

  for (const shift of [many, night]) await ask(busy, shift)
  await ask(enrolled, full)
  for (const who of [fresh, left])
    await call(api.joinWaitlist, { id: randomUUID(), shift_id: full }, await at.as(who))
  // Students do not see a seat on an unpublished shift.
  const hidden = await at.draft({ date: day(20) })
  await at.submit(hidden)
  await at.approve(hidden)
  await call(
    api.assign,
    { shift_id: hidden, student_ids: [fresh.id], override_reason: null },
    await at.as(people.ana),
  )
  const seat = await ask(left, ofCohort)
  await call(api.drop, { id: seat.id }, await at.as(left))
  const given = await ask(busy, dropped)
  await call(api.drop, { id: given.id }, await at.as(busy))
  await fixture.rows(
    `update public.cohort_memberships set to_date = current_date, end_reason = 'withdrew' where student_id = $1`,
    [left.id],
  )
  // A unit that counts students by year: it takes one first-year, who is already there.
  await ask(enrolled, byYear)
  await fixture.rows(`update public.units set max_students_by_level = '{"first_year": 1}' where id = $1`, [
    at.icu,
  ])
}, 60_000)
afterAll(() => at.fixture.close())

describe('shifts open to a student', () => {
  it('are those that the policies return, for every kind of student and every filter', async () => {
    const filters: AvailableFilter[] = [
      { limit: 50 },
      { limit: 3 },
      { limit: 50, from: addDays(at.today, 44), to: addDays(at.today, 50) },
      { limit: 50, specialty: 'icu' },
      { limit: 50, site_id: at.north },
      { limit: 50, site_id: randomUUID() },
    ]
    const shown: Record<string, number> = {}
    for (const [name, who] of Object.entries(students)) {
      for (const filter of filters) {
        const expected = await underPolicies(who, filter)
        expect({ name, filter, rows: withoutWords(await byFunction(who, filter)) }).toEqual({
          name,
          filter,
          rows: withoutWords(expected),
        })
        if (filter.limit === 50) shown[name] ??= expected.length
      }
    }
    // The comparison is meaningful: the results differ.
    expect(shown).toEqual({
      fresh: 8,
      busy: 6,
      enrolled: 8,
      classmate: 9,
      left: 9,
      later: 9,
      moving: 9,
      elsewhere: 2,
    })
  })

  it('are those of the cohort on their day, also before a move that is planned', async () => {
    const moving = students['moving']!
    const shift = (await byFunction(moving, { limit: 50 })).find(({ id }) => id === ofCohort)
    expect(blockerOf(shift!.block).message).toBeNull()
    const found = await call(api.candidates, { shift_id: ofCohort, q: '' }, await at.as(at.people.ana))
    expect(found.find(({ student_id: id }) => id === moving.id)).toMatchObject({ cohort_name: 'Spring' })
  })

  it('say what blocks them, same as the rule for a seat', async () => {
    const words = new Set<string>()
    for (const who of Object.values(students)) {
      const rows = await byFunction(who, { limit: 50 })
      const said = await at.fixture.rows<{ id: string; block: SeatBlock | null }>(
        `select s.id, b.block - '{not_a_student,on_it}'::text[] as block from public.shifts s, app.seat_blocks(array[$2::uuid], array[s]) b where s.id = any ($1)`,
        [rows.map(({ id }) => id), who.id],
      )
      const expected = new Map(said.map(({ id, block }) => [id, blockerOf(block).message]))
      for (const row of rows) {
        const { message } = blockerOf(row.block)
        expect(message).toBe(expected.get(row.id))
        if (message) words.add(message.slice(0, 20))
      }
    }
    expect([...words].toSorted()).toEqual(
      [
        'Another shift is at that time',
        'The unit takes 1 first-year',
        'This shift is for another cohort',
        'Too close to a night shift',
      ].map((text) => text.slice(0, 20)),
    )
  })

  it('never include another school’s', async () => {
    for (const who of Object.values(students)) {
      const school = who === students['elsewhere'] ? at.otherSchool : at.school
      const ids = (await byFunction(who, { limit: 200 })).map(({ id }) => id)
      const schools = await at.fixture.rows<{ id: string }>(
        'select distinct school_id as id from public.shifts where id = any ($1)',
        [ids],
      )
      expect(schools.map(({ id }) => id)).toEqual([school])
    }
  })

  it('are empty for anyone who is not an active student', async () => {
    for (const [name, who] of Object.entries(others))
      expect({ name, rows: await byFunction(who, { limit: 50 }) }).toEqual({ name, rows: [] })
    // The control: the policies show some of them the school's shifts.
    expect((await underPolicies(at.people.ana, { limit: 50 })).length).toBeGreaterThan(0)
  })
})

describe('a student’s own seats', () => {
  /** The waitlist position by request time; null for a seat that is not waiting. */
  const positionOf = async (id: string): Promise<number | null> => {
    const waiting = await at.fixture.rows<{ id: string }>(
      `select o.id from public.assignments a join public.assignments o on o.shift_id = a.shift_id and o.status = a.status
       where a.id = $1 and a.status = 'waitlisted' order by o.asked_at, o.id`,
      [id],
    )
    return waiting.length === 0 ? null : waiting.findIndex((one) => one.id === id) + 1
  }

  it('are those that the policies return, with their shifts', async () => {
    const shown: Record<string, string[]> = {}
    for (const [name, who] of Object.entries(students))
      for (const semester of [null, at.semesters[at.school]!, at.semesters[at.otherSchool]!]) {
        const expected = await mineUnderPolicies(who, semester)
        expect({ name, semester, seats: seatsAlone(await mineByFunction(who, semester)) }).toEqual({
          name,
          semester,
          seats: seatsAlone(expected),
        })
        shown[name] ??= expected.map(({ status }) => status)
        for (const { id, waitlist_position: position } of await mineByFunction(who, semester))
          expect(position).toBe(await positionOf(id))
      }
    expect(shown).toEqual({
      fresh: ['waitlisted'],
      busy: ['assigned', 'assigned', 'dropped'],
      enrolled: ['assigned', 'assigned'],
      classmate: [],
      left: ['dropped', 'waitlisted'],
      later: [],
      moving: [],
      elsewhere: [],
    })
  })

  it('are empty for anyone who is not an active student', async () => {
    for (const [name, who] of Object.entries(others))
      expect({ name, seats: await mineByFunction(who, null) }).toEqual({ name, seats: [] })
  })
})
