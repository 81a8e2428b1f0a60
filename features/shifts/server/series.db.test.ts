/** Shifts that were planned together, as one row: for the school that plans and the facility that answers. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import type { ShiftFields } from '../contract.ts'
import { fakeShift } from '../fake.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
let first: PlainDate
beforeAll(async () => {
  at = await createShiftFixture()
  first = addDays(at.today, 40)
})
afterAll(() => at.fixture.close())

/** Plans a weekly series of drafts from a day on. */
async function plan(
  weeks: number,
  from: PlainDate,
  more: Partial<Omit<ShiftFields, 'date'>> = {},
): Promise<string> {
  const id = randomUUID()
  const { date: _date, ...fields } = fakeShift({
    semester_id: at.semesters[at.school]!,
    facility_id: at.ward,
    date: from,
    ...more,
  })
  await call(
    at.api.createSeries,
    {
      ...fields,
      id,
      school_id: at.school,
      pattern: {
        weekdays: [weekdayOf(from)],
        every_weeks: 1,
        from,
        to: addDays(from, 7 * (weeks - 1)),
        skipped: [],
      },
    },
    await at.as(at.people.ana),
  )
  return id
}
const series = async (who: Person | null, filter: object) => call(at.api.series, filter, await at.as(who))

it('is one row for each series and unit, with what its shifts have in common', async () => {
  const id = await plan(4, first)
  const alone = await at.draft({ date: addDays(first, 2), facility_id: at.icu })
  const { rows, total } = await series(at.people.ana, { school_id: at.school })
  expect(total).toBe(2)
  expect(await series(at.people.ana, { school_id: at.school, page: 9 })).toEqual({
    rows: [],
    total,
    shifts: 5,
  })
  expect(rows[0]).toMatchObject({
    series_id: id,
    unit_name: '5 East',
    site_name: 'North',
    weekdays: [weekdayOf(first)],
    first_date: first,
    last_date: addDays(first, 21),
    count: 4,
    statuses: { draft: 4 },
    is_change: false,
  })
  expect(rows[0]!.shifts).toHaveLength(4)
  expect(rows[1]).toMatchObject({ series_id: null, count: 1, shifts: [{ id: alone }] })
  expect(await series(at.people.ana, { series_id: id })).toMatchObject({ total: 1 })
})

it('has no time and a range of seats if its shifts differ', async () => {
  const id = await plan(2, addDays(first, 3))
  const [planned] = (await series(at.people.ana, { series_id: id })).rows
  await call(
    at.api.update,
    { ...planned!.shifts[0]!, fields: { start_time: '08:00', capacity: 3 }, reason: null },
    await at.as(at.people.ana),
  )
  const { rows } = await series(at.people.ana, { series_id: id })
  expect(rows[0]).toMatchObject({ count: 2, start_time: null, end_time: '15:00', seats_from: 3 })
  expect(rows[0]!.seats_to).toBeGreaterThan(3)
})

it('groups a facility’s requests by series, the next due first, with changes separate', async () => {
  const later = await plan(3, addDays(first, 120), { facility_id: at.icu })
  const sooner = await plan(3, addDays(first, 5), { facility_id: at.icu })
  for (const id of [later, sooner]) {
    const { rows } = await series(at.people.ana, { series_id: id })
    await call(at.api.submit, { shifts: rows[0]!.shifts }, await at.as(at.people.ana))
  }
  await at.fixture.rows(
    `update public.shifts set respond_by = now() + interval '1 day' where series_id = $1`,
    [sooner],
  )
  const inbox = async (who: Person) => series(who, { here: true, needs: 'inbox' })
  const found = await inbox(at.people.frank)
  expect(found.rows.map(({ series_id: id, count }) => [id, count])).toEqual([
    [sooner, 3],
    [later, 3],
  ])
  const outcomes = await call(
    at.api.approve,
    { shifts: found.rows[0]!.shifts, seats: null, note: null },
    await at.as(at.people.frank),
  )
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true])
  const [approved] = (await series(at.people.ana, { series_id: sooner })).rows
  await call(
    at.api.askChange,
    { ...approved!.shifts[0]!, change: { start_time: '09:00' }, reason: 'The instructor is away.' },
    await at.as(at.people.ana),
  )
  expect((await inbox(at.people.frank)).rows.map(({ is_change, count }) => [is_change, count])).toEqual([
    [false, 3],
    [true, 1],
  ])
})

it('is countered as a whole with the same hours, unit or seats for each shift, and explains refusals', async () => {
  const id = await plan(3, addDays(first, 240))
  const shiftsOf = async () => (await series(at.people.ana, { series_id: id })).rows[0]!.shifts
  await call(at.api.submit, { shifts: await shiftsOf() }, await at.as(at.people.ana))
  const [gone, ...waiting] = await shiftsOf()
  await call(at.api.approve, { shifts: [gone!], seats: null, note: null }, await at.as(at.people.frank))
  const counter = async (who: Person) =>
    call(
      at.api.counterSeveral,
      {
        shifts: [gone!, ...waiting],
        proposal: { start_time: '15:00', end_time: '23:00', capacity: 4 },
        note: 'Days are taken.',
      },
      await at.as(who),
    )
  await expect(counter(at.people.ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await counter(at.people.eve)).some(({ ok }) => ok)).toBe(false)
  const notified = (await receivedBy(at.fixture, at.people.ana)).length
  expect((await counter(at.people.frank)).map(({ ok }) => ok)).toEqual([false, true, true])
  const heard = (await receivedBy(at.fixture, at.people.ana)).slice(notified)
  // Leads to all of them, not to the first.
  expect(heard).toMatchObject([{ data: { action_url: '/shifts?state=countered&semester=all' } }])
  expect((await series(at.people.ana, { series_id: id })).rows[0]).toMatchObject({
    statuses: { approved: 1, countered: 2 },
    counter: { start_time: '15:00', end_time: '23:00', capacity: 4 },
  })
  const accept = async (who: Person) =>
    call(
      at.api.answerCounters,
      { shifts: (await shiftsOf()).slice(1), accept: true, reason: null },
      await at.as(who),
    )
  await expect(accept(at.people.frank)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await accept(at.people.ana)).map(({ ok }) => ok)).toEqual([true, true])
  expect((await series(at.people.ana, { series_id: id })).rows[0]).toMatchObject({
    statuses: { approved: 3 },
    start_time: null,
    seats_from: 4,
  })
})

