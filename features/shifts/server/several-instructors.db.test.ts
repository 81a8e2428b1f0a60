/**
 * Several instructors and preceptors on one shift: each adds a share of the ratio, and each can be in one shift at a time and needs rest
 * after a night.
 */
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import type { ShiftFields } from '../contract.ts'
import { replaceLeader } from './commands/replace-leader.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
let iris: Person
beforeAll(async () => {
  at = await createShiftFixture()
  iris = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Iris Holm' })
  await at.fixture.rows(
    'update public.units set max_students_per_shift = 40, exclusive_school = false where id = any ($1)',
    [[at.ward, at.icu]],
  )
  await at.fixture.rows(
    `with p as (insert into public.regulatory_profiles (jurisdiction, level, effective_from, max_students_per_instructor)
       values ('Wisconsin', 'BSN', '2024-07-01', 10) returning id)
     update public.schools c set regulatory_profile_id = p.id from p where c.id = $1`,
    [at.school],
  )
})
afterAll(() => at.fixture.close())

let days = 40
const day = (): string => addDays(at.today, (days += 3))
const update = async (id: string, fields: Partial<ShiftFields>, who = at.people.ana) =>
  call(at.api.update, { ...(await at.locked(id)), fields, reason: 'The group grew.' }, await at.as(who))
/** Runs one statement as a person, bypassing TypeScript; returns the error code. */
const tried = (who: Person, statement: ReturnType<typeof sql>) =>
  at.fixture
    .act(who, (tx) => statement.execute(tx))
    .then(
      ({ numAffectedRows }) => Number(numAffectedRows ?? 0),
      (error: { code: string }) => error.code,
    )

describe('the seats of a shift', () => {
  it('are as many as its instructors may supervise together, and change with them', async () => {
    const { marcus, denise } = at.people
    const id = await at.published({ date: day(), capacity: 25, proctor_id: marcus.id })
    expect(await at.get(id)).toMatchObject({ seats: 10, seats_limit: 'ratio' })
    await update(id, { more_proctor_ids: [denise.id] })
    const two = await at.get(id)
    expect(two).toMatchObject({ seats: 20, seats_limit: 'ratio', more_proctor_ids: [denise.id] })
    expect(two.limits[0]).toMatchObject({
      why: 'Wisconsin allows 10 students per instructor (in effect since July 1, 2024). With 2 instructors that is 20.',
      way_out: '2 instructors may supervise 20 students here. Add an instructor or move a student.',
    })
    await update(id, { proctor_id: null })
    // The remaining instructor is now the first.
    expect(await at.get(id)).toMatchObject({ seats: 10, proctor_id: denise.id, more_proctor_ids: [] })
  })

  it('are named with the way to raise the limit while the plan is written', async () => {
    const [limit] = await call(
      at.api.limits,
      {
        shift_id: null,
        school_id: at.school,
        facility_id: at.ward,
        date: day(),
        start_time: '07:00',
        end_time: '15:00',
        experience_type: 'group',
        capacity: 12,
      },
      await at.as(at.people.ana),
    )
    expect(limit).toMatchObject({
      limit_name: 'ratio',
      seats: 10,
      way_out: '1 instructor may supervise 10 students here. Add an instructor or move a student.',
    })
  })

  it('follow the preceptors of a precepted shift', async () => {
    const preceptors = [await preceptor(), await preceptor()]
    const led = { preceptor_id: preceptors[0]!.id, more_preceptor_ids: [preceptors[1]!.id] }
    const id = await at.published({ date: day(), capacity: 4, experience_type: 'precepted', ...led })
    expect(await at.get(id)).toMatchObject({ seats: 2, seats_limit: 'preceptor' })
    // The school may allow two each, but no more than its board does.
    const limits = async (school: number, board: number | null) => {
      await at.fixture.rows(
        `with p as (update public.regulatory_profiles set max_students_per_preceptor = $3 where jurisdiction = 'Wisconsin')
         update public.schools set settings = settings || jsonb_build_object('max_students_per_preceptor', $2::integer) where id = $1`,
        [at.school, school, board],
      )
      const more = [await preceptor(), await preceptor()]
      const shift = await at.published({
        date: day(),
        capacity: 5,
        experience_type: 'precepted',
        preceptor_id: more[0]!.id,
        more_preceptor_ids: [more[1]!.id],
      })
      return (await at.get(shift)).seats
    }
    expect(await limits(2, null)).toBe(4)
    expect(await limits(2, 1)).toBe(2)
    expect(await limits(1, 2)).toBe(2)
    // A preceptor who shares a shift sees it as their own.
    const mine = await call(at.api.list, { mine: true }, await at.as(preceptors[1]!))
    expect(mine.rows.map((row) => row.id)).toContain(id)
  })
})

