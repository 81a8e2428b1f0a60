/** Reminders for people who cover for someone who is away (decision 163). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { notification } from '#core/notification-texts.ts'
import { addDays } from '#core/plain-date.ts'
import { withActor } from '#platform/server/actor.ts'
import { notificationTexts } from '../messages.ts'
import { notifyByCalendar } from './commands/notify-by-calendar.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

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
