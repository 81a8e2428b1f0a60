/** Minutes of a day follow the clock on the wall, as the ledger does (decisions 038 and 236). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { type Capstones, createCapstones } from '#features/capstone/server/fake.ts'
import { minutesOfDay } from './queries/minutes-of-day.ts'

let at: Capstones
beforeAll(async () => {
  at = await createCapstones()
})
afterAll(() => at.fixture.close())

it.each([
  ['2027-11-06', '2027-11-06 19:00-05', '2027-11-07 07:00-06'],
  ['2027-03-13', '2027-03-13 19:00-06', '2027-03-14 07:00-05'],
])('a planned night on %s, when clocks change, counts 12 hours', async (date, begins, ends) => {
  const { id } = await at.signed()
  const night = await at.plan(id, addDays(at.today, 20))
  await at.fixture.rows('set session_replication_role = replica')
  await at.fixture.rows(
    `update public.capstone_days set date = $2, start_time = '19:00', end_time = '07:00', starts_at = $3, ends_at = $4 where id = $1`,
    [night, date, begins, ends],
  )
  await at.fixture.rows('set session_replication_role = origin')
  const minutes = await at.fixture.act(at.people.ana, (tx) =>
    minutesOfDay(tx, { studentId: at.ada.id, date }),
  )
  expect(minutes).toBe(12 * 60)
  await at.clear()
})
