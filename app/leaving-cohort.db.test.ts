/** Students who leave their cohort are taken off their shifts, where the school says so. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { fakeCohort } from '#features/cohorts/fake.ts'
import { cohortHandlers } from '#features/cohorts/server/handlers.ts'
import { readinessOf } from '#features/credentials/server/public.ts'
import { loadCohortHours, missingHoursOf } from '#features/hours/server/public.ts'
import { createShiftFixture } from '#features/shifts/server/fake.ts'
import { holdingCommands } from './holding-commands.ts'

const api = cohortHandlers({ readinessOf, missingHoursOf, loadCohortHours, seats: holdingCommands })
let at: Awaited<ReturnType<typeof createShiftFixture>>

beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

it('frees the seats from that day on, and only for those who leave without a new cohort', async () => {
  const { fixture, people, school, today } = at
  const context = await fixture.as(people.ana)
  const [ben, liz] = [
    await fixture.person({ role: 'student', school }),
    await fixture.person({ role: 'student', school }),
  ]
  const create = async () => (await call(api.create, { ...fakeCohort(), school_id: school }, { context })).id
  const [first, second] = [await create(), await create()]
  const [early, late, later] = [
    await at.published({ date: addDays(today, 10) }),
    await at.published({ date: addDays(today, 40) }),
    await at.published({ date: addDays(today, 50) }),
  ]
  const change = {
    school_id: school,
    students: [{ student_id: ben.id }, { student_id: liz.id }],
    on_date: today,
  }
  const move = (cohort_id: string | null, more: object) =>
    call(
      api.changeMemberships,
      { ...change, idempotency_key: randomUUID(), reason: 'enrolled', cohort_id, ...more },
      { context },
    )
  await move(first, { frees_seats: true })
  for (const shift of [early, late, later])
    for (const { id } of [ben, liz])
      await fixture.rows(
        `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
         select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
         from public.shifts x where x.id = $1`,
        [shift, id],
      )
  const held = () =>
    fixture.rows(
      `select a.student_id, a.shift_id from public.assignments a where a.shift_id = any ($1) and a.status = 'assigned' order by 1, 2`,
      [[early, late, later]],
    )
  const before = await held()
  expect(before).toHaveLength(6)
  await move(second, { reason: 'transferred', frees_seats: true })
  expect(await held()).toEqual(before)

  const leaving = { cohort_id: null, on_date: addDays(today, 20) }
  const planned = await call(api.planChange, { ...change, ...leaving }, { context })
  expect(planned.map((row) => row.shifts_ahead)).toEqual([2, 2])
  await move(null, { ...leaving, reason: 'dismissed', students: [{ student_id: ben.id }] })
  expect(await held()).toEqual(before)
  await move(null, {
    ...leaving,
    reason: 'dismissed',
    frees_seats: true,
    students: [{ student_id: liz.id }],
  })
  expect(await held()).toEqual(
    before.filter((one) => !(one['student_id'] === liz.id && one['shift_id'] !== early)),
  )
  // Once about both shifts, and once about the cohort.
  const heard = await fixture.rows<{ code: string }>(
    `select code from public.notifications where recipient_id = $1 and code in ('notification.group', 'cohort.left') order by 1`,
    [liz.id],
  )
  expect(heard.map(({ code }) => code)).toEqual(['cohort.left', 'notification.group'])
})
