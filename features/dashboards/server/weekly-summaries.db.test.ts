/** Weekly summaries on real PostgreSQL: who is notified of what, once, and on which morning. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { facilitiesOnFriday, sendWeekAhead } from './commands/send-week-ahead.ts'
import { schoolsOnMonday, sendWeekReview } from './commands/send-week-review.ts'

let at: Unit
let fixture: Unit['fixture']
let students: Person[]
beforeAll(async () => {
  at = await createUnit()
  ;({ fixture } = at)
  students = await at.students(3)
})
afterAll(() => fixture.close())

const asWorker = <Result>(work: Parameters<typeof withActor<Result>>[2]) =>
  withActor(fixture.workerPool, null, work)
const dayOf = async (shift: string) =>
  (await fixture.rows<{ date: string }>('select date::text from public.shifts where id = $1', [shift]))[0]!
    .date
const sentTo = async (who: Person, type: string) => receivedBy(fixture, who, type)

it('a facility is notified on Friday who comes next week, once, in numbers', async () => {
  const shift = await at.running('-9 days', students.slice(0, 2))
  const today = addDays(await dayOf(shift.id), -7)
  const facility = { id: at.organization, today }
  expect(await asWorker((tx) => sendWeekAhead(tx, facility))).toBe(true)
  await asWorker((tx) => sendWeekAhead(tx, facility))
  const [notice, ...more] = await sentTo(at.people.frank, 'week_ahead')
  expect(more).toEqual([])
  expect(notice).toMatchObject({ title: 'Next week: 2 students from 1 school', mails: 0 })
  expect(notice!.message).toContain('2 students on 1 shift')
  expect(notice!.message).not.toContain('Student 1')
  expect(notice!.data['action_url']).toMatch(/^\/facility\/shifts\?view=roster&on=\d{4}-\d\d-\d\d$/)
})

it('nothing is sent if no one comes', async () => {
  expect(await asWorker((tx) => sendWeekAhead(tx, { id: at.organization, today: '2031-01-01' }))).toBe(false)
})

it('a school is notified on Monday how its week went, once', async () => {
  const shift = await at.running('3 hours', students)
  for (const seat of shift.seats.slice(0, 2))
    await at.mark(shift.lead, shift.id, seat, 'present', { at: shift.startsAt })
  const school = { id: at.school, today: addDays(await dayOf(shift.id), 7) }
  expect(await asWorker((tx) => sendWeekReview(tx, school))).toBe(true)
  await asWorker((tx) => sendWeekReview(tx, school))
  const notices = await sentTo(at.people.ana, 'week_review')
  expect(notices).toHaveLength(1)
  expect(notices[0]!.message).toMatch(/^1 shift was held; 2 of 2 students came \(100%\)\. /)
  expect(await sentTo(at.people.rob, 'week_review')).toEqual([])
  expect(await sentTo(students[0]!, 'week_review')).toEqual([])
})

it('uses the time zone of each facility', async () => {
  // 6:30 on Friday, November 27, 2026 in New York, and on Monday the 30th.
  const friday = await asWorker((tx) => facilitiesOnFriday(tx, 6, '2026-11-27T11:30:00Z'))
  expect(friday).toContainEqual({ id: at.organization, today: '2026-11-27' })
  expect(await asWorker((tx) => facilitiesOnFriday(tx, 6, '2026-11-27T14:30:00Z'))).toEqual([])
  expect(await asWorker((tx) => facilitiesOnFriday(tx, 6, '2026-11-26T11:30:00Z'))).toEqual([])
  const monday = await asWorker((tx) => schoolsOnMonday(tx, 6, '2026-11-30T11:30:00Z'))
  expect(monday.map(({ id }) => id)).toEqual(expect.arrayContaining([at.school, at.otherSchool]))
  expect(await asWorker((tx) => schoolsOnMonday(tx, 6, '2026-12-01T11:30:00Z'))).toEqual([])
  await at.fixture.rows(`update public.schools set is_active = false where id = $1`, [at.otherSchool])
  const active = await asWorker((tx) => schoolsOnMonday(tx, 6, '2026-11-30T11:30:00Z'))
  expect(active.map(({ id }) => id)).not.toContain(at.otherSchool)
  await at.fixture.rows(`update public.schools set is_active = true where id = $1`, [at.otherSchool])
})
