/** Students are notified that shifts are open to them: once for all that were published or opened together. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import type { ShiftFields } from '../contract.ts'
import { createShiftFixture, notifyOpen, type ShiftFixture, work } from './fake.ts'
import { queueNotices } from './commands/queue-notices.ts'

let at: ShiftFixture
let cohort: string
let inCohort: Person
let outside: Person
beforeAll(async () => {
  at = await createShiftFixture()
  const [row] = await at.fixture.rows<{ id: string }>(
    `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, 'Fall', $2, $3, 'active') returning id`,
    [at.school, addDays(at.today, -100), addDays(at.today, 600)],
  )
  cohort = row!.id
  inCohort = await at.fixture.person({ role: 'student', school: at.school })
  outside = await at.fixture.person({ role: 'student', school: at.school })
  await at.fixture.rows(
    'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
    [cohort, at.school, inCohort.id, addDays(at.today, -100)],
  )
})
afterAll(() => at.fixture.close())

let day = 50
const approved = async (more: Partial<ShiftFields> = {}): Promise<string> => {
  const id = await at.draft({ date: addDays(at.today, (day += 1)), ...more })
  await at.submit(id)
  await at.approve(id)
  return id
}
const publish = async (ids: readonly string[]) => {
  const shifts = []
  for (const id of ids) shifts.push(await at.locked(id))
  const outcomes = await call(at.api.publish, { shifts, to_be_named: true }, await at.as(at.people.ana))
  await notifyOpen(at)
  return outcomes
}
const notified = async (who: Person) =>
  (await receivedBy(at.fixture, who, 'shifts_open')).map(({ data, ...words }) => ({
    ...words,
    url: data['action_url'],
  }))

it('notifies once for shifts that are published together, each student of those for them', async () => {
  const ids = [
    await approved({ cohort_ids: [cohort] }),
    await approved({ cohort_ids: [cohort] }),
    await approved(),
    await approved({ signup_mode: 'assigned' }),
  ]
  await publish(ids)
  expect(await notified(inCohort)).toMatchObject([
    { title: '3 shifts are open to you', url: '/student/shifts?show=open' },
  ])
  expect(await notified(outside)).toMatchObject([
    { title: 'A shift is open to you', url: `/shift/${ids[2]}` },
  ])
  const stranger = await at.fixture.person({ role: 'student', school: at.otherSchool })
  expect(await notified(stranger)).toEqual([])
  await publish([ids[0]!])
  expect(await notified(inCohort), 'published once').toHaveLength(1)
})

it('notifies of a shift that was postponed and is published again, with everyone who had or led it', async () => {
  const id = await approved({ proctor_id: at.people.marcus.id })
  await publish([id])
  const leader = at.people.marcus
  const seat = { id: crypto.randomUUID(), shift: id, school: at.school, student: inCohort.id }
  await at.fixture.rows(
    `insert into public.assignments (id, shift_id, school_id, student_id, during, busy) select $1, x.id, $3, $4, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
     from public.shifts x where x.id = $2`,
    Object.values(seat),
  )
  const received = async () => [
    (await notified(inCohort)).length,
    (await receivedBy(at.fixture, leader, 'shift_assigned')).length,
    (await receivedBy(at.fixture, leader, 'shift_cancelled')).length,
  ]
  const [opened, led, postponed] = await received()
  for (const round of [1, 2]) {
    const ana = await at.as(at.people.ana)
    await call(at.api.postpone, { ...(await at.locked(id)), reason: 'The unit moves.' }, ana)
    await call(
      at.api.update,
      { ...(await at.locked(id)), fields: { date: addDays(at.today, (day += 1)) } },
      ana,
    )
    await at.submit(id)
    await at.approve(id)
    await publish([id])
    expect(await received()).toEqual([opened! + round, led! + round, postponed! + round])
  }
})

it('sends a copy by email only to those who want one', async () => {
  const mails = async (who: Person) => (await notified(who)).reduce((sum, one) => sum + one.mails, 0)
  const before = [await mails(inCohort), await mails(outside)]
  await at.fixture.rows(
    `insert into public.notification_preferences (user_id, type, by_email) values ($1, 'shifts_open', false)`,
    [outside.id],
  )
  await publish([await approved()])
  expect([await mails(inCohort), await mails(outside)]).toEqual([before[0]! + 1, before[1]])
})

it('notifies once when a scheduled sign-up opens, and records it in the trail', async () => {
  const opens = new Date(Date.now() + 3 * 3_600_000).toISOString()
  const fields = {
    cohort_ids: [cohort],
    signup_opens_at: opens,
    signup_policy: 'fair_round' as const,
    signup_closes_at: new Date(Date.now() + 30 * 3_600_000).toISOString(),
  }
  const before = (await notified(inCohort)).length
  const ids = [await approved(fields), await approved(fields)]
  await publish(ids)
  expect(await notified(inCohort)).toHaveLength(before)
  await work(at)
  expect(await notified(inCohort)).toHaveLength(before)
  const later = new Date(Date.now() + 4 * 3_600_000).toISOString()
  await work(at, later)
  await work(at, later)
  await notifyOpen(at)
  expect((await notified(inCohort)).slice(before)).toMatchObject([{ title: '2 shifts are open to you' }])
  const trail = await call(at.api.trail, { id: ids[0]! }, await at.as(at.people.ana))
  expect(trail.map(({ event }) => event)).toContain('open_signup')
})

it('is triggered by anyone who publishes, and by no one else', async () => {
  const id = await approved({ signup_mode: 'assigned' })
  await publish([id])
  const before = (await notified(inCohort)).length
  await at.fixture.rows(`update public.shifts set signup_mode = 'self_signup' where id = $1`, [id])
  for (const who of [at.people.rob, at.people.frank, inCohort]) {
    await at.fixture.act(who, (tx) => queueNotices(tx, [id])).catch(() => null)
    const forged = {
      sql: `insert into public.open_shift_notices (group_key, shift_id) values ('${id}', '${id}')`,
    }
    await expect(
      at.fixture.act(who, (tx) => tx.executeQuery({ ...forged, parameters: [] } as never)),
    ).rejects.toMatchObject({ code: '42501' })
  }
  await notifyOpen(at)
  expect(await notified(inCohort)).toHaveLength(before)
})
