/** Students who leave their cohort are taken off their shifts, where the school, or the superadmin who reads its roster, says so. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { fakeCohort } from '#features/cohorts/fake.ts'
import { canvasConnectionHandlers } from '#features/canvas-connections/server/handlers.ts'
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

it('frees the seats of those who left in Canvas, where the superadmin says so', async () => {
  const { fixture, people, school, today } = at
  const canvas = canvasConnectionHandlers({
    workerPool: fixture.workerPool,
    objects: fixture.objects,
    canvas: {},
    config: { appUrl: 'http://localhost' },
    tasks: { run: async () => ({ ms: 0 }) },
    seats: holdingCommands,
  })
  const [ana, sam] = [
    await fixture.as(people.ana),
    await fixture.as(await fixture.person({ role: 'superadmin' })),
  ]
  const cohort = (await call(api.create, { ...fakeCohort(), school_id: school }, { context: ana })).id
  const id = randomUUID()
  await fixture.rows(
    `insert into public.canvas_connections (id, school_id, base_url, auth, status, secret_set_at) values ($1, $2, 'https://x.canvas.example', 'token', 'active', now())`,
    [id, school],
  )
  const shift = await at.published({ date: addDays(today, 60) })
  const [kept, freed] = [
    await fixture.person({ role: 'student', school }),
    await fixture.person({ role: 'student', school }),
  ]
  const reason = 'enrolled' as const
  await call(
    api.changeMemberships,
    {
      school_id: school,
      cohort_id: cohort,
      on_date: today,
      reason,
      idempotency_key: randomUUID(),
      students: [{ student_id: kept.id }, { student_id: freed.id }],
    },
    { context: ana },
  )
  for (const one of [kept, freed]) {
    await fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
       from public.shifts x where x.id = $1`,
      [shift, one.id],
    )
    await fixture.rows(
      `insert into public.canvas_people (connection_id, school_id, canvas_id, name, status, student_id, matched_by) values ($1, $2, $3::uuid::text, 'Left', 'missing', $3::uuid, 'sis')`,
      [id, school, one.id],
    )
  }
  const missing = (await call(canvas.people, { id, status: 'missing' }, { context: sam })).rows
  expect(missing.map((one) => one.shifts_ahead)).toEqual([1, 1])
  const leave = async (student: { id: string }, frees_seats: boolean) =>
    call(
      canvas.settle,
      {
        id,
        person_ids: missing.filter((one) => one.student_id === student.id).map((one) => one.id),
        to: 'left',
        ends_stay: true,
        frees_seats,
      },
      { context: sam },
    )
  for (const [student, frees] of [
    [kept, false],
    [freed, true],
  ] as const)
    expect((await leave(student, frees)).rows).toMatchObject([{ refused: null }])
  expect(
    await fixture.rows(
      "select student_id from public.assignments where shift_id = $1 and status = 'assigned'",
      [shift],
    ),
  ).toEqual([{ student_id: kept.id }])
})
