/** Everyone on a shift is reminded three days and one day before it begins: once, and on time, however many shifts there are. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, offer, type ShiftFixture, work } from '#features/shifts/server/fake.ts'
import { assignmentHandlers } from './handlers.ts'

const seats = assignmentHandlers()
let at: ShiftFixture
let day = 60

beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const student = () => at.fixture.person({ role: 'student', school: at.school })
const claim = async (id: string, who: Person) =>
  call(seats.ask, { id: randomUUID(), shift_id: id }, await at.as(who))
const reminders = async (id: string, who: Person) =>
  (await receivedBy(at.fixture, who, 'shift_reminder'))
    .filter(({ data }) => data['action_url'] === `/shift/${id}`)
    .map(({ title }) => title)
const published = (more = {}) => at.published({ date: addDays(at.today, (day += 2)), ...more })
const IN_THREE = 'Your shift is within three days'
const WITHIN_ONE = 'Your shift is within a day'

it('reminds everyone on a shift twice, without changing its version', async () => {
  const [id, jenna] = [await published({ proctor_id: at.people.marcus.id }), await student()]
  await claim(id, jenna)
  await at.shiftTime(id, '71 hours')
  const before = await at.get(id)
  expect(await work(at)).toMatchObject({ reminded: 1 })
  expect(await work(at)).toMatchObject({ reminded: 0 })
  for (const who of [jenna, at.people.marcus]) expect(await reminders(id, who)).toEqual([IN_THREE])
  await at.shiftTime(id, '23 hours')
  const near = await at.get(id)
  expect(await work(at)).toMatchObject({ reminded: 1 })
  expect(await work(at)).toMatchObject({ reminded: 0 })
  for (const who of [jenna, at.people.marcus])
    expect(await reminders(id, who)).toEqual([IN_THREE, WITHIN_ONE])
  const after = await at.get(id)
  expect(after.version).toBe(near.version)
  expect(after.updated_at).toBe(near.updated_at)
  expect(after.version).toBeGreaterThanOrEqual(before.version)
  const trail = await at.fixture.rows<{ changes: object }>(
    `select changes from public.audit_events where entity = 'shifts' and entity_id = $1 and changes ? 'reminders_sent'`,
    [id],
  )
  expect(trail).toEqual([])
})

it('is not sent to a student who has not answered the offer of a seat', async () => {
  const [id, jenna, omar] = [await published({ capacity: 1 }), await student(), await student()]
  const seat = await claim(id, jenna)
  await call(seats.joinWaitlist, { id: randomUUID(), shift_id: id }, await at.as(omar))
  await call(seats.drop, { id: seat.id }, await at.as(jenna))
  await offer(at)
  await at.shiftTime(id, '71 hours')
  await work(at)
  expect(await reminders(id, omar)).toEqual([])
  const [offered] = await at.fixture.rows<{ id: string }>(
    `select id from public.assignments where shift_id = $1 and status = 'offered'`,
    [id],
  )
  await call(seats.answerOffer, { id: offered!.id, accept: true }, await at.as(omar))
  await at.shiftTime(id, '23 hours')
  await work(at)
  expect(await reminders(id, omar)).toEqual([WITHIN_ONE])
})

it('reminds anyone who joins late, and no one twice', async () => {
  const [id, jenna, omar] = [await published(), await student(), await student()]
  await claim(id, jenna)
  await at.shiftTime(id, '50 hours')
  await work(at)
  await claim(id, omar)
  expect(await work(at)).toMatchObject({ reminded: 1 })
  expect(await reminders(id, omar)).toEqual([IN_THREE])
  expect(await reminders(id, jenna)).toEqual([IN_THREE])
})

it('reminds the students of a shift that moved, and its new instructor', async () => {
  const jenna = await student()
  const id = await at.draft({
    facility_id: null,
    experience_type: 'simulation',
    proctor_id: at.people.marcus.id,
    date: addDays(at.today, 2),
    start_time: '10:00',
    end_time: '16:00',
  })
  await at.submit(id)
  await at.publish(id)
  await claim(id, jenna)
  await work(at)
  const move = async (fields: object) =>
    call(
      at.api.update,
      { ...(await at.locked(id)), fields, reason: 'The room is taken.' },
      await at.as(at.people.ana),
    )
  await move({ proctor_id: at.people.denise.id })
  await work(at)
  expect(await reminders(id, at.people.denise)).toEqual([IN_THREE])
  expect(await reminders(id, jenna)).toEqual([IN_THREE])
  await move({ start_time: '10:30' })
  await work(at)
  expect(await reminders(id, jenna)).toEqual([IN_THREE, IN_THREE])
})

it('also reminds of a deactivated school’s shifts, and skips canceled and distant ones', async () => {
  const [cancelled, far, jenna] = [await published(), await published(), await student()]
  for (const id of [cancelled, far]) await claim(id, jenna)
  await at.cancel(cancelled)
  await at.shiftTime(cancelled, '20 hours')
  await at.shiftTime(far, '73 hours')
  expect(await work(at)).toMatchObject({ reminded: 0 })
  await at.shiftTime(far, '72 hours')
  await at.fixture.rows('update public.schools set is_active = false where id = $1', [at.school])
  expect(await work(at)).toMatchObject({ reminded: 1 })
  await at.fixture.rows('update public.schools set is_active = true where id = $1', [at.school])
  expect(await reminders(cancelled, jenna)).toEqual([])
  expect(await reminders(far, jenna)).toEqual([IN_THREE])
})

it('is not delayed by many shifts that begin sooner', async () => {
  const [id, jenna] = [await published(), await student()]
  await claim(id, jenna)
  await at.shiftTime(id, '71 hours 55 minutes')
  await at.fixture.rows(
    `insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, experience_type, status, seats)
     select $1, $2, (now() + interval '40 hours')::date, '09:00', '15:00', 'America/Chicago', now() + interval '40 hours' + make_interval(secs => n),
       now() + interval '46 hours', 'skills_lab', 'published', 8 from generate_series(1, 1200) n`,
    [at.school, at.semesters[at.school]],
  )
  await work(at)
  expect(await reminders(id, jenna)).toEqual([IN_THREE])
})
