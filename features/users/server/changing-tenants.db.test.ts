import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Role } from '#core/roles.ts'
import type { Person } from '#database/testing.ts'
import type { Decision } from '#features/departures/contract.ts'
import { holdingCommands } from '#app/holding-commands.ts'
import { countHoldings, countUnfit, departureCommands } from '#features/departures/server/public.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { userHandlers } from './handlers.ts'

let at: ShiftFixture
let api: ReturnType<typeof userHandlers>
beforeAll(async () => {
  at = await createShiftFixture()
  api = userHandlers({ ...at.fixture, ...departureCommands(holdingCommands), countHoldings, countUnfit })
})
afterAll(() => at.fixture.close())

const context = async (who: Person) => ({ context: await at.fixture.as(who) })
const rowOf = async ({ id }: Person) =>
  (
    await at.fixture.rows<{ role: string; version: number; linked_school_id: string }>(
      'select role, version, linked_school_id from public.users where id = $1',
      [id],
    )
  )[0]!
const leaderOf = async (id: string) =>
  (await at.fixture.rows('select proctor_id from public.shifts where id = $1', [id]))[0]!['proctor_id']

async function change(
  person: Person,
  to: { role: Role; school?: string; facility?: string },
  decisions: Decision[] = [],
) {
  return call(
    api.changeRole,
    {
      id: person.id,
      version: (await rowOf(person)).version,
      role: to.role,
      linked_school_id: to.school ?? null,
      linked_facility_id: to.facility ?? null,
      reason: 'Other duties',
      decisions,
    },
    await context(at.people.sam),
  )
}
const undo = async (person: Person) => {
  const [event] = await at.fixture.rows<{ id: number }>(
    `select id from public.audit_events where entity = 'users' and entity_id = $1 and changes ?| array['role', 'linked_school_id'] order by id desc limit 1`,
    [person.id],
  )
  return call(api.undo, { event_id: Number(event!.id), reason: 'A mistake' }, await context(at.people.sam))
}
const free = (kind: Decision['kind'], id: string): Decision => ({
  kind,
  id,
  action: 'free',
  successor_id: null,
})

it('an instructor who becomes an administrator decides on the shifts, and keeps the cohorts; undoing returns the shifts', async () => {
  const iris = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Iris Holm' })
  const shift = await at.published({ date: addDays(at.today, 41), proctor_id: iris.id })
  const handed = await at.published({ date: addDays(at.today, 42), proctor_id: iris.id })
  const cohort = randomUUID()
  await at.fixture.rows(
    `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status) values ($1, $2, $3, current_date, current_date + 600, 'active')`,
    [cohort, at.school, `Fall ${cohort.slice(0, 4)}`],
  )
  await at.fixture.rows(
    `insert into public.cohort_advisors (cohort_id, school_id, user_id) values ($1, $2, $3)`,
    [cohort, at.school, iris.id],
  )
  const to = { role: 'school_admin', school: at.school } as const
  await expect(change(iris, to)).rejects.toMatchObject({
    code: 'UNDECIDED',
    data: { holdings: [{ id: shift }, { id: handed }] },
  })
  // No one continues to lead shifts in a role that leads none.
  const keep: Decision[] = [shift, handed].map((id) => ({
    kind: 'lead',
    id,
    action: 'keep',
    successor_id: null,
  }))
  await expect(change(iris, to, keep)).rejects.toMatchObject({ code: 'UNDECIDED' })
  expect(await rowOf(iris)).toMatchObject({ role: 'proctor' })

  const heir = at.people.denise.id
  await change(iris, to, [
    free('lead', shift),
    { kind: 'lead', id: handed, action: 'hand_over', successor_id: heir },
  ])
  expect(await rowOf(iris)).toMatchObject({ role: 'school_admin' })
  expect([await leaderOf(shift), await leaderOf(handed)]).toEqual([null, heir])
  expect(
    await at.fixture.rows('select 1 from public.cohort_advisors where user_id = $1', [iris.id]),
  ).toHaveLength(1)

  const undone = await undo(iris)
  expect(undone).toMatchObject({ given_back: 1, left: [{ reason: expect.stringContaining('has it now') }] })
  expect(await rowOf(iris)).toMatchObject({ role: 'proctor' })
  expect([await leaderOf(shift), await leaderOf(handed)]).toEqual([iris.id, heir])
})

it('a student who moves to another school leaves no seat behind', async () => {
  const student = await at.fixture.person({ role: 'student', school: at.school })
  const shift = await at.published({ date: addDays(at.today, 51) })
  const seat = randomUUID()
  await at.fixture.rows(
    `insert into public.assignments (id, shift_id, school_id, student_id, status, during, busy)
     select $1, x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $3`,
    [seat, student.id, shift],
  )
  await expect(change(student, { role: 'student', school: at.otherSchool })).rejects.toMatchObject({
    code: 'UNDECIDED',
  })
  await change(student, { role: 'student', school: at.otherSchool }, [free('seat', seat)])
  expect(await rowOf(student)).toMatchObject({ linked_school_id: at.otherSchool })
  expect(await at.fixture.rows('select status from public.assignments where id = $1', [seat])).toEqual([
    { status: 'removed' },
  ])
  expect(await undo(student)).toMatchObject({ given_back: 1, left: [] })
})

it("the last administrator of a school can't be moved, and no later change is undone", async () => {
  const school = await at.fixture.school('Lone College')
  const admin = await at.fixture.person({ role: 'school_admin', school })
  await expect(change(admin, { role: 'proctor', school })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('Invite another administrator first'),
  })
  await change(admin, { role: 'school_super_admin', school })

  const person = await at.fixture.person({ role: 'school_admin', school: at.school })
  await change(person, { role: 'proctor', school: at.school })
  await at.published({ date: addDays(at.today, 61), proctor_id: person.id })
  await expect(undo(person)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('something since then'),
  })
  expect(await rowOf(person)).toMatchObject({ role: 'proctor' })
})
