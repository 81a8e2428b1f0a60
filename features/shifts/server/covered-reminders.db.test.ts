/** Reminders of unanswered requests: to whom, also while someone covers for another (decision 163), and how often. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { notification } from '#core/notification-texts.ts'
import { addDays } from '#core/plain-date.ts'
import { withActor } from '#platform/server/actor.ts'
import { notificationTexts } from '../messages.ts'
import { notifyByCalendar } from './commands/notify-by-calendar.ts'
import { createShiftFixture, type ShiftFixture, work } from './fake.ts'

let at: ShiftFixture
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

it('names the absent person to the person who covers, once, and to no one else', async () => {
  const { fixture, people, organization, ward } = at
  const mia = await fixture.person({ role: 'facility_admin', facility: ward, fullName: 'Mia Manager' })
  const olga = await fixture.person({ role: 'facility_admin', facility: organization })
  await fixture.rows(
    `insert into public.approver_covers (organization_id, person_id, cover_id, cover_name, from_date, until_date, created_by)
     values ($1, $2, $3, 'Frank', current_date - 1, current_date + 1, $2)`,
    [organization, mia.id, people.frank.id],
  )
  const id = await at.draft({ date: addDays(at.today, 40), facility_id: ward })
  await at.submit(id)
  const facts = { unit: '5 East', site: 'North', date: at.today, start_time: '07:00', end_time: '15:00' }
  const waits = notification(notificationTexts, 'shift.waits', {
    ...facts,
    until: new Date().toISOString(),
    time_zone: 'America/Chicago',
  })
  const notice = {
    shift_id: id,
    audience: 'facility' as const,
    type: 'shift_requested',
    key: 'waits',
    ...waits,
  }
  for (const _ of [1, 2]) await withActor(fixture.workerPool, null, (tx) => notifyByCalendar(tx, [notice]))
  const messages = async (person: { id: string }) =>
    (await receivedBy(fixture, person, 'shift_requested'))
      .filter(({ code }) => code === 'shift.waits')
      .map(({ message }) => message)
  expect(await messages(people.frank)).toEqual([
    expect.stringContaining('For Mia Manager, who is away until'),
  ])
  for (const other of [olga, mia])
    expect(await messages(other)).toEqual([expect.not.stringContaining('For Mia')])
})

it('reminds of each request after three days and on its last day, and of a later one however many wait', async () => {
  const { fixture } = at
  const now = Date.now()
  const days = (count: number) => new Date(now + count * 86_400_000).toISOString()
  const reminded = async (day: number) => (await work(at, days(day))).reminded
  await fixture.rows(`update public.shifts set respond_by = $1 where status = 'pending_facility'`, [days(2)])
  expect(await reminded(0)).toBe(0)
  const id = await at.draft({ date: addDays(at.today, 45) })
  await at.submit(id)
  await fixture.rows('update public.shifts set submitted_at = $2, respond_by = $3 where id = $1', [
    id,
    days(-3),
    days(10),
  ])
  expect([await reminded(0), await reminded(0)]).toEqual([1, 0])
  await fixture.rows('update public.shifts set submitted_at = $2 where id = $1', [id, days(1)])
  expect([await reminded(2), await reminded(4), await reminded(5)]).toEqual([0, 1, 0])
  expect([await reminded(9.5), await reminded(9.6)]).toEqual([1, 0])
})
