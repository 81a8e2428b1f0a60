/** Rotations on the real database: how they are made, that their shifts follow them, and who may do it. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, weekdayOf } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { openSlotsHandlers } from '#features/open-slots/server/handlers.ts'
import { semesterHandlers } from '#features/semesters/server/handlers.ts'
import { createPlaces, type Places } from '#features/shifts/server/fake.ts'
import type { RotationDetail, RotationFields } from '../contract.ts'
import { rotationHandlers } from './handlers.ts'

let at: Places
const api = rotationHandlers()
const slots = openSlotsHandlers()
const semesters = semesterHandlers()
beforeAll(async () => {
  at = await createPlaces()
})
afterAll(() => at.world.close())

const as = async (who: Person | null) => ({ context: await at.world.as(who) })
const key = (id: string) => ({ id, idempotency_key: randomUUID() })
const NOT_THEIRS = /sign in|may not|find that rotation|have a look|school/i

/** A Monday far enough ahead, in the semester. */
const monday = () => {
  const day = addDays(at.today, 40)
  return addDays(day, 8 - weekdayOf(day))
}
const fieldsOf = (more: Partial<RotationFields> = {}): RotationFields => ({
  semester_id: at.semesters[at.school]!,
  name: 'Medical-surgical II',
  course_code: 'NRS 210',
  facility_id: at.ward,
  specialty: 'med_surg',
  experience_type: 'group',
  pattern: { weekdays: [1, 3], every_weeks: 1, from: monday(), to: addDays(monday(), 10), skipped: [] },
  start_time: '07:00',
  end_time: '15:00',
  break_min: 30,
  conference_min: 0,
  seats: 6,
  min_seats: 0,
  level_seats: {},
  requires: [],
  cohort_ids: [],
  instructors: [],
  ...more,
})
const create = async (more: Partial<RotationFields> = {}, who: Person | null = at.people.ana, id = randomUUID()) =>
  call(api.create, { ...key(id), ...fieldsOf(more) }, await as(who)) // prettier-ignore
const get = async (id: string, who: Person = at.people.ana) => call(api.get, { id }, await as(who))
const update = async (
  rotation: RotationDetail,
  more: Partial<RotationFields>,
  reason: string | null = null,
  who: Person = at.people.ana,
) => {
  const { id, version } = rotation
  const { semester_id: _semester, ...fields } = fieldsOf()
  const kept = Object.fromEntries(
    Object.keys(fields).map((name) => [name, rotation[name as keyof RotationDetail]]),
  ) as Omit<RotationFields, 'semester_id'>
  return call(api.update, { ...key(id), version, reason, ...kept, ...more }, await as(who))
}
const statuses = ({ shifts }: RotationDetail) => shifts.map(({ status }) => status)
const shiftsOf = (id: string) =>
  at.world.rows<{ id: string; date: string; start_time: string; status: string; capacity: number; proctor_id: string | null; title: string; change: object | null }>(
    `select s.id, s.date::text, s.start_time::text, s.status, s.capacity, s.proctor_id, s.title, s.change from public.shifts s
     join public.rotations r on r.series_id = s.series_id where r.id = $1 order by s.date`,
    [id],
  ) // prettier-ignore

describe('a rotation made by hand', () => {
  it('has a draft on each of its days, led by who leads that weekday, and is made once', async () => {
    const id = randomUUID()
    const made = await create(
      { instructors: [{ weekday: 1, proctor_id: at.people.marcus.id }] },
      at.people.ana,
      id,
    )
    expect(made).toMatchObject({ release: 'draft', origin: 'hand', shift_count: 4, draft_count: 4, seats: 6, weekdays: [1, 3], place: '5 East, North' }) // prettier-ignore
    await create({ instructors: [{ weekday: 1, proctor_id: at.people.marcus.id }] }, at.people.ana, id)
    const shifts = await shiftsOf(id)
    expect(shifts.map(({ proctor_id }) => proctor_id)).toEqual([
      at.people.marcus.id,
      null,
      at.people.marcus.id,
      null,
    ])
    expect(shifts[0]).toMatchObject({ date: monday(), title: 'Medical-surgical II', capacity: 6 })
    const listed = await call(api.list, { semester_id: at.semesters[at.school] }, await as(at.people.ana))
    expect(listed.filter((row) => row.id === id)).toHaveLength(1)
  })

  it('is refused whole where one of its days cannot be', async () => {
    await expect(create({ min_seats: 9 })).rejects.toThrow('There are 6 seats')
    const id = randomUUID()
    const late = { ...fieldsOf().pattern, to: addDays(at.today, 340) }
    await expect(create({ pattern: late }, at.people.ana, id)).rejects.toThrow('This year runs')
    await expect(get(id)).rejects.toThrow('find that rotation')
  })

  it('is the school’s alone', async () => {
    const { id, version } = await create()
    for (const who of [at.people.frank, at.people.marcus, at.people.rob, null]) {
      await expect(call(api.get, { id }, await as(who))).rejects.toThrow(NOT_THEIRS)
      await expect(call(api.cancel, { ...key(id), version, reason: 'No.' }, await as(who))).rejects.toThrow(NOT_THEIRS) // prettier-ignore
    }
    expect(await call(api.list, {}, await as(at.people.rob))).toEqual([])
    await expect(create({}, at.people.rob)).rejects.toThrow()
    await expect(
      at.world.act(at.people.rob, (tx) => tx.updateTable('rotations').set({ seats: 1 }).where('id', '=', id).returning('id').execute()),
    ).resolves.toEqual([]) // prettier-ignore
  })
})

