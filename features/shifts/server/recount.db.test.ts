/** After a rule on seats changes, upcoming shifts are recounted: a page shows exactly the seats that can be claimed. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { receivedBy } from '#app/testing-notifications.ts'
import { seatCalls as seats } from '#features/assignments/server/fake.ts'
import { restSeatsAgain } from '#features/assignments/server/public.ts'
import type { Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { createShiftFixture, offer, type ShiftFixture } from './fake.ts'
import { recountSeats } from './commands/recount-seats.ts'

let at: ShiftFixture
const students: Person[] = []
let day = 40
let date: string
beforeAll(async () => {
  at = await createShiftFixture()
  for (let n = 0; n < 4; n += 1)
    students.push(await at.fixture.person({ role: 'student', school: at.school }))
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  date = addDays(at.today, (day += 3))
  await unit(12)
  await school({})
  await recount()
})

const unit = (most: number) =>
  at.fixture.rows(
    'update public.units set max_students_per_shift = $2, exclusive_school = false where id = $1',
    [at.ward, most],
  )
const school = (settings: object) =>
  at.fixture.rows('update public.schools set settings = $2, regulatory_profile_id = null where id = $1', [
    at.school,
    JSON.stringify(settings),
  ])
/** Runs the worker until the queue is empty. */
async function recount(most = 500): Promise<number> {
  const services = {
    passOver: (_id: string, error: Error) => void expect.unreachable(error.message),
    restSeatsAgain,
  }
  let rounds = 0
  while (await withActor(at.fixture.workerPool, null, (tx) => recountSeats(tx, services, most))) rounds += 1
  return rounds
}
const counted = async (id: string, who: Person = at.people.ana) => {
  const { status, seats: all, seats_limit, seats_taken, version } = await at.get(id, who)
  return { status, seats: all, seats_limit, seats_taken, version }
}
const give = async (id: string, student: Person) => {
  const of = { shift_id: id, student_ids: [student.id], override_reason: null }
  const [placed] = await call(seats.assign, of, await at.as(at.people.ana))
  if (!placed!.assignment_id) throw new Error(placed!.message!)
}
const waits = () => at.fixture.rows('select 1 from priv.seat_recounts')

