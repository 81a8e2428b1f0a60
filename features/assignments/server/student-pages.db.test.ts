import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { shiftOptions } from '#features/shifts/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { assignmentHandlers } from './handlers.ts'
import { myShifts as mySeats } from './queries/own-shifts.ts'

const api = assignmentHandlers()
let base: ShiftFixture
let jenna: Person
let omar: Person
let foreign: Person
let taken: string
let icu: string

beforeAll(async () => {
  base = await createShiftFixture()
  const { fixture, school, otherSchool, people, today } = base
  jenna = await fixture.person({ role: 'student', school, fullName: 'Jenna Park' })
  omar = await fixture.person({ role: 'student', school, fullName: 'Omar Farouk' })
  foreign = await fixture.person({ role: 'student', school: otherSchool })
  taken = await base.published({ proctor_id: people.marcus.id })
  await base.published({ date: addDays(today, 50) })
  icu = await base.published({ date: addDays(today, 60), facility_id: base.icu, specialty: 'icu' })
  await call(api.ask, { id: randomUUID(), shift_id: taken }, await base.as(jenna))
})
afterAll(() => base.fixture.close())

describe('the sign-in data of a student’s pages', () => {
  it('contains the four parts of Spec §7 in one call, equal to the separate ones', async () => {
    const as = await base.as(jenna)
    const all = await call(api.atSignIn, undefined, as)
    expect(all).toEqual({
      mine: await call(api.mine, {}, as),
      options: await withActor(base.fixture.pool, jenna.tokenHash, (tx) => shiftOptions(tx, null)),
      available: await call(api.available, { limit: 50 }, as),
      progress: await call(api.progress, {}, as),
    })
    expect([all.mine.length, all.available.length]).toEqual([1, 2])
  })

  it('contains only filter data for people who are not students: no seats, shifts or hours', async () => {
    for (const who of [base.people.marcus, base.people.ana]) {
      const { mine, options, available, progress } = await call(api.atSignIn, undefined, await base.as(who))
      expect([mine, available]).toEqual([[], []])
      expect(progress).toMatchObject({ hours_done: 0, hours_scheduled: 0 })
      expect(options).toEqual(
        await withActor(base.fixture.pool, who.tokenHash, (tx) => shiftOptions(tx, null)),
      )
    }
    await expect(call(api.atSignIn, undefined, await base.as(base.people.frank))).rejects.toMatchObject({
      status: 403,
    })
    await expect(call(api.atSignIn, undefined, await base.as(null))).rejects.toMatchObject({ status: 401 })
    expect((await call(api.atSignIn, undefined, await base.as(foreign))).available).toEqual([])
  })

  it('lists open shifts by day, specialty and site', async () => {
    const as = await base.as(jenna)
    const found = async (filter: object) => (await call(api.available, filter, as)).map(({ date }) => date)
    const { today, north } = base
    expect(await found({})).toEqual([addDays(today, 50), addDays(today, 60)])
    expect(await found({ from: addDays(today, 51) })).toEqual([addDays(today, 60)])
    expect(await found({ to: addDays(today, 55), site_id: north })).toEqual([addDays(today, 50)])
    expect(await found({ specialty: 'icu' })).toEqual([addDays(today, 60)])
    expect(await found({ site_id: randomUUID() })).toEqual([])
  })
})