it('is asked about as a whole, and answered as a whole: one question, one answer, one notification each', async () => {
  const id = await plan(3, addDays(first, 264))
  const shiftsOf = async () => (await series(at.people.ana, { series_id: id })).rows[0]!.shifts
  await call(at.api.submit, { shifts: await shiftsOf() }, await at.as(at.people.ana))
  const [gone, ...waiting] = await shiftsOf()
  await call(at.api.approve, { shifts: [gone!], seats: null, note: null }, await at.as(at.people.frank))
  const question = async (who: Person) =>
    call(at.api.askSeveral, { shifts: [gone!, ...waiting], question: 'Who leads them?' }, await at.as(who))
  await expect(question(at.people.ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await question(at.people.eve)).some(({ ok }) => ok)).toBe(false)
  const notified = (await receivedBy(at.fixture, at.people.ana)).length
  expect((await question(at.people.frank)).map(({ ok }) => ok)).toEqual([false, true, true])
  expect((await receivedBy(at.fixture, at.people.ana)).length - notified).toBe(1)
  const answer = async (who: Person) =>
    call(
      at.api.answerSeveral,
      { shifts: (await shiftsOf()).slice(1), answer: 'Marcus Bell.' },
      await at.as(who),
    )
  await expect(answer(at.people.frank)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect((await answer(at.people.rob)).some(({ ok }) => ok)).toBe(false)
  const before = (await receivedBy(at.fixture, at.people.frank)).length
  expect((await answer(at.people.ana)).map(({ ok }) => ok)).toEqual([true, true])
  expect((await receivedBy(at.fixture, at.people.frank)).length - before).toBe(1)
  expect((await series(at.people.ana, { series_id: id })).rows[0]).toMatchObject({
    statuses: { approved: 1, pending_facility: 2 },
  })
})

it('keeps to what the asker may see, and to one school or facility', async () => {
  expect((await series(at.people.rob, {})).total).toBe(0)
  expect((await series(at.people.eve, { here: true, needs: 'inbox' })).total).toBe(0)
  await expect(series(at.people.marcus, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(series(null, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(series(at.people.sam, {})).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect((await series(at.people.sam, { school_id: at.school })).total).toBeGreaterThan(0)
})

it('notifies each person once, even if it was decided in one command', async () => {
  const id = await plan(3, addDays(first, 200))
  const shiftsOf = async () => (await series(at.people.ana, { series_id: id })).rows[0]!.shifts
  const before = (await receivedBy(at.fixture, at.people.frank)).length
  await call(at.api.submit, { shifts: await shiftsOf() }, await at.as(at.people.ana))
  expect((await receivedBy(at.fixture, at.people.frank)).length - before).toBe(1)
  const notified = (await receivedBy(at.fixture, at.people.ana)).length
  await call(
    at.api.approve,
    { shifts: await shiftsOf(), seats: null, note: null },
    await at.as(at.people.frank),
  )
  expect((await receivedBy(at.fixture, at.people.ana)).length - notified).toBe(1)
})

it('names what the facility asks about which of its days', async () => {
  const id = await plan(3, addDays(first, 61), { facility_id: at.icu })
  const of = async () => (await series(at.people.ana, { series_id: id })).rows[0]!
  expect((await of()).questions).toEqual([])
  await call(at.api.submit, { shifts: (await of()).shifts }, await at.as(at.people.ana))
  const [one, two] = (await of()).shifts
  for (const [shift, question] of [
    [one!, 'Which entrance do they use?'],
    [two!, 'Who leads them?'],
  ] as const)
    await call(at.api.ask, { ...shift, question }, await at.as(at.people.frank))
  expect((await of()).questions).toEqual([
    { id: one!.id, date: addDays(first, 61), question: 'Which entrance do they use?' },
    { id: two!.id, date: addDays(first, 68), question: 'Who leads them?' },
  ])
})

it('tells the facility which shifts of a request another school already has the unit for', async () => {
  const id = await plan(2, addDays(first, 260))
  const mine = (await series(at.people.ana, { series_id: id })).rows[0]!.shifts
  await call(at.api.submit, { shifts: mine }, await at.as(at.people.ana))
  const other = await at.draft({ date: addDays(first, 267), facility_id: at.ward }, at.people.rob)
  await at.submit(other, at.people.rob)
  const taken = async (who: Person) =>
    (await series(who, { needs: 'inbox', series_id: id })).rows[0]!.shifts.map(({ is_taken }) => is_taken)
  // What both only ask for is free.
  expect(await taken(at.people.frank)).toEqual([undefined, undefined])
  await at.approve(other)
  // The unit of today counts, not the one of the day of the request.
  await at.fixture.rows('update public.shifts set is_exclusive = false where series_id = $1', [id])
  expect(await taken(at.people.frank)).toEqual([undefined, true])
})