async function preceptor(): Promise<Person> {
  const person = await at.fixture.person({ role: 'facility_admin', facility: at.organization })
  await at.fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, is_enabled) values ($1, $2, 'capstone_preceptor', true)`,
    [person.id, at.organization],
  )
  return person
}

describe('each of several instructors', () => {
  it('sees the shift, is named on it, and can be found by name', async () => {
    const { marcus, denise, ana } = at.people
    const id = await at.published({ date: day(), proctor_id: marcus.id, more_proctor_ids: [denise.id] })
    for (const one of [marcus, denise]) {
      const mine = await call(at.api.list, { mine: true }, await at.as(one))
      expect(mine.rows.map((row) => row.id)).toContain(id)
      const found = await call(at.api.list, { proctor_id: one.id }, await at.as(ana))
      expect(found.rows.map((row) => row.id)).toContain(id)
    }
    expect(await tried(iris, sql`update public.shifts set title = 'x' where id = ${id}::uuid`)).toBe(0)
    const mine = await call(at.api.list, { mine: true }, await at.as(iris))
    expect(mine.rows.map((row) => row.id)).not.toContain(id)
  })

  it('can be in one shift at a time, and rests after a night', async () => {
    const { marcus, denise } = at.people
    const date = day()
    await at.published({
      date,
      proctor_id: marcus.id,
      more_proctor_ids: [denise.id],
      start_time: '19:00',
      end_time: '07:00',
    })
    const next = addDays(date, 1)
    for (const [start_time, end_time] of [
      ['05:00', '13:00'],
      ['12:00', '20:00'],
    ] as const) {
      const id = await at.draft({
        date: next,
        start_time,
        end_time,
        facility_id: at.icu,
        proctor_id: iris.id,
        more_proctor_ids: [denise.id],
      })
      await at.submit(id)
      await expect(at.approve(id)).rejects.toThrow('The instructor has another shift at that time')
      await expect(
        at.fixture.rows(`update public.shifts set status = 'approved', seats = 6 where id = $1`, [id]),
      ).rejects.toMatchObject({ constraint: 'shifts_instructor_free' })
    }
    const rested = await at.draft({
      date: next,
      start_time: '15:00',
      end_time: '23:00',
      facility_id: at.icu,
      proctor_id: denise.id,
    })
    await at.submit(rested)
    await at.approve(rested)
  })

  it('is notified when they no longer lead it, and is named in the history', async () => {
    const { marcus, denise, ana } = at.people
    const id = await at.published({ date: day(), proctor_id: marcus.id, more_proctor_ids: [denise.id] })
    await update(id, { more_proctor_ids: [iris.id] })
    const notified = await receivedBy(at.fixture, denise, 'shift_changed')
    expect(notified.at(-1)).toMatchObject({
      code: 'shift.passed_on',
      data: { action_url: `/shift/${id}` },
    })
    expect(await receivedBy(at.fixture, iris, 'shift_changed')).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('Iris Holm') }),
    )
    const [changed] = await call(at.api.trail, { id }, await at.as(ana))
    expect(changed!.details['more_proctor_ids']).toEqual([expect.any(String), 'Iris Holm'])
    // A facility can't read cohorts, so the planner's change stored their names.
    const cohorts = await at.fixture.rows<{ id: string; name: string }>(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Fall A', current_date - 9, current_date + 400, 'active') returning id, name`,
      [at.school],
    )
    await update(id, { cohort_ids: [cohorts[0]!.id] })
    for (const who of [ana, at.people.frank]) {
      const [line] = await call(at.api.trail, { id }, await at.as(who))
      expect(line!.details['cohort_ids']).toEqual([[], ['Fall A']])
    }
  })

  it('hands over only their own position', async () => {
    const { marcus, denise } = at.people
    const date = day()
    const id = await at.published({
      date,
      proctor_id: marcus.id,
      more_proctor_ids: [denise.id],
      capacity: 15,
    })
    const handover = { shiftId: id, userId: denise.id, reason: 'Leaves.' }
    const hand = (successorId: string | null) =>
      at.fixture.act(at.people.ana, (tx) => replaceLeader(tx, { ...handover, successorId }))
    expect(await hand(iris.id)).toBe(true)
    expect(await at.get(id)).toMatchObject({ proctor_id: marcus.id, more_proctor_ids: [iris.id], seats: 15 })
    expect(await hand(null)).toBe(false)
  })
})

describe('without TypeScript', () => {
  it('refuses a leader who is not at the school, a duplicate, and a list without a first leader', async () => {
    const { ana, marcus, rob, denise } = at.people
    const stranger = await at.fixture.person({ role: 'proctor', school: at.otherSchool })
    const id = await at.draft({ date: day(), proctor_id: marcus.id })
    const put = (people: readonly string[]) =>
      tried(ana, sql`update public.shifts set more_proctor_ids = ${people}::uuid[] where id = ${id}::uuid`)
    expect(await put([stranger.id])).toBe('23503')
    expect(await put([rob.id])).toBe('23503')
    expect(await put([marcus.id])).toBe('23514')
    expect(await put([denise.id])).toBe(1)
    expect(await tried(ana, sql`update public.shifts set proctor_id = null where id = ${id}::uuid`)).toBe(
      '23514',
    )
    expect(
      await tried(
        ana,
        sql`update public.shifts set preceptor_id = ${at.people.frank.id}::uuid, more_preceptor_ids = array[${denise.id}]::uuid[] where id = ${id}::uuid`,
      ),
    ).toBe('23503')
  })

  it('lets no one read or write when leaders are busy, and a facility name none', async () => {
    const { ana, frank, marcus, denise } = at.people
    const id = await at.draft({ date: day(), proctor_id: marcus.id })
    await at.submit(id)
    for (const who of [ana, frank, marcus])
      expect(await tried(who, sql`delete from priv.leader_times`)).toBe('42501')
    expect(
      await tried(
        frank,
        sql`update public.shifts set more_proctor_ids = array[${denise.id}]::uuid[] where id = ${id}::uuid`,
      ),
    ).toBe('PW403')
  })
})