describe('a proctor’s students', () => {
  const names = async (who: Person) =>
    (await call(api.proctorStudents, undefined, await base.as(who))).map(({ full_name: name }) => name)

  it('are those on the proctor’s own shifts, with the number of shared shifts and their hours', async () => {
    const [student, ...others] = await call(api.proctorStudents, undefined, await base.as(base.people.marcus))
    expect(others).toEqual([])
    expect(student).toMatchObject({
      full_name: 'Jenna Park',
      is_advised: false,
      shifts_done: 0,
      shifts_coming: 1,
      next_shift_id: taken,
      hours_scheduled: 7.5,
    })
    const one = await call(api.proctorStudent, { student_id: jenna.id }, await base.as(base.people.marcus))
    expect(one.seats).toMatchObject([{ status: 'assigned', shift: { id: taken } }])
    expect(one.by_specialty).toMatchObject([{ specialty: 'med_surg', hours_scheduled: 7.5 }])
  })

  it('include the cohorts the proctor advises, without their other shifts', async () => {
    const { fixture, school, people, today } = base
    const [cohort] = await fixture.rows<{ id: string }>(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Spring', $2, $3, 'active') returning id`,
      [school, addDays(today, -30), addDays(today, 700)],
    )
    await fixture.rows(
      `insert into public.cohort_memberships (school_id, cohort_id, student_id, from_date, reason) values ($1, $2, $3, $4, 'enrolled')`,
      [school, cohort!.id, omar.id, addDays(today, -30)],
    )
    expect(await names(people.denise)).toEqual([])
    await fixture.rows(
      'insert into public.cohort_advisors (school_id, cohort_id, user_id) values ($1, $2, $3)',
      [school, cohort!.id, people.denise.id],
    )
    await call(api.ask, { id: randomUUID(), shift_id: icu }, await base.as(omar))
    const one = await call(api.proctorStudent, { student_id: omar.id }, await base.as(people.denise))
    expect(one).toMatchObject({
      full_name: 'Omar Farouk',
      cohort_name: 'Spring',
      is_advised: true,
      seats: [],
    })
  })

  it('can be found by a part of the name, with their cohort', async () => {
    const found = async (who: Person, q: string) =>
      (await call(api.findProctorStudents, { q }, await base.as(who))).map(({ full_name, cohort_name }) => [
        full_name,
        cohort_name,
      ])
    const { people } = base
    expect(await found(people.marcus, 'park')).toEqual([['Jenna Park', null]])
    expect(await found(people.denise, 'omar')).toEqual([['Omar Farouk', 'Spring']])
    expect(await found(people.marcus, 'omar')).toEqual([])
    expect(await found(people.marcus, '%')).toEqual([])
    for (const who of [jenna, people.ana, people.frank])
      await expect(found(who, 'park')).rejects.toMatchObject({ status: 403 })
  })

  it('are hidden from everyone else: another proctor, another role, another school, no one', async () => {
    const { people } = base
    const input = { student_id: jenna.id }
    await expect(call(api.proctorStudent, input, await base.as(people.denise))).rejects.toMatchObject({
      status: 404,
    })
    await expect(
      call(api.proctorStudent, { student_id: foreign.id }, await base.as(people.marcus)),
    ).rejects.toMatchObject({ status: 404 })
    expect(await names(people.sam)).toEqual([])
    for (const who of [jenna, people.ana, people.frank])
      await expect(call(api.proctorStudents, undefined, await base.as(who))).rejects.toMatchObject({
        status: 403,
      })
    await expect(call(api.proctorStudent, input, await base.as(null))).rejects.toMatchObject({
      status: 401,
    })
  })
})

describe('a student’s shifts', () => {
  it('are listed by day, whichever join PostgreSQL uses for the missing credentials', async () => {
    const { fixture, school, today } = base
    const leah = await fixture.person({ role: 'student', school, fullName: 'Leah Moss' })
    const as = await base.as(leah)
    const days = [49, 24, 31, 59, 10, 38, 17, 45].map((ahead) => addDays(today, ahead))
    for (const date of days) {
      const id = await base.published({ date })
      await call(api.ask, { id: randomUUID(), shift_id: id }, as)
    }
    const merged = await withActor(fixture.pool, leah.tokenHash, async (tx) => {
      // At a school with many seats the planner no longer reads them one by one.
      await sql`set local enable_nestloop = off`.execute(tx)
      await sql`set local enable_hashjoin = off`.execute(tx)
      const { rows } = await mySeats(null).execute(tx)
      return JSON.parse(rows[0]!.json) as { shift: { date: string } }[]
    })
    expect(merged.map(({ shift }) => shift.date)).toEqual(days.toSorted())
  })
})
