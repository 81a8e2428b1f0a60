/** The clearance of seats in the background: computed after every relevant change, and seats held, released and removed. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { refreshClearances } from './commands/refresh-clearances.ts'

let at: ShiftFixture
let type: string
let jenna: Person
const refresh = () =>
  withActor(at.fixture.workerPool, null, (tx) => refreshClearances(tx), { deadlineMs: 20_000 })
const rows = (student: Person) =>
  at.fixture.rows<{ status: string; missing: string[]; is_held: boolean; seat: string }>(
    `select c.status, c.missing, c.held_at is not null as is_held, a.status as seat from public.seat_clearances c
       join public.assignments a on a.id = c.id where c.student_id = $1 order by c.date`,
    [student.id],
  )
const approve = (student: Person, expires: string) =>
  at.fixture.rows(
    `insert into public.credentials (school_id, person_id, type_id, status, issued_on, expires_on) values ($1, $2, $3, 'approved', '2020-01-01', $4)`,
    [at.school, student.id, type, expires],
  )
async function seat(student: Person, date: string) {
  const id = await at.published({ date, capacity: 8 })
  await at.fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, during, busy)
     select s.id, s.school_id, $2, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from public.shifts s where s.id = $1`,
    [id, student.id],
  )
  return id
}

beforeAll(async () => {
  at = await createShiftFixture()
  const [bls] = await at.fixture.rows<{ id: string }>(
    `select id from public.credential_types where code = 'BLS'`,
  )
  type = bls!.id
  jenna = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Jenna Park' })
})
afterAll(() => at.fixture.close())

it('is computed for a new seat, after a changed requirement and after a decision; a second run changes nothing', async () => {
  await seat(jenna, addDays(at.today, 20))
  await Promise.all([refresh(), refresh()])
  expect(await rows(jenna)).toMatchObject([{ status: 'unknown', missing: [] }])
  await at.fixture.rows(
    `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01')`,
    [type, at.school],
  )
  expect(await refresh()).toBeGreaterThan(0)
  expect(await rows(jenna)).toMatchObject([{ status: 'not_cleared', is_held: false }])
  await approve(jenna, addDays(at.today, 10))
  await refresh()
  expect((await rows(jenna))[0]!.missing[0]).toMatch(
    /^BLS certification expires .+, needed by .+ \(.+; next: renew\)$/,
  )
  await approve(jenna, addDays(at.today, 40))
  await refresh()
  expect(await rows(jenna)).toMatchObject([{ status: 'cleared', missing: [] }])
  expect(await refresh()).toBe(0)
})

it('a seat is held on the last day of a credential, kept once a renewal is approved, and otherwise removed after a day', async () => {
  const student = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Marco Ruiz' })
  await approve(student, addDays(at.today, 1))
  await seat(student, addDays(at.today, 5))
  await seat(student, addDays(at.today, 12))
  await refresh()
  expect(await rows(student)).toMatchObject([{ status: 'not_cleared', is_held: false }, { is_held: false }])
  await at.fixture.rows('update public.credentials set expires_on = $2 where person_id = $1', [
    student.id,
    at.today,
  ])
  await refresh()
  expect(await rows(student)).toMatchObject([{ is_held: true, seat: 'assigned' }, { is_held: true }])
  expect(await receivedBy(at.fixture, student)).toMatchObject([
    { title: 'Your seat is on hold: BLS certification expired' },
  ])
  await approve(student, addDays(at.today, 400))
  await refresh()
  expect(await rows(student)).toMatchObject([{ status: 'cleared', is_held: false }, { is_held: false }])
  expect((await receivedBy(at.fixture, student)).map(({ title }) => title)).toContain(
    'Your seat is no longer on hold',
  )
  await at.fixture.rows('update public.credentials set expires_on = $2 where person_id = $1', [
    student.id,
    at.today,
  ])
  await refresh()
  const later = () =>
    at.fixture.rows(
      `update public.seat_clearances set held_at = held_at - interval '25 hours', computed_on = null where student_id = $1`,
      [student.id],
    )
  await later()
  await refresh()
  expect(await rows(student)).toMatchObject([{ seat: 'assigned' }, { seat: 'assigned' }])
  await at.fixture.rows(
    `update public.schools set settings = settings || '{"remove_uncleared": true}' where id = $1`,
    [at.school],
  )
  await Promise.all([refresh(), refresh()])
  expect(await rows(student)).toMatchObject([{ seat: 'removed' }, { seat: 'removed' }])
  const titles = (await receivedBy(at.fixture, student)).map(({ title }) => title)
  expect(titles.filter((title) => title.startsWith('You lost your seat'))).toHaveLength(1)
  expect(await refresh()).toBe(0)
})

it('of a shift that has begun is kept, and not computed again in each round', async () => {
  const student = await at.fixture.person({ role: 'student', school: at.school })
  const id = await seat(student, addDays(at.today, 25))
  await at.fixture.rows(
    `update public.schools set settings = settings || '{"remove_uncleared": true}' where id = $1`,
    [at.school],
  )
  const held = () =>
    at.fixture.rows(
      `update public.seat_clearances set held_at = now() - interval '25 hours', computed_on = current_date where shift_id = $1`,
      [id],
    )
  await refresh()
  await held()
  expect(await refresh()).toBeGreaterThan(0)
  await at.shiftTime(id, '-1 hour')
  await held()
  expect(await refresh()).toBe(0)
})

it('is computed again after a required type or a cohort was changed, once', async () => {
  const student = await at.fixture.person({ role: 'student', school: at.school })
  await seat(student, addDays(at.today, 30))
  await refresh()
  expect(await rows(student)).toMatchObject([{ status: 'not_cleared' }])
  expect(await refresh()).toBe(0)
  const earlier = () =>
    at.fixture.rows(`update public.seat_clearances set computed_at = computed_at - interval '10 minutes'`)
  const retired = async (status: string) => {
    await earlier()
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows(
      `update public.credential_types set status = $2, created_at = created_at - interval '1 hour', updated_at = now() - interval '20 seconds' where id = $1`,
      [type, status],
    )
    await at.fixture.rows('set session_replication_role = origin')
  }
  for (const status of ['retired', 'active']) {
    await retired(status)
    expect(await refresh()).toBeGreaterThan(0)
    expect((await rows(student))[0]!.status === 'not_cleared').toBe(status === 'active')
    expect(await refresh()).toBe(0)
  }
  await earlier()
  await at.fixture.rows(
    `insert into public.cohort_changes (id, school_id, kind, on_date, end_reason, student_count, created_at)
     values (gen_random_uuid(), $1, 'end', $2, 'withdrew', 1, now() - interval '20 seconds')`,
    [at.school, at.today],
  )
  expect(await refresh()).toBeGreaterThan(0)
  expect(await refresh()).toBe(0)
})

it('only the worker writes it, and no one else reads it', async () => {
  const touch = (by: Person | null) =>
    at.fixture.act(by, (tx) => tx.updateTable('seat_clearances').set({ status: 'cleared' }).execute())
  for (const by of [jenna, at.people.ana, at.people.marcus, null])
    await expect(touch(by)).rejects.toMatchObject({ code: '42501' })
  const sees = async (by: Person) =>
    (await at.fixture.act(by, (tx) => tx.selectFrom('seat_clearances').selectAll().execute())).length
  const zoe = await at.fixture.person({ role: 'student', school: at.otherSchool })
  expect(await sees(jenna)).toBe(1)
  expect(await sees(at.people.ana)).toBe(5)
  expect(await sees(zoe)).toBe(0)
  expect(await sees(await at.fixture.person({ role: 'proctor', school: at.school }))).toBe(0)
})

it('a document of the school counts for everyone there until it ends; no one else adds or ends it', async () => {
  const [liability] = await at.fixture.rows<{ id: string }>(
    `select id from public.credential_types where code = 'LIAB'`,
  )
  await at.fixture.rows(
    `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01')`,
    [liability!.id, at.school],
  )
  const student = await at.fixture.person({ role: 'student', school: at.school })
  await approve(student, addDays(at.today, 400))
  await seat(student, addDays(at.today, 25))
  await refresh()
  expect((await rows(student))[0]!.missing[0]).toMatch(/^Liability.* missing/)
  const id = randomUUID()
  const add = (by: Person | null) =>
    at.fixture.act(by, (tx) =>
      tx
        .insertInto('blanket_credentials')
        .values({
          id,
          school_id: at.school,
          type_id: liability!.id,
          issued_on: '2026-01-01',
          expires_on: addDays(at.today, 300),
        })
        .execute(),
    )
  for (const by of [student, at.people.marcus, at.people.rob, at.people.frank, null])
    await expect(add(by)).rejects.toBeInstanceOf(Error)
  await add(at.people.ana)
  await refresh()
  expect(await rows(student)).toMatchObject([{ status: 'cleared' }])
  const end = (by: Person) =>
    at.fixture.act(by, (tx) =>
      tx
        .updateTable('blanket_credentials')
        .set({ ended_at: new Date().toISOString() })
        .where('id', '=', id)
        .executeTakeFirst(),
    )
  expect((await end(at.people.rob)).numUpdatedRows).toBe(0n)
  await end(at.people.ana)
  await refresh()
  expect(await rows(student)).toMatchObject([{ status: 'not_cleared' }])
})
