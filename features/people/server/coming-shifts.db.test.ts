/** The upcoming shifts that an instructor's page counts. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { personHandlers } from './handlers.ts'

let at: ShiftFixture
const api = personHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

it('are those that may still be held, without canceled or declined ones', async () => {
  const { marcus, ana } = at.people
  const plan = async (days: number) => at.draft({ date: addDays(at.today, days), proctor_id: marcus.id }, ana)
  const ids = [await plan(30), await plan(31), await plan(32)]
  const counted = async () => call(api.get, { id: marcus.id }, await at.as(ana))
  expect(await counted()).toMatchObject({ coming_shifts: 3, next_shift: addDays(at.today, 30) })
  for (const [id, status] of [
    [ids[0], 'cancelled'],
    [ids[2], 'declined'],
  ] as const)
    await at.fixture.rows(`update public.shifts set status = $2 where id = $1`, [id, status])
  expect(await counted()).toMatchObject({ coming_shifts: 1, next_shift: addDays(at.today, 31) })
})