describe('recounting seats', () => {
  it('happens when a school allows fewer students, and when it allows more again', async () => {
    const id = await at.published({ date, capacity: 8 })
    const before = await counted(id)
    expect(before).toMatchObject({ status: 'published', seats: 8, seats_limit: 'shift' })
    await school({ max_students_per_instructor: 5 })
    await recount()
    expect(await counted(id)).toEqual({ ...before, seats: 5, seats_limit: 'school' })
    await school({ max_students_by_specialty: { med_surg: 4 } })
    await recount()
    expect(await counted(id)).toMatchObject({ seats: 4, seats_limit: 'school' })
    await school({})
    await recount()
    expect(await counted(id)).toEqual(before)
  })

  it('happens when a board changes its ratio, for the schools that follow it', async () => {
    const id = await at.published({ date, capacity: 8 })
    const other = await at.published({ date: addDays(date, 100), capacity: 8 }, at.people.rob)
    const [profile] = await at.fixture.rows<{ id: string }>(
      `with p as (insert into public.regulatory_profiles (jurisdiction, level, effective_from, max_students_per_instructor)
         values ('Iowa', 'BSN', '2024-07-01', 10) returning id)
       update public.schools c set regulatory_profile_id = p.id from p where c.id = $1 returning p.id`,
      [at.school],
    )
    await recount()
    expect(await counted(id)).toMatchObject({ seats: 8 })
    const ratio = (most: number) =>
      at.fixture.rows(
        'update public.regulatory_profiles set max_students_per_instructor = $2 where id = $1',
        [profile!.id, most],
      )
    await ratio(6)
    await recount()
    expect(await counted(id)).toMatchObject({ seats: 6, seats_limit: 'ratio' })
    expect(await counted(other, at.people.rob)).toMatchObject({ seats: 8, seats_limit: 'shift' })
    await school({})
    await recount()
    expect(await counted(id)).toMatchObject({ seats: 8 })
  })

  it('happens when a board gets a new rule, for the shifts from its first day', async () => {
    await at.fixture.rows(
      `with p as (insert into public.regulatory_profiles (jurisdiction, level, effective_from, max_students_per_instructor)
         values ('Ohio', 'BSN', '2024-07-01', 7) returning id)
       update public.schools c set regulatory_profile_id = p.id from p where c.id = $1`,
      [at.school],
    )
    const before = await at.published({ date, capacity: 8 })
    const after = await at.published({ date: addDays(date, 1), capacity: 8 })
    await recount()
    const add = (from: string, until: string | null, most: number) =>
      at.fixture.rows(
        `insert into public.regulatory_profiles (jurisdiction, level, effective_from, effective_to, max_students_per_instructor)
         values ('Ohio', 'BSN', $1, $2, $3)`,
        [from, until, most],
      )
    await add(addDays(date, 1), null, 5)
    await recount()
    expect(await counted(before)).toMatchObject({ seats: 7, seats_limit: 'ratio' })
    expect(await counted(after)).toMatchObject({ seats: 5, seats_limit: 'ratio' })
    // A rule that is over leaves the earlier one in force.
    await add(addDays(date, -1), addDays(date, -1), 2)
    await recount()
    expect(await counted(before)).toMatchObject({ seats: 7 })
    await school({})
    await recount()
  })

  it('applies a changed rest after a night to seats and leaders that there are, except where the next shift is given', async () => {
    const led = { proctor_id: at.people.marcus.id }
    const times = { start_time: '19:00', end_time: '07:00', capacity: 4 }
    const night = await at.published({ date, ...times, ...led })
    const next = await at.published({
      date: addDays(date, 1),
      start_time: '16:00',
      end_time: '20:00',
      facility_id: at.icu,
      capacity: 4,
    })
    await give(night, students[0]!)
    await give(night, students[1]!)
    await give(next, students[1]!)
    const rests = async () => {
      const rows = await at.fixture.rows<{ rest: string }>(
        `select (extract(epoch from upper(a.busy) - upper(a.during)) / 3600)::integer::text as rest from public.assignments a
         where a.shift_id = $1 and a.status = 'assigned' order by a.student_id = $2`,
        [night, students[1]!.id],
      )
      const leaders = await at.fixture.rows<{ rest: string }>(
        `select (extract(epoch from upper(t.busy) - s.ends_at) / 3600)::integer::text as rest from priv.leader_times t join public.shifts s on s.id = t.shift_id
         where t.shift_id = $1`,
        [night],
      )
      return [...rows, ...leaders].map(({ rest }) => Number(rest))
    }
    expect(await rests()).toEqual([8, 8, 8])
    await school({ rest_after_night_h: 12 })
    await recount()
    // Nine hours after the night, the second student is on another shift.
    expect(await rests()).toEqual([12, 9, 12])
    await school({ rest_after_night_h: 6 })
    await recount()
    expect(await rests()).toEqual([6, 6, 6])
    await school({})
    await recount()
    expect(await rests()).toEqual([8, 8, 8])
  })

  it('happens when a unit or an agreement takes fewer; the approval stays', async () => {
    const id = await at.published({ date, capacity: 8 })
    const approved = await at.draft({ date: addDays(date, 1), capacity: 8 })
    await at.submit(approved)
    await at.approve(approved)
    await unit(7)
    await recount()
    expect(await counted(id)).toMatchObject({ status: 'published', seats: 7, seats_limit: 'unit' })
    expect(await counted(approved)).toMatchObject({ status: 'approved', seats: 7, seats_limit: 'unit' })
    expect((await at.get(id)).approved_capacity).toBe(8)
    await unit(12)
    const agreement = (set: string) =>
      at.fixture.rows(`update public.partnerships set ${set} where school_id = $1`, [at.school])
    await agreement(`quota_by_unit = '[{"unit_id": "${at.ward}", "seats": 1}]'`)
    await recount()
    expect(await counted(id)).toMatchObject({ status: 'full', seats: 0, seats_limit: 'agreement' })
    await agreement(`quota_by_unit = '[]'`)
    await recount()
    expect(await counted(id)).toMatchObject({ status: 'published', seats: 8, seats_limit: 'shift' })
  })

  it('takes no one’s seat: the shift is full, and its school is notified once', async () => {
    const id = await at.published({ date, capacity: 8 })
    await at.published({ date: addDays(date, 30), capacity: 8 })
    for (const student of students.slice(0, 3)) await give(id, student)
    const before = (await receivedBy(at.fixture, at.people.ana, 'seat_changed')).length
    await school({ max_students_per_instructor: 2 })
    await recount()
    await recount()
    expect(await counted(id)).toMatchObject({
      status: 'full',
      seats: 3,
      seats_taken: 3,
      seats_limit: 'school',
    })
    const notified = (await receivedBy(at.fixture, at.people.ana, 'seat_changed')).slice(before)
    expect(notified).toHaveLength(1)
    expect(notified[0]!.title).toMatch(/^A rule on seats changed: \d+ shifts have other seats now$/)
    expect(notified[0]!.message).toMatch(
      /^Fewer seats on \d+ shifts, more on none\. 1 of them has more students than the rule allows; they keep their seats\.$/,
    )
    expect(await receivedBy(at.fixture, students[0]!, 'seat_changed')).toEqual([])
    const trail = await call(at.api.trail, { id }, await at.as(at.people.ana))
    expect(trail.find(({ event }) => event === 'recount')).toMatchObject({
      actor_name: null,
      reason: 'Lake School allows 2 students per instructor.',
      details: { seats: [8, 3] },
    })
    await expect(give(id, students[3]!)).rejects.toThrow('Lake School allows 2 students per instructor.')
  })

  it('offers waitlisted students the seats that a looser rule adds', async () => {
    await school({ max_students_per_instructor: 1 })
    const id = await at.published({ date, capacity: 3, signup_mode: 'request' })
    await give(id, students[0]!)
    await call(seats.joinWaitlist, { shift_id: id, id: randomUUID() }, await at.as(students[1]!))
    await school({ max_students_per_instructor: 2 })
    await recount()
    await offer(at)
    const held = await at.fixture.rows(
      'select status from public.assignments where shift_id = $1 and student_id = $2',
      [id, students[1]!.id],
    )
    expect(held).toEqual([{ status: 'offered' }])
  })

  it('works in batches, and only if a rule changed', async () => {
    const ids = [await at.published({ date }), await at.published({ date: addDays(date, 50) })]
    await at.fixture.rows(
      `update public.schools set settings = settings || '{"drop_cutoff_h": 24}' where id = $1`,
      [at.school],
    )
    expect(await waits()).toEqual([])
    await school({ max_students_per_instructor: 3 })
    expect(await waits()).toHaveLength(1)
    expect(await recount(1)).toBeGreaterThan(1)
    for (const id of ids) expect(await counted(id)).toMatchObject({ seats: 3 })
    expect(await waits()).toEqual([])
  })

  it('includes shifts on the unit of a shift that releases its seats', async () => {
    const ids = [await at.published({ date, capacity: 6 }), await at.published({ date, capacity: 6 })]
    await unit(8)
    await recount()
    for (const id of ids) expect(await counted(id)).toMatchObject({ seats: 2, seats_limit: 'unit' })
    await at.cancel(ids[0]!)
    await recount()
    expect(await counted(ids[1]!)).toMatchObject({ seats: 6, seats_limit: 'shift' })
  })
})
