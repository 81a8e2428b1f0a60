/** A partnership ends on its last day, and with it the shifts that were to be canceled: the two features are wired in api.ts. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { partnershipHandlers } from '#features/partnerships/server/handlers.ts'
import { letDaysPass } from '#features/partnerships/server/public.ts'
import { createPlaces, type Places } from '#features/shifts/server/fake.ts'
import { cancelAfterAgreement } from '#features/shifts/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import { receivedBy } from './testing-notifications.ts'

let at: Places
let jenna: Person
let noah: Person
let priya: Person
let day = 50
const partnerships = partnershipHandlers()
beforeAll(async () => {
  at = await createPlaces()
  jenna = await at.world.person({ role: 'student', school: at.school })
  noah = await at.world.person({ role: 'student', school: at.school })
  priya = await at.world.person({ role: 'facility_admin', facility: at.ward })
})
afterAll(() => at.world.close())

const nextDay = () => addDays(at.today, ++day)
const row = async (id: string) =>
  (
    await at.world.rows<Record<string, unknown>>(
      'select status, counter, seats_taken from public.shifts where id = $1',
      [id],
    )
  )[0]
/** A shift that students see, with one who has a seat and one who waits, led by an instructor and a preceptor. */
async function held(): Promise<string> {
  const id = await at.published({ date: nextDay(), proctor_id: at.people.marcus.id })
  await at.world.rows('update public.shifts set preceptor_id = $2 where id = $1', [id, priya.id])
  for (const [student, status] of [
    [jenna, 'assigned'],
    [noah, 'waitlisted'],
  ] as const)
    await at.world.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy) select x.id, x.school_id, $2, $3, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
       from public.shifts x where x.id = $1`,
      [id, student.id, status],
    )
  return id
}

it('what was agreed on later is canceled, what was asked for withdrawn, and everyone on it is notified once', async () => {
  const id = await held()
  const countered = await at.draft({ date: nextDay() })
  await at.submit(countered)
  await call(
    at.api.counter,
    { ...(await at.locked(countered)), proposal: { capacity: 2 }, note: 'Two fit.' },
    await at.as(at.people.frank),
  )
  const [deal] = await at.world.rows<{ id: string; version: number }>(
    'select id, version from public.partnerships where school_id = $1 and organization_id = $2',
    [at.school, at.organization],
  )
  const asFrank = await at.as(at.people.frank)
  const later = await call(partnerships.laterShifts, { id: deal!.id, after: at.today }, asFrank)
  const decisions = later.map((shift) => ({ shift_id: shift.id, action: 'cancel' as const }))
  await call(partnerships.terminate, { ...deal!, reason: 'We close.', decisions }, asFrank)
  expect(await row(id)).toMatchObject({ status: 'published' })
  const [ending] = await at.world.rows<{ ends_on: string }>(
    'select ends_on from public.partnerships where id = $1',
    [deal!.id],
  )
  await withActor(at.world.workerPool, null, (tx) =>
    letDaysPass(tx, `${addDays(ending!.ends_on, 1)}T18:00:00Z`, cancelAfterAgreement),
  )
  expect(await row(id)).toMatchObject({ status: 'cancelled', seats_taken: 0 })
  expect(await row(countered)).toMatchObject({ status: 'withdrawn', counter: null })
  expect(await at.world.rows('select status from public.assignments where shift_id = $1', [id])).toEqual([
    { status: 'cancelled' },
    { status: 'cancelled' },
  ])
  // Each of them once, however many of their shifts were canceled.
  for (const who of [jenna, at.people.marcus, priya])
    expect(
      (await receivedBy(at.world, who)).filter(({ message }) =>
        message.includes('The partnership has ended: We close.'),
      ),
    ).toHaveLength(1)
})
