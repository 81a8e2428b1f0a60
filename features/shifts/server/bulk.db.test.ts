/** Bulk actions: a job, tried first, with an outcome for each shift and one notification for each person. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { jobHandlers, runJob } from '#features/jobs/server/public.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import type { BulkAction, BulkSelection, BulkWords, ShiftFields } from '../contract.ts'
import { shiftJobs } from './jobs.ts'
import { createShiftFixture, notifyOpen, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
const jobs = jobHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

let day = 40
const drafts = async (count: number, more: Partial<ShiftFields> = {}): Promise<string[]> => {
  const ids: string[] = []
  for (let index = 0; index < count; index++)
    ids.push(await at.draft({ date: addDays(at.today, (day += 1)), ...more }))
  return ids
}
const lockedOf = async (ids: readonly string[]) => {
  const found = []
  for (const id of ids) found.push(await at.locked(id))
  return found
}
const statuses = async (ids: readonly string[]) =>
  (
    await at.fixture.rows<{ status: string }>(
      'select status from public.shifts where id = any ($1) order by date',
      [ids],
    )
  ).map(({ status }) => status)

async function bulk(
  by: Person | null,
  action: BulkAction,
  selection: BulkSelection,
  { is_trial = false, ...words }: Partial<BulkWords> & { is_trial?: boolean } = {},
) {
  const { job_id: id, total } = await call(
    at.api.startBulk,
    { id: randomUUID(), action, selection, is_trial, words },
    await at.as(by),
  )
  await runJob(at.fixture, shiftJobs, id, new AbortController().signal)
  const done = await call(jobs.get, { id }, await at.as(by))
  expect(done.total).toBe(total)
  return done
}
const submitAll = async (ids: readonly string[]) =>
  bulk(at.people.ana, 'submit', { kind: 'shifts', shifts: await lockedOf(ids) })

it('submits, approves and publishes all that match a filter, through the commands of a single shift', async () => {
  const ids = await drafts(6, { course_code: 'LIFE 1' })
  const filter = { school_id: at.school, q: 'LIFE 1' }
  expect(
    await bulk(at.people.ana, 'submit', { kind: 'filter', filter: { ...full, ...filter } }),
  ).toMatchObject({
    status: 'done',
    total: 6,
    done: 6,
    refused: 0,
    title: 'Submit 6 shifts',
  })
  await bulk(at.people.frank, 'approve', { kind: 'shifts', shifts: await lockedOf(ids) }, { seats: 3 })
  expect(await statuses(ids)).toEqual(Array(6).fill('approved'))
  await bulk(
    at.people.ana,
    'publish',
    { kind: 'filter', filter: { ...full, ...filter } },
    { to_be_named: true },
  )
  expect(await statuses(ids)).toEqual(Array(6).fill('published'))
  const trail = await call(at.api.trail, { id: ids[0]! }, await at.as(at.people.ana))
  expect(trail.find(({ event }) => event === 'publish')).toMatchObject({ actor_name: 'Test school_admin' })
})
const full = { status: [], here: false, mine: false, q: '' }

it('tries first, says what would work and why the rest would not, and changes nothing', async () => {
  const ids = [...(await drafts(2)), ...(await drafts(3, { signup_mode: 'assigned' }))]
  await submitAll(ids)
  await at.fixture.rows(`update public.shifts set status = 'approved', seats = 4 where id = any ($1)`, [
    ids.slice(0, 4),
  ])
  await notifyOpen(at)
  const tried = await bulk(
    at.people.ana,
    'publish',
    { kind: 'shifts', shifts: await lockedOf(ids) },
    { is_trial: true, to_be_named: true },
  )
  expect(tried).toMatchObject({ status: 'done', done: 5, refused: 1, title: 'Check 5 shifts: publish' })
  expect(tried.reasons).toMatchObject([
    { status: 'done', count: 4 },
    { status: 'refused', count: 1, message: expect.stringContaining('waiting for the facility') },
  ])
  expect(await statuses(ids)).toEqual([...Array(4).fill('approved'), 'pending_facility'])
  expect(await at.fixture.rows('select from public.open_shift_notices')).toEqual([])
  const done = await bulk(
    at.people.ana,
    'publish',
    { kind: 'trial', job_id: tried.id },
    { to_be_named: true },
  )
  expect(done).toMatchObject({ status: 'done', total: 4, refused: 0 })
  expect(await statuses(ids)).toEqual([...Array(4).fill('published'), 'pending_facility'])
})

it('a trial of approvals counts earlier ones, and reports shifts that fit alone but not together', async () => {
  const date = addDays(at.today, (day += 1))
  await at.fixture.rows('update public.units set max_students_per_shift = 10 where id = $1', [at.icu])
  const ids = [
    await at.draft({ date, facility_id: at.icu, capacity: 6 }),
    await at.draft({ date, facility_id: at.icu, capacity: 6 }),
  ]
  await submitAll(ids)
  const tried = await bulk(
    at.people.frank,
    'approve',
    { kind: 'shifts', shifts: await lockedOf(ids) },
    { is_trial: true, seats: 6 },
  )
  const done = await bulk(
    at.people.frank,
    'approve',
    { kind: 'shifts', shifts: await lockedOf(ids) },
    { seats: 6 },
  )
  expect(tried.reasons.map(({ status, count, message }) => [status, count, message])).toEqual(
    done.reasons.map(({ status, count, message }) => [status, count, message]),
  )
})

it('notifies each student once of all that a job published, after the job and not from the command', async () => {
  const students = [
    await at.fixture.person({ role: 'student', school: at.school }),
    await at.fixture.person({ role: 'student', school: at.school }),
  ]
  const ids = await drafts(5)
  await submitAll(ids)
  await at.fixture.rows(`update public.shifts set status = 'approved', seats = 4 where id = any ($1)`, [ids])
  await notifyOpen(at)
  await at.fixture.rows(`delete from public.notifications where recipient_id = any ($1)`, [
    students.map(({ id }) => id),
  ])
  const notified = async () =>
    (await Promise.all(students.map((one) => receivedBy(at.fixture, one, 'shifts_open')))).flat()
  await bulk(at.people.ana, 'publish', { kind: 'shifts', shifts: await lockedOf(ids) }, { to_be_named: true })
  expect(await notified()).toEqual([])
  await notifyOpen(at)
  await notifyOpen(at)
  expect((await notified()).map(({ title }) => title)).toEqual(Array(2).fill('5 shifts are open to you'))
})

it('notifies the facility once of all that a job submitted', async () => {
  const ids = await drafts(4)
  const before = (await news(at.people.frank)).length
  await submitAll(ids)
  const added = (await news(at.people.frank)).slice(before)
  expect(added).toMatchObject([{ title: 'Shifts were submitted' }])
  expect(added[0]!.message.split('\n')).toHaveLength(4)
})
const news = (who: Person) => receivedBy(at.fixture, who)

it('refuses row by row what the caller may not do, and requires the reason first', async () => {
  const ids = await drafts(2)
  const selection = async () => ({ kind: 'shifts' as const, shifts: await lockedOf(ids) })
  // Another school can't see any of them.
  await expect(bulk(at.people.rob, 'remove', await selection())).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  await expect(bulk(null, 'remove', await selection())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(bulk(at.people.marcus, 'remove', await selection())).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(bulk(at.people.ana, 'cancel', await selection())).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { fieldErrors: { 'words.cancel_code': 'Choose why.' } },
  })
  await submitAll(ids)
  expect(await bulk(at.people.frank, 'publish', await selection())).toMatchObject({ done: 2, refused: 2 })
  expect(await bulk(at.people.ana, 'approve', await selection())).toMatchObject({ done: 2, refused: 2 })
  expect(await statuses(ids)).toEqual(['pending_facility', 'pending_facility'])
})

it('skips a shift that someone changed since the caller saw it', async () => {
  const ids = await drafts(2)
  const seen = await lockedOf(ids)
  await call(
    at.api.update,
    { ...seen[0]!, fields: { title: 'Other' }, reason: null },
    await at.as(at.people.una),
  )
  const done = await bulk(at.people.ana, 'submit', { kind: 'shifts', shifts: seen })
  expect(done).toMatchObject({ done: 2, refused: 1 })
  expect(await statuses(ids)).toEqual(['draft', 'pending_facility'])
})

it('substitutes an instructor over a range of days, except where the substitute teaches already', async () => {
  const { ana, marcus, denise } = at.people
  const first = addDays(at.today, 200)
  const mine = (days: number, more: Partial<ShiftFields> = {}) =>
    at.draft({ date: addDays(first, days), proctor_id: marcus.id, ...more })
  const [free, clash, published, after] = [await mine(0), await mine(2), await mine(3), await mine(14)]
  await at.draft({ date: addDays(first, 2), proctor_id: denise.id, facility_id: at.icu })
  await at.submit(published!)
  await at.approve(published!)
  await at.publish(published!)
  const selection = {
    kind: 'filter' as const,
    filter: { ...full, school_id: at.school, proctor_id: marcus.id, from: first, to: addDays(first, 13) },
  }
  const words = { proctor_id: denise.id, reason: 'Marcus is on leave.' }
  await expect(bulk(ana, 'substitute', selection, { reason: words.reason })).rejects.toMatchObject({
    data: { fieldErrors: { 'words.proctor_id': 'Choose an instructor.' } },
  })
  const tried = await bulk(ana, 'substitute', selection, { ...words, is_trial: true })
  expect(tried).toMatchObject({ total: 3, refused: 1, title: 'Check 3 shifts: reassign' })
  expect(tried.reasons.at(-1)!.message).toContain('The substitute already teaches ICU')
  const before = (await news(denise)).length
  const done = await bulk(ana, 'substitute', { kind: 'trial', job_id: tried.id }, words)
  expect(done).toMatchObject({ done: 2, refused: 0, title: 'Reassign 2 shifts' })
  const leaders = await at.fixture.rows<{ proctor_id: string }>(
    'select proctor_id from public.shifts where id = any ($1) order by date',
    [[free, clash, published, after]],
  )
  expect(leaders.map(({ proctor_id: id }) => id)).toEqual([denise.id, marcus.id, denise.id, marcus.id])
  // Only the school sees drafts: the instructor is notified of the published shift.
  expect((await news(denise)).slice(before)).toMatchObject([{ title: 'Your shift was changed' }])
})

it('moves a day: drafts immediately, agreed shifts when the facility agrees', async () => {
  const { ana, frank } = at.people
  const [from, to] = [addDays(at.today, 230), addDays(at.today, 237)]
  const drafted = await at.draft({ date: from })
  const agreed = await at.draft({ date: from, facility_id: at.icu })
  await at.submit(agreed)
  await at.approve(agreed)
  const selection = { kind: 'filter' as const, filter: { ...full, school_id: at.school, from, to: from } }
  await expect(bulk(ana, 'move', selection, { reason: 'Snow.' })).rejects.toMatchObject({
    data: { fieldErrors: { 'words.date': 'Choose the new day.' } },
  })
  expect(await bulk(ana, 'move', selection, { date: to, reason: 'Snow day.' })).toMatchObject({
    total: 2,
    refused: 0,
    title: 'Move 2 shifts',
  })
  expect(await at.get(drafted)).toMatchObject({ date: to })
  expect(await at.get(agreed)).toMatchObject({ date: from, change: { date: to, reason: 'Snow day.' } })
  // In the other direction, a facility asks the school.
  const own = await at.draft({ date: from, facility_id: at.ward })
  await at.submit(own)
  await at.approve(own)
  const here = { ...full, facility_id: at.ward, from, to: from }
  expect(
    await bulk(frank, 'move', { kind: 'filter', filter: here }, { date: to, reason: 'Flood.' }),
  ).toMatchObject({ total: 1, refused: 0 })
  expect(await at.get(own)).toMatchObject({ change: { date: to, party: 'facility' } })
})

it('refuses someone else’s trial as a selection', async () => {
  const ids = await drafts(1)
  const tried = await bulk(
    at.people.ana,
    'remove',
    { kind: 'shifts', shifts: await lockedOf(ids) },
    { is_trial: true },
  )
  await expect(bulk(at.people.una, 'remove', { kind: 'trial', job_id: tried.id })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

it('names who changed a shift since it was chosen, and what, in the trial and in the run', async () => {
  const { ana } = at.people
  const ids = await drafts(2, { course_code: 'BULK V' })
  const seen = await lockedOf(ids)
  const other = await at.fixture.person({
    role: 'school_super_admin',
    school: at.school,
    fullName: 'Grace Dean',
  })
  await bulk(other, 'submit', { kind: 'shifts', shifts: [seen[0]!] })
  const outcomes = async (is_trial: boolean) => {
    const { id } = await bulk(ana, 'submit', { kind: 'shifts', shifts: seen }, { is_trial })
    return at.fixture.rows<{ status: string; message: string | null }>(
      'select status, message from public.job_items where job_id = $1 order by position',
      [id],
    )
  }
  for (const is_trial of [true, false]) {
    const [changed, fresh] = await outcomes(is_trial)
    expect(changed).toMatchObject({
      status: 'refused',
      message: expect.stringMatching(
        /^Grace Dean changed this shift in the meantime: status \(now waiting for facility\)/,
      ),
    })
    expect(fresh!.status).not.toBe('refused')
  }
})

it('approves 200 in as many requests as needed: each says what it reached, and none runs out of time', async () => {
  const ids = await drafts(200, { capacity: 1 })
  await submitAll(ids)
  const { context } = await at.as(at.people.frank)
  let rest = await lockedOf(ids)
  const reached: number[] = []
  while (rest.length > 0) {
    // Simulates a loaded machine: 1.5 seconds are gone before the work begins.
    const outcomes = await withTimeLimit(1_500, () =>
      call(at.api.approve, { shifts: rest, seats: null }, { context }),
    )
    expect(outcomes.map(({ id }) => id)).toEqual(rest.map(({ id }) => id))
    const left = outcomes.filter(({ ok }) => !ok)
    expect(left.length).toBeLessThan(rest.length)
    expect(left.filter(({ reason }) => reason !== 'not_reached')).toEqual([])
    reached.push(rest.length - left.length)
    rest = rest.slice(rest.length - left.length)
  }
  expect(reached.length).toBeGreaterThan(1)
  expect(await statuses(ids)).toEqual(Array(200).fill('approved'))
}, 60_000)
