import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { cancelOrMoveShift } from './commands/cancel-or-move-shift.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

// What commands of other features do to shifts, such as pausing a unit.
let at: ShiftFixture
let jenna: Person
let noah: Person
let priya: Person
let day = 50
beforeAll(async () => {
  at = await createShiftFixture()
  jenna = await at.fixture.person({ role: 'student', school: at.school })
  noah = await at.fixture.person({ role: 'student', school: at.school })
  priya = await at.fixture.person({ role: 'facility_admin', facility: at.ward })
})
afterAll(() => at.fixture.close())

const nextDay = () => addDays(at.today, ++day)
const seat = (id: string, student: Person, status: 'assigned' | 'waitlisted') =>
  at.fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, status, during, busy) select x.id, x.school_id, $2, $3, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
     from public.shifts x where x.id = $1`,
    [id, student.id, status],
  )
const row = async (id: string) =>
  (
    await at.fixture.rows<Record<string, unknown>>(
      'select status, facility_id, counter, seats, seats_taken, waiting from public.shifts where id = $1',
      [id],
    )
  )[0]
const seatsOf = async (id: string) =>
  (
    await at.fixture.rows<{ status: string }>(
      'select status from public.assignments where shift_id = $1 order by status',
      [id],
    )
  ).map(({ status }) => status)
const notifiedOf = async (id: string, who: Person) =>
  (await receivedBy(at.fixture, who))
    .filter(({ data }) => data['action_url'] === `/shift/${id}`)
    .map(({ title, message }) => `${title}: ${message}`)
const lastEvent = async (id: string) =>
  (
    await at.fixture.rows<Record<string, unknown>>(
      'select event, from_status, to_status, reason, actor_id from public.shift_events where shift_id = $1 and assignment_id is null order by id desc limit 1',
      [id],
    )
  )[0]
/** A shift that students see, with one student on it and one waitlisted, led by an instructor and a preceptor. */
async function held(): Promise<string> {
  const id = await at.published({ date: nextDay(), proctor_id: at.people.marcus.id })
  await at.fixture.rows('update public.shifts set preceptor_id = $2 where id = $1', [id, priya.id])
  await seat(id, jenna, 'assigned')
  await seat(id, noah, 'waitlisted')
  return id
}

describe('a unit is paused', () => {
  const pause = async (decisions: { shift_id: string; action: string; unit_id?: string }[]) => {
    // In the order of the facility's command: each shift, then the unit.
    await at.fixture.act(at.people.frank, async (tx) => {
      for (const { shift_id: id, action, unit_id: unit = null } of decisions)
        if (action !== 'keep')
          await cancelOrMoveShift(tx, { id, unitId: unit, reason: '5 East is paused: Floor is renovated' })
    })
    await at.fixture.rows(`update public.facilities set status = 'active' where id = $1`, [at.ward])
  }

  it('cancels agreed shifts there with everything that belongs to them', async () => {
    const id = await held()
    await pause([{ shift_id: id, action: 'cancel' }])
    expect(await row(id)).toMatchObject({ status: 'cancelled', seats_taken: 0, waiting: 0 })
    expect(await seatsOf(id)).toEqual(['cancelled', 'cancelled'])
    expect(await lastEvent(id)).toMatchObject({
      event: 'cancel',
      from_status: 'published',
      to_status: 'cancelled',
      reason: '5 East is paused: Floor is renovated',
      actor_id: at.people.frank.id,
    })
    for (const who of [jenna, noah, at.people.marcus, priya])
      expect((await notifiedOf(id, who)).at(-1)).toContain('Floor is renovated')
    expect(
      await at.fixture.rows(
        'select n.student_id from public.makeup_needs n join public.assignments a on a.id = n.assignment_id where a.shift_id = $1',
        [id],
      ),
    ).toHaveLength(1)
  })

  it('withdraws shifts that were only requested, whatever their status', async () => {
    const asked = await at.draft({ date: nextDay() })
    const other = await at.draft({ date: nextDay() })
    for (const id of [asked, other]) await at.submit(id)
    await call(
      at.api.counter,
      { ...(await at.locked(other)), proposal: { capacity: 2 }, note: 'Two fit.' },
      await at.as(at.people.frank),
    )
    await pause([asked, other].map((shift_id) => ({ shift_id, action: 'cancel' })))
    for (const id of [asked, other]) {
      expect(await row(id)).toMatchObject({ status: 'withdrawn', counter: null })
      expect(await lastEvent(id)).toMatchObject({ event: 'withdraw', to_status: 'withdrawn' })
    }
  })

  it('notifies people on a moved shift of its old and new unit', async () => {
    const id = await held()
    await pause([{ shift_id: id, action: 'move', unit_id: at.icu }])
    expect(await row(id)).toMatchObject({
      status: 'published',
      facility_id: at.icu,
      seats_taken: 1,
      waiting: 1,
    })
    expect(await lastEvent(id)).toMatchObject({
      event: 'change',
      reason: '5 East is paused: Floor is renovated',
    })
    for (const who of [jenna, noah, at.people.marcus, priya])
      expect((await notifiedOf(id, who)).at(-1)).toContain('5 East, North → ICU, North')
    const [moved] = await at.fixture.rows<{ moved_at: string | null }>(
      'select moved_at from public.assignments where shift_id = $1 and student_id = $2',
      [id, jenna.id],
    )
    expect(moved!.moved_at).not.toBeNull()
  })
})

it('notifies everyone on a published shift of the school’s own changes, old → new', async () => {
  const id = await held()
  const change = async (fields: Record<string, unknown>, reason?: string) =>
    call(at.api.update, { ...(await at.locked(id)), fields, reason }, await at.as(at.people.ana))
  await change({ title: 'Adult health', break_min: 45, arrival_note: 'Meet at the north door.' })
  await change({ proctor_id: at.people.denise.id, preceptor_id: null }, 'Marcus is ill.')
  for (const who of [jenna, noah]) {
    const heard = await notifiedOf(id, who)
    expect(heard.at(-2)).toContain('Title: Medical-surgical → Adult health.')
    expect(heard.at(-2)).toContain('Break and conference: 30 and 0 minutes → 45 and 0.')
    expect(heard.at(-2)).toContain('Credited hours: 7.5 → 7.25.')
    expect(heard.at(-2)).toContain('Meet at the north door.')
    expect(heard.at(-1)).toMatch(/Instructor: .+ → .+ Preceptor: .+ → to be named\..*Marcus is ill\./)
  }
  for (const who of [at.people.marcus, priya])
    expect(
      (await receivedBy(at.fixture, who)).filter(
        ({ title }) => title === 'One of your shifts was reassigned',
      ),
    ).toHaveLength(1)
})

it('the trail names former leaders of a shift only by name', async () => {
  const id = await held()
  await call(
    at.api.update,
    {
      ...(await at.locked(id)),
      fields: { proctor_id: at.people.denise.id, preceptor_id: null },
      reason: 'Marcus is ill.',
    },
    await at.as(at.people.ana),
  )
  const [last] = await call(at.api.trail, { id }, await at.as(at.people.ana))
  // Arrays of two are shown as before and after.
  const pairs = Object.entries(last!.details).filter(
    ([, value]) => Array.isArray(value) && value.length === 2,
  )
  expect(pairs.map(([key]) => key).toSorted()).toEqual(['preceptor_id', 'proctor_id'])
})

it('a campus shift moves to a unit only by request to its facility', async () => {
  const id = await at.draft({ date: nextDay(), facility_id: null, experience_type: 'simulation' })
  await at.submit(id)
  expect(await row(id)).toMatchObject({ status: 'approved' })
  const refused = 'This shift was planned on campus, where no facility was asked.'
  const update = async (fields: Record<string, unknown>) =>
    call(
      at.api.update,
      { ...(await at.locked(id)), fields, reason: 'A better unit.' },
      await at.as(at.people.ana),
    )
  await expect(update({ facility_id: at.ward })).rejects.toThrow(refused)
  await expect(update({ experience_type: 'group' })).rejects.toThrow(refused)
  await expect(
    call(
      at.api.askChange,
      { ...(await at.locked(id)), change: { facility_id: at.ward }, reason: 'A better unit.' },
      await at.as(at.people.ana),
    ),
  ).rejects.toThrow(refused)
  await update({ experience_type: 'skills_lab' })
  await call(
    at.api.postpone,
    { ...(await at.locked(id)), reason: 'A better unit.' },
    await at.as(at.people.ana),
  )
  await update({ facility_id: at.ward })
  await at.submit(id)
  expect(await row(id)).toMatchObject({ status: 'pending_facility', facility_id: at.ward })
})
