/**
 * End-to-end stories through the product's calls: a credential that lapses in
 * mid-rotation, and what a facility reads about its students.
 */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { seatCalls } from '#features/assignments/server/fake.ts'
import { privacyCalls } from '#features/privacy/server/fake.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { sendDueReminders } from './commands/send-due-reminders.ts'
import { refreshClearances } from './commands/refresh-clearances.ts'
import { credentialHandlers } from './handlers.ts'

let at: ShiftFixture
let api: ReturnType<typeof credentialHandlers>
let bls: string
let shifts = 0

beforeAll(async () => {
  at = await createShiftFixture()
  api = credentialHandlers({ ...at.fixture, documents: { read: async () => null } })
  ;[{ id: bls }] = (await at.fixture.rows(
    `update public.credential_types set needs_file = false where code = 'BLS' returning id`,
  )) as [{ id: string }]
  await at.fixture.rows(
    `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01')`,
    [bls, at.school],
  )
})
afterAll(() => at.fixture.close())

const asWorker = <T>(work: Parameters<typeof withActor<T>>[2]) =>
  withActor(at.fixture.workerPool, null, work, { deadlineMs: 20_000 })
const climb = async () => (await asWorker((tx) => sendDueReminders(tx))).sent
const refresh = () => asWorker((tx) => refreshClearances(tx))
const student = (fullName: string) => at.fixture.person({ role: 'student', school: at.school, fullName })