describe('its shifts', () => {
  it('follow it: what changed of it, days that go and days that come', async () => {
    const made = await create({ name: 'Follows' })
    const told = await call(api.preview, { id: made.id, ...fieldsOf({ name: 'Follows', seats: 5, pattern: { ...fieldsOf().pattern, weekdays: [1, 4] } }) }, await as(at.people.ana)) // prettier-ignore
    expect(told).toMatchObject({ changed: 2, added: 2, removed: 2, asked: 0, refused: [] })
    const { rotation, follow_up } = await update(made, {
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

  it('that the facility agreed on are asked of it, with a reason, and canceled where the day goes', async () => {
    const made = await create({ name: 'Agreed', facility_id: at.icu })
    for (const { id } of await shiftsOf(made.id)) {
      await at.submit(id)
      await at.approve(id)
    }
    const agreed = await get(made.id)
    expect(agreed).toMatchObject({ agreed_count: 4 })
    await expect(update(agreed, { start_time: '08:00' })).rejects.toThrow('Say why it changes')
    const { rotation, follow_up } = await update(
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
    // The facility reads one notification of all of it.
    const read = await receivedBy(at.world, at.people.frank)
    expect(read.filter(({ title }) => title === 'Agreed: shifts changed')).toHaveLength(1)
  })

  it('stay in it when somebody edits some of them, say so, and can be brought in line', async () => {
    const made = await create({ name: 'Edited' })
    const [first, second] = await shiftsOf(made.id)
    const { version } = await at.locked(second!.id)
    await call(
      at.api.updateSeries,
      { id: second!.id, version, scope: 'following', fields: { start_time: '09:00' }, reason: null },
      await as(at.people.ana),
    )
    const edited = await get(made.id)
    expect(edited).toMatchObject({ shift_count: 4, differing_count: 3 })
    expect(edited.shifts.map(({ differs }) => differs)).toEqual([[], ['start'], ['start'], ['start']])
    expect(edited.shifts[0]!.id).toBe(first!.id)
    const { rotation } = await call(api.align, { ...key(made.id), version: edited.version, reason: null }, await as(at.people.ana)) // prettier-ignore
    expect(rotation.differing_count).toBe(0)
  })

  it('go with a rotation that is canceled, each as far as it was', async () => {
    const made = await create({ name: 'Ends', facility_id: at.icu, start_time: '15:00', end_time: '19:00' })
    const [first, second] = await shiftsOf(made.id)
    await at.submit(first!.id)
    await at.approve(first!.id)
    await at.submit(second!.id)
    const { rotation, follow_up } = await call(
      api.cancel,
      { ...key(made.id), version: made.version, reason: 'The course is not taught.' },
      await as(at.people.ana),
    )
    expect(follow_up).toMatchObject({ removed: 2, withdrawn: 1, canceled: 1 })
    expect(rotation).toMatchObject({ release: 'canceled', cancel_reason: 'The course is not taught.' })
    await expect(update(rotation, { seats: 3 })).rejects.toThrow('is canceled')
  })

  it('follow one of two who change it at once; the other reads that it changed', async () => {
    const made = await create({ name: 'Twice' })
    const both = await Promise.allSettled([
      update(made, { seats: 4 }),
      update(made, { seats: 3 }, null, at.people.una),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [refused] = both.filter((one) => one.status === 'rejected')
    expect(String(refused!.reason)).toContain('Somebody changed this rotation')
    expect(new Set((await shiftsOf(made.id)).map(({ capacity }) => capacity)).size).toBe(1)
  })
})

describe('a rotation can be made', () => {
  it('of a series of shifts, once, as most of them are', async () => {
    const series = randomUUID()
    const { date: _date, ...plain } = { ...fieldsOf(), date: '' }
    const { seats: capacity, pattern, name: title } = plain
    await call(
      at.api.createSeries,
      {
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
        min_to_run: 1,
        break_min: 30,
        conference_min: 0,
        credited_hours_override: null,
        credited_hours_reason: null,
        cohort_ids: [],
        objectives: [],
        proctor_id: at.people.marcus.id,
        preceptor_id: null,
        signup_mode: 'assigned',
        signup_policy: 'first_come',
        signup_opens_at: null,
        signup_closes_at: null,
        arrival_note: null,
        pattern,
      },
      await as(at.people.ana),
    )
    const loose = await call(api.series, undefined, await as(at.people.ana))
    expect(loose.find((one) => one.series_id === series)).toMatchObject({ shift_count: 4, weekdays: [1, 3] })
    const adopt = async (who: Person, id = randomUUID()) =>
      call(api.adopt, { ...key(id), series_id: series }, await as(who))
    await expect(adopt(at.people.rob)).rejects.toThrow('no shifts')
    const made = await adopt(at.people.ana)
    expect(made).toMatchObject({ origin: 'series', name: title, course_code: 'NRS 211', seats: 6, shift_count: 4, differing_count: 0, instructors: [{ weekday: 1 }, { weekday: 3 }] }) // prettier-ignore
    await expect(adopt(at.people.ana)).rejects.toThrow('a rotation already')
    const left = await call(api.series, undefined, await as(at.people.ana))
    expect(left.map((one) => one.series_id)).not.toContain(series)
  })

  it('of the days that a facility offers on a unit, all or none', async () => {
    const unit = await at.world.facility({ kind: 'unit', parent: at.north, name: 'Offering' })
    const offer = async (dates: string[], start_time = '07:00') => {
      const id = randomUUID()
      await call(
        slots.offer,
        { id, facility_id: unit, dates, start_time, end_time: '15:00', experience_type: 'group', seats: 4, note: null, school_ids: [] },
        await as(at.people.frank),
      ) // prettier-ignore
      return at.world.rows<{ id: string; version: number }>('select id, version from public.open_slots where offer_id = $1 order by date', [id]) // prettier-ignore
    }
    const days = await offer([monday(), addDays(monday(), 7), addDays(monday(), 9)])
    const [other] = await offer([addDays(monday(), 14)], '09:00')
    const take = async (chosen: { id: string; version: number }[], who = at.people.ana, id = randomUUID()) =>
      call(api.takeSlots, { ...key(id), slots: chosen, name: 'Offered' }, await as(who))
    await expect(take([...days, other!])).rejects.toThrow('the same hours each day')
    await expect(take([...days, { id: randomUUID(), version: 1 }])).rejects.toThrow('Nothing was taken')
    const id = randomUUID()
    const made = await take(days, at.people.ana, id)
    expect(made).toMatchObject({ origin: 'slots', shift_count: 3, agreed_count: 3, seats: 4, weekdays: [1, 3], differing_count: 0 }) // prettier-ignore
    expect((await take(days, at.people.ana, id)).id).toBe(made.id)
    await expect(take(days, at.people.rob)).rejects.toThrow('Nothing was taken')
  })

  it('by copying a semester, with its shifts on the same weekdays, and goes when that is undone', async () => {
    const source = randomUUID()
    const [start, end] = [addDays(monday(), 350), addDays(monday(), 410)]
    await at.world.rows(
      `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active)
       values ($1, $2, 'Source', $3, $4, 'custom', '2027–2028', true)`,
      [source, at.school, start, end],
    )
    const pattern = { ...fieldsOf().pattern, from: start, to: addDays(start, 10) }
    const made = await create({ semester_id: source, name: 'Copied', pattern, instructors: [{ weekday: 3, proctor_id: at.people.denise.id }], requires: ['fundamentals'] }) // prettier-ignore
    const target = randomUUID()
    const { copy } = await call(
      semesters.copy,
      {
        id: source,
        idempotency_key: randomUUID(),
        target: { kind: 'new', id: target, name: 'Target', start_date: addDays(start, 70), end_date: addDays(start, 130), semester_type: 'custom', academic_year: '2027–2028', is_active: false, settings: {} },
        mode: 'keep_weekdays',
        options: { instructors: true, units: true, capacity: true, series: true, cohorts: true, flagged: 'copy' },
      } as never,
      await as(at.people.ana),
    ) // prettier-ignore
    const [copied] = await call(api.list, { semester_id: target }, await as(at.people.ana))
    expect(copied).toMatchObject({ name: 'Copied', origin: 'copy', weekdays: [1, 3], shift_count: 4, draft_count: 4 }) // prettier-ignore
    const detail = await get(copied!.id)
    expect(detail).toMatchObject({ differing_count: 0, requires: ['fundamentals'], instructors: [{ weekday: 3, proctor_id: at.people.denise.id }] }) // prettier-ignore
    // Changing the copy leaves where it came from alone.
    await update(detail, { seats: 2 })
    expect((await get(made.id)).seats).toBe(6)
    await call(semesters.undoCopy, { ...key(copy.id) } as never, await as(at.people.ana))
    expect(await call(api.list, { semester_id: target }, await as(at.people.ana))).toEqual([])
  })
})
