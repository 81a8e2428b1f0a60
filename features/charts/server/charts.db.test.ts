/** What the charts count, and for whom. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { Person } from '#database/testing.ts'
import { chartHandlers } from './handlers.ts'

let at: ShiftFixture
const api = chartHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const fill = async (who: Person | null, of = at.school) =>
  call(api.fill, { semester_id: at.semesters[of]! }, await at.as(who))
const response = async (who: Person, of = at.school) =>
  call(api.response, { semester_id: at.semesters[of]! }, await at.as(who))
const schools = async (who: Person, specialty?: 'icu' | 'med_surg') =>
  call(api.schools, specialty ? { specialty } : {}, await at.as(who))
const units = async (who: Person) => call(api.units, undefined, await at.as(who))

it('the fill rate counts seats of published shifts by week, only of the caller’s school', async () => {
  const monday = addDays(
    '2000-01-03',
    Math.ceil((Date.parse(at.today) - Date.parse('2000-01-03')) / 86_400_000 / 7) * 7 + 35,
  )
  const first = await at.published({ date: monday, capacity: 4 })
  await at.published({ date: addDays(monday, 6), capacity: 6 })
  await at.published({ date: addDays(monday, 7), capacity: 5 })
  await at.draft({ date: addDays(monday, 1) })
  await at.fixture.rows('update public.shifts set seats_taken = 3 where id = $1', [first])
  expect(await fill(at.people.ana)).toEqual([
    { week: monday, seats: 10, filled: 3 },
    { week: addDays(monday, 7), seats: 5, filled: 0 },
  ])
  expect(await fill(at.people.rob)).toEqual([])
  expect(await fill(at.people.rob, at.otherSchool)).toEqual([])
  await expect(fill(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(fill(at.people.marcus)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('the response time is the median from request to answer, with the number still waiting', async () => {
  await at.fixture.rows('delete from public.shifts')
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    const id = await at.draft({ date: addDays(at.today, 90 + n) })
    await at.submit(id)
    await at.approve(id)
    ids.push(id)
  }
  for (const [index, hours] of [1, 5, 100].entries())
    await at.fixture.rows(
      `update public.shifts set submitted_at = now() - interval '10 days', decided_at = now() - interval '10 days' + make_interval(hours => $2) where id = $1`,
      [ids[index], hours],
    )
  await at.submit(await at.draft({ date: addDays(at.today, 95) }))
  expect(await response(at.people.ana)).toEqual([
    { facility: 'River Health', answered: 3, waiting: 1, median_hours: 5 },
  ])
  expect(await response(at.people.rob, at.otherSchool)).toEqual([])
})

it('seats by unit cover the next twelve weeks in the caller’s units', async () => {
  await at.fixture.rows('delete from public.shifts')
  const agreed = await at.draft({ date: addDays(at.today, 30), capacity: 4 })
  await at.submit(agreed)
  await at.approve(agreed)
  await at.submit(await at.draft({ date: addDays(at.today, 31), capacity: 6 }))
  await at.submit(await at.draft({ date: addDays(at.today, 120), capacity: 8 }))
  const rows = (await units(at.people.frank)).map(({ unit, approved, waiting }) => [unit, approved, waiting])
  expect(rows).toEqual([
    ['5 East', 4, 6],
    ['ICU', 0, 0],
  ])
  expect(await units(at.people.eve)).toEqual([])
})

it('seats by school are what each requested of the caller’s units, with the outcome', async () => {
  await at.fixture.rows('delete from public.shifts')
  const { ana, rob, frank, eve } = at.people
  const sent = async (who: Person, days: number, capacity: number, more: object = {}) => {
    const id = await at.draft({ date: addDays(at.today, days), capacity, ...more }, who)
    await at.submit(id, who)
    return id
  }
  await at.approve(await sent(ana, 30, 4), 3)
  await sent(ana, 31, 6)
  await at.fixture.rows(`update public.shifts set status = 'declined' where id = $1`, [
    await sent(ana, 32, 2),
  ])
  await at.approve(await sent(rob, 33, 5))
  // Too far ahead, and not sent.
  await sent(ana, 190, 8)
  await at.draft({ date: addDays(at.today, 34), capacity: 9 })
  await at.fixture.rows(`update public.partnerships set seat_quota_per_semester = 40 where school_id = $1`, [
    at.school,
  ])
  const figures = (await schools(frank)).map(({ id: _id, school: _name, ...row }) => row)
  expect(figures).toEqual([
    { requested: 12, approved: 3, waiting: 6, declined: 2, quota: 40, busiest_semester: 3 },
    { requested: 5, approved: 5, waiting: 0, declined: 0, quota: null, busiest_semester: 5 },
  ])
  expect(await schools(frank, 'icu')).toEqual([])
  expect(await schools(eve)).toEqual([])
  await expect(schools(ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
