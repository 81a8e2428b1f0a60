/** Rotations on the real database: how they are created, that their shifts follow them, and permissions. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, todayIn, weekdayOf } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import type { RotationDetail } from '../contract.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import { newShift } from '#features/shifts/rules.ts'
import { createRotationFixture, type RotationFixture } from './fake.ts'

let at: RotationFixture
beforeAll(async () => {
  at = await createRotationFixture()
})
afterAll(() => at.fixture.close())

const NOT_THEIRS = /sign in|may not|find that rotation|school/i
const statuses = ({ shifts }: RotationDetail) => shifts.map(({ status }) => status)
const shiftsOf = (id: string) =>
  at.fixture.rows<{
    id: string
    date: string
    start_time: string
    status: string
    capacity: number
    proctor_id: string | null
    title: string
    change: object | null
  }>(
    `select s.id, s.date::text, s.start_time::text, s.status, s.capacity, s.proctor_id, s.title, s.change from public.shifts s
     join public.rotations r on r.series_id = s.series_id where r.id = $1 order by s.date`,
    [id],
  )

describe('a rotation made by hand', () => {
  it("has a draft on each of its days, led by that weekday's instructors, and is created once", async () => {
    const id = randomUUID()
    const made = await at.create(
      { instructors: [{ weekday: 1, proctor_id: at.people.marcus.id }] },
      at.people.ana,
      id,
    )
    expect(made).toMatchObject({
      release: 'draft',
      origin: 'hand',
      shift_count: 4,
      draft_count: 4,
      seats: 6,
      weekdays: [1, 3],
      unit_label: '5 East, North',
    })
    expect(made.shifts.map((shift) => shift.leader_names.length)).toEqual([1, 0, 1, 0])
    await at.create({ instructors: [{ weekday: 1, proctor_id: at.people.marcus.id }] }, at.people.ana, id)
    const shifts = await shiftsOf(id)
    expect(shifts.map(({ proctor_id }) => proctor_id)).toEqual([
      at.people.marcus.id,
      null,
      at.people.marcus.id,
      null,
    ])
    expect(shifts[0]).toMatchObject({ date: at.monday, title: 'Medical-surgical II', capacity: 6 })
    const listed = await call(
      at.rotations.list,
      { semester_id: at.semesters[at.school] },
      await at.as(at.people.ana),
    )
    expect(listed.filter((row) => row.id === id)).toHaveLength(1)
  })

  it('is refused completely if one of its days is impossible', async () => {
    await expect(at.create({ min_seats: 9 })).rejects.toThrow('There are 6 seats')
    const id = randomUUID()
    const late = { ...at.fieldsOf().pattern, to: addDays(at.today, 340) }
    await expect(at.create({ pattern: late }, at.people.ana, id)).rejects.toThrow('This year runs')
    await expect(at.get(id)).rejects.toThrow('find that rotation')
  })

  it('belongs only to the school', async () => {
    const { id, version } = await at.create()
    for (const who of [at.people.frank, at.people.marcus, at.people.rob, null]) {
      await expect(call(at.rotations.get, { id }, await at.as(who))).rejects.toThrow(NOT_THEIRS)
      await expect(
        call(at.rotations.cancel, { ...at.key(id), version, reason: 'No.' }, await at.as(who)),
      ).rejects.toThrow(NOT_THEIRS)
    }
    expect(await call(at.rotations.list, {}, await at.as(at.people.rob))).toEqual([])
    await expect(at.create({}, at.people.rob)).rejects.toThrow('one of your semesters')
    await expect(
      at.fixture.act(at.people.rob, (tx) =>
        tx.updateTable('rotations').set({ seats: 1 }).where('id', '=', id).returning('id').execute(),
      ),
    ).resolves.toEqual([])
  })
})

describe('its shifts', () => {
  it('get new days from tomorrow on, by the day of their unit', async () => {
    const east = await at.fixture.facility({ kind: 'unit', parent: at.north, name: 'Far East' })
    await at.fixture.rows(`update public.facilities set time_zone = 'Pacific/Kiritimati' where id = $1`, [
      east,
    ])
    const made = await at.create({ name: 'Of the day', facility_id: east })
    const from = todayIn('Pacific/Kiritimati')
    const pattern = { ...made.pattern, weekdays: [1, 2, 3, 4, 5, 6, 7], from, to: addDays(from, 1) }
    const fields = at.fieldsOf({ name: made.name, facility_id: east, pattern })
    const preview = await call(at.rotations.preview, { id: made.id, ...fields }, await at.as(at.people.ana))
    expect(preview).toMatchObject({ added: 1, removed: 4 })
  })

  it('follow its changes, its removed days and its new days', async () => {
    const made = await at.create({ name: 'Follows' })
    const preview = await call(
      at.rotations.preview,
      {
        id: made.id,
        ...at.fieldsOf({
          name: 'Follows',
          seats: 5,
          pattern: { ...at.fieldsOf().pattern, weekdays: [1, 4] },
        }),
      },
      await at.as(at.people.ana),
    )
    expect(preview).toMatchObject({ changed: 2, added: 2, removed: 2, asked: 0, refused: [] })
    const { rotation, follow_up } = await at.update(made, {
      seats: 5,
      start_time: '08:00',
      pattern: { ...made.pattern, weekdays: [1, 4] },
    })
    expect(follow_up).toMatchObject({ changed: 2, added: 2, removed: 2, refused: [] })
    expect(rotation).toMatchObject({ shift_count: 4, differing_count: 0, weekdays: [1, 4] })
    const shifts = await shiftsOf(made.id)
    expect(shifts.map(({ date }) => weekdayOf(date))).toEqual([1, 4, 1, 4])
    expect(new Set(shifts.map(({ start_time, capacity }) => `${start_time} ${capacity}`))).toEqual(
      new Set(['08:00:00 5']),
    )
  })

  it('that the facility agreed on need its consent, with a reason, and are canceled if their day is removed', async () => {
    const made = await at.create({ name: 'Agreed', facility_id: at.icu })
    for (const { id } of await shiftsOf(made.id)) {
      await at.submit(id)
      await at.approve(id)
    }
    const agreed = await at.get(made.id)
    expect(agreed).toMatchObject({ agreed_count: 4 })
    await expect(at.update(agreed, { start_time: '08:00' })).rejects.toThrow('Explain why it changes')
    const { rotation, follow_up } = await at.update(
      agreed,
      { start_time: '08:00', name: 'Agreed II', pattern: { ...agreed.pattern, weekdays: [1] } },
      'Fewer students enrolled.',
    )
    expect(follow_up).toMatchObject({ changed: 2, asked: 2, canceled: 2, refused: [] })
    expect(statuses(rotation)).toEqual(['approved', 'cancelled', 'approved', 'cancelled'])
    const shifts = await shiftsOf(made.id)
    expect(shifts[0]).toMatchObject({
      title: 'Agreed II',
      start_time: '07:00:00',
      change: { start_time: '08:00' },
    })
    expect(rotation.shifts[0]!.differs).toEqual(['start'])
    // The facility reads one notification about all of it.
    const read = await receivedBy(at.fixture, at.people.frank)
    expect(read.filter(({ title }) => title === 'Agreed: shifts changed')).toHaveLength(1)
  })

  it('stay in it when someone edits some of them, are reported as different, and can be aligned', async () => {
    const made = await at.create({ name: 'Edited' })
    const [first, second] = await shiftsOf(made.id)
    const { version } = await at.locked(second!.id)
    await call(
      at.api.updateSeries,
      { id: second!.id, version, scope: 'following', fields: { start_time: '09:00' }, reason: null },
      await at.as(at.people.ana),
    )
    const edited = await at.get(made.id)
    expect(edited).toMatchObject({ shift_count: 4, differing_count: 3 })
    expect(edited.shifts.map(({ differs }) => differs)).toEqual([[], ['start'], ['start'], ['start']])
    expect(edited.shifts[0]!.id).toBe(first!.id)
    const { rotation } = await call(
      at.rotations.align,
      { ...at.key(made.id), version: edited.version, reason: null },
      await at.as(at.people.ana),
    )
    expect(rotation.differing_count).toBe(0)
  })

  it('end with a canceled rotation, each by its status', async () => {
    const made = await at.create({
      name: 'Ends',
      facility_id: at.icu,
      start_time: '15:00',
      end_time: '19:00',
    })
    const [first, second] = await shiftsOf(made.id)
    await at.submit(first!.id)
    await at.approve(first!.id)
    await at.submit(second!.id)
    const { rotation, follow_up } = await call(
      at.rotations.cancel,
      { ...at.key(made.id), version: made.version, reason: 'The course is not taught.' },
      await at.as(at.people.ana),
    )
    expect(follow_up).toMatchObject({ removed: 2, withdrawn: 1, canceled: 1 })
    expect(rotation).toMatchObject({ release: 'canceled', cancel_reason: 'The course is not taught.' })
    await expect(at.update(rotation, { seats: 3 })).rejects.toThrow('is canceled')
  })

  it('follow it in as many requests as it takes: none runs out of time, and what was done is not done again', async () => {
    const made = await at.create({
      name: 'In turns',
      facility_id: at.icu,
      start_time: '17:00',
      end_time: '21:00',
    })
    const [first, ...others] = await shiftsOf(made.id)
    for (const { id } of [first!, ...others]) {
      await at.submit(id)
      await at.approve(id)
    }
    const agreed = await at.get(made.id)
    // The machine is loaded: what is left is needed to end the request, which comes to one shift.
    const loaded = <T>(work: () => Promise<T>): Promise<T> => withTimeLimit(1_750, work)
    const change = { start_time: '16:00', pattern: { ...agreed.pattern, weekdays: [1, 4] } }
    const all = { asked: 0, canceled: 0, added: 0 }
    let requests = 0
    for (let isWhole = false; !isWhole; requests++) {
      const { rotation, follow_up } = await loaded(() => at.update(agreed, change, 'Report is earlier.'))
      for (const kind of ['asked', 'canceled', 'added'] as const) all[kind] += follow_up[kind]
      const left = follow_up.refused.filter(({ reason }) => reason === 'not_reached')
      expect(follow_up.refused).toEqual(left)
      expect(rotation.start_time).toBe(left.length > 0 ? '17:00' : '16:00')
      isWhole = left.length === 0
    }
    expect(requests).toBeGreaterThan(2)
    expect(all).toEqual({ asked: 2, canceled: 2, added: 2 })
    const changed = await at.get(made.id)
    expect(changed.weekdays).toEqual([1, 4])
    // Bringing it in line asks no one again.
    const aligned = await call(
      at.rotations.align,
      { ...at.key(made.id), version: changed.version, reason: 'Report is earlier.' },
      await at.as(at.people.ana),
    )
    expect(aligned.follow_up).toMatchObject({ changed: 0, asked: 0, refused: [] })

    // What could not follow is left out of the next request: each comes to another one.
    const context = await at.as(at.people.ana)
    const end = (refused: string[]) =>
      loaded(() =>
        call(
          at.rotations.cancel,
          { ...at.key(made.id), version: changed.version, reason: 'Not taught.', refused },
          context,
        ),
      )
    const ahead = (await shiftsOf(made.id)).filter(({ status }) => status !== 'cancelled').map(({ id }) => id)
    const begun = await end(ahead.slice(0, 1))
    expect(begun.rotation.release).not.toBe('canceled')
    expect(begun.follow_up.refused.map(({ id }) => id)).not.toContain(ahead[0])
    for (let left = 1; left > 0;) left = (await end(ahead.slice(0, 1))).follow_up.refused.length
    expect(await at.get(made.id)).toMatchObject({ release: 'canceled' })
    expect((await shiftsOf(made.id)).filter(({ status }) => status !== 'cancelled')).toHaveLength(1)
  }, 30_000)

  it('follow one of two who change it at once; the other reads that it changed', async () => {
    const made = await at.create({ name: 'Twice' })
    const both = await Promise.allSettled([
      at.update(made, { seats: 4 }),
      at.update(made, { seats: 3 }, null, at.people.una),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [refused] = both.filter((one) => one.status === 'rejected')
    const now = await at.get(made.id)
    expect(refused!.reason).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/ changed this rotation in the meantime: seats\.$/),
      data: {
        kind: 'version',
        sent_version: made.version,
        current: { id: made.id, version: now.version, seats: now.seats },
        changes: [{ fields: [{ field: 'seats', label: 'Seats', before: 6, after: now.seats }] }],
      },
    })
    // Once read, it is changed from there.
    const { data } = refused!.reason as { data: { current: RotationDetail } }
    expect(await at.update(data.current, { seats: 5 })).toMatchObject({ rotation: { seats: 5 } })
    expect(new Set((await shiftsOf(made.id)).map(({ capacity }) => capacity)).size).toBe(1)
  })
})

describe('a rotation can be created', () => {
  it('from a series of shifts, once, with what most of them have', async () => {
    const series = randomUUID()
    const { date: _date, ...plain } = { ...at.fieldsOf(), date: '' }
    const { seats: capacity, pattern, name: title } = plain
    await call(
      at.api.createSeries,
      {
        ...newShift,
        id: series,
        school_id: at.school,
        semester_id: plain.semester_id,
        title,
        course_code: 'NRS 211',
        start_time: '07:00',
        end_time: '15:00',
        facility_id: at.ward,
        specialty: 'med_surg',
        experience_type: 'group',
        capacity,
        proctor_id: at.people.marcus.id,
        pattern,
      },
      await at.as(at.people.ana),
    )
    const loose = await call(at.rotations.series, undefined, await at.as(at.people.ana))
    expect(loose.find((one) => one.series_id === series)).toMatchObject({ shift_count: 4, weekdays: [1, 3] })
    const adopt = async (who: Person, id = randomUUID()) =>
      call(at.rotations.adopt, { ...at.key(id), series_id: series }, await at.as(who))
    await expect(adopt(at.people.rob)).rejects.toThrow('no shifts')
    const made = await adopt(at.people.ana)
    expect(made).toMatchObject({
      origin: 'series',
      name: title,
      course_code: 'NRS 211',
      seats: 6,
      shift_count: 4,
      differing_count: 0,
      instructors: [{ weekday: 1 }, { weekday: 3 }],
    })
    await expect(adopt(at.people.ana)).rejects.toThrow('already a rotation')
    const left = await call(at.rotations.series, undefined, await at.as(at.people.ana))
    expect(left.map((one) => one.series_id)).not.toContain(series)
  })
})