/** Seats of one rotation, led by Marcus, this many days from today. */
async function rotation(who: Person, days: readonly number[]): Promise<string[]> {
  const ids: string[] = []
  for (const day of days)
    ids.push(
      await at.published({
        date: addDays(at.today, day),
        proctor_id: at.people.marcus.id,
        capacity: 8,
        title: `Rotation ${(shifts += 1)}`,
      }),
    )
  await at.fixture.rows(
    `with series as (insert into public.shift_series (school_id, semester_id) values ($1, $2) returning id)
     update public.shifts s set series_id = series.id from series where s.id = any ($3::uuid[])`,
    [at.school, at.semesters[at.school], ids],
  )
  await at.fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, during, busy)
     select s.id, s.school_id, $2, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from public.shifts s where s.id = any ($1::uuid[])`,
    [ids, who.id],
  )
  return ids
}
async function send(who: Person): Promise<string> {
  const id = randomUUID()
  const values = { issued_on: addDays(at.today, -30), provider: 'American Heart Association' }
  await call(api.submit, { id, type_id: bls, values, file_ids: [] }, await at.as(who))
  return id
}
const approve = async (id: string, expires_on?: string) =>
  call(api.decide, { id, decision: 'approve', ...(expires_on && { expires_on }) }, await at.as(at.people.ana))
const titles = async (who: Person) => (await receivedBy(at.fixture, who)).map(({ title }) => title)

it('a lapse in mid-rotation: timely warnings, more people at each step, the seat held on the last day, and released by a renewal', async () => {
  const { ana, marcus } = at.people
  const jenna = await student('Jenna Park')
  const [next] = await rotation(jenna, [1, 8])
  const credential = await send(jenna)
  await approve(credential, addDays(at.today, 31))
  /** Lets this many days pass for her credentials; the shifts stay on their dates. */
  const pass = async (days: number) => {
    await at.fixture.rows(
      'update public.credentials set expires_on = expires_on - $2::integer where id = $1',
      [credential, days],
    )
    await at.fixture.rows(
      'update public.credential_reminders set expires_on = expires_on - $2::integer where credential_id = $1',
      [credential, days],
    )
    const sent = await climb()
    await refresh()
    expect(await climb()).toBe(0)
    return sent
  }
  const seats = () =>
    at.fixture.rows(
      `select c.status, c.held_at is not null as held, a.status as seat from public.seat_clearances c join public.assignments a on a.id = c.id
       where c.student_id = $1 order by c.date`,
      [jenna.id],
    )
  const both = (row: object) => [row, row]
  const warned = (who: Person) => titles(who).then((all) => all.filter((title) => /expires|hold/.test(title)))

  expect(await pass(0)).toBe(0)
  expect(await seats()).toEqual(both({ status: 'cleared', held: false, seat: 'assigned' }))
  expect(await pass(1)).toBe(1)
  expect(await warned(jenna)).toEqual(['BLS certification expires in 30 days'])
  expect(await warned(marcus)).toEqual([])
  expect(await pass(16)).toBe(1)
  expect(await warned(marcus)).toEqual(['Jenna Park: BLS certification expires soon'])
  expect(await warned(ana)).toEqual([])
  // Seven days: it ends before the rotation's last shift, so she is not cleared for any of them, and nothing is held yet.
  expect(await pass(7)).toBe(1)
  expect(await warned(ana)).toEqual(['Jenna Park: BLS certification expires soon'])
  expect(await seats()).toEqual(both({ status: 'not_cleared', held: false, seat: 'assigned' }))
  const mine = async () => (await call(api.mine, {}, await at.as(jenna))).clearance
  expect(await mine()).toMatchObject({
    status: 'not_cleared',
    last: addDays(at.today, 8),
    items: [{ state: 'lapses', covered_to: addDays(at.today, 7), next_step: 'renew' }],
  })
  expect(await pass(6)).toBe(1)
  expect(await pass(1)).toBe(1)
  expect(await warned(jenna)).toEqual([
    'BLS certification expires in 30 days',
    'BLS certification expires in 14 days',
    'BLS certification expires in 7 days',
    'BLS certification expires in 1 day',
    'BLS certification expires today',
    'Your seat is on hold: BLS certification expired',
  ])
  expect(await seats()).toEqual(both({ status: 'not_cleared', held: true, seat: 'assigned' }))
  for (const who of [ana, marcus])
    expect((await warned(who)).filter((title) => title.includes('hold'))).toHaveLength(1)
  const roster = async () => (await call(seatCalls.roster, { shift_id: next! }, await at.as(marcus)))[0]!
  expect(await roster()).toMatchObject({ held_at: expect.any(String), clearance: { status: 'not_cleared' } })

  // A renewal in review keeps the seat; its approval clears her to the rotation's end.
  const renewal = await send(jenna)
  await refresh()
  expect(await seats()).toEqual(both({ status: 'not_cleared', held: false, seat: 'assigned' }))
  expect(await titles(jenna)).toContain('Your seat is no longer on hold')
  await approve(renewal)
  await refresh()
  expect(await seats()).toEqual(both({ status: 'cleared', held: false, seat: 'assigned' }))
  expect((await mine()).status).toBe('cleared')
  expect(await roster()).toMatchObject({ held_at: null, clearance: { status: 'cleared', missing: [] } })
  expect(await climb()).toBe(0)
})

it('a facility’s roster: a number before the release, afterwards cleared or not and the missing type, never a value', async () => {
  const maya = await student('Maya Lopez')
  const [shift] = await rotation(maya, [12])
  await refresh()
  const roster = async (by: Person = at.people.frank) =>
    call(privacyCalls(at.fixture).roster, { shift_id: shift! }, await at.as(by))
  const before = await roster()
  expect(before).toMatchObject([
    { is_named: false, masked_because: 'no_release', cleared: null, missing_types: null },
  ])
  expect(JSON.stringify(before)).not.toMatch(/Maya|BLS/)

  await at.fixture.rows(
    `insert into public.consents (school_id, student_id, text_version, granted_by, expires_at) values ($1, $2, 'paper', $2, now() + interval '90 days')`,
    [at.school, maya.id],
  )
  expect(await roster()).toMatchObject([
    { label: 'Maya Lopez', is_named: true, cleared: false, missing_types: ['BLS certification'] },
  ])
  const id = await send(maya)
  await approve(id)
  await refresh()
  const after = await roster()
  expect(after).toMatchObject([{ is_named: true, cleared: true, missing_types: null }])
  // Neither what she sent nor when it ends.
  expect(JSON.stringify(after)).not.toMatch(/Heart|issued|expires_on/)
  const seen = await at.fixture.rows<{ fields: string[] }>(
    'select fields from public.disclosures where student_id = $1',
    [maya.id],
  )
  expect(seen[0]!.fields).toContain('clearance')
  await expect(roster(at.people.eve)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  await at.fixture.rows(
    'update public.consents set revoked_at = now(), revoked_by = $1 where student_id = $1',
    [maya.id],
  )
  expect(await roster()).toMatchObject([{ is_named: false, cleared: null, missing_types: null }])
})

it('a submission to another school names that school only to its owner', async () => {
  const jenna = await student('Jenna Elsewhere')
  const sent = await send(jenna)
  const other = await at.fixture.school('Prairie')
  await at.fixture.rows('insert into public.school_members (user_id, school_id) values ($1, $2)', [
    jenna.id,
    other,
  ])
  await at.fixture.rows(
    `insert into public.credentials (school_id, person_id, type_id, status) values ($1, $2, $3, 'submitted')`,
    [other, jenna.id, bls],
  )
  const { submissions } = await call(api.mine, {}, await at.as(jenna))
  expect(submissions.map((row) => [row.status, row.other_school])).toEqual(
    expect.arrayContaining([
      ['submitted', null],
      ['submitted', 'Prairie'],
    ]),
  )
  const seen = await call(api.ofPerson, { person_id: jenna.id }, await at.as(at.people.ana))
  expect(seen.submissions.map(({ id, other_school: named }) => [id, named])).toEqual([[sent, null]])
})

it('does not reach to a shift of the rotation that was canceled', async () => {
  const iris = await student('Iris Moon')
  const [, last] = await rotation(iris, [2, 9])
  await approve(await send(iris), addDays(at.today, 5))
  await refresh()
  const statuses = () =>
    at.fixture.rows<{ status: string }>(
      'select status from public.seat_clearances where student_id = $1 and date = $2',
      [iris.id, addDays(at.today, 2)],
    )
  expect(await statuses()).toEqual([{ status: 'not_cleared' }])
  await at.cancel(last!)
  await at.fixture.rows('update public.seat_clearances set computed_on = null where student_id = $1', [
    iris.id,
  ])
  await refresh()
  expect(await statuses()).toEqual([{ status: 'cleared' }])
})
