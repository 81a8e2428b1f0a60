/** What a school could request instead, and a facility propose: similar units and days with room, as far as each may know. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
let date: string
let id: string
beforeAll(async () => {
  at = await createShiftFixture()
  date = addDays(at.today, 60)
  await at.fixture.rows(
    `update public.units set exclusive_school = false, max_students_per_shift = 8 where id = any ($1)`,
    [[at.ward, at.icu]],
  )
  await at.fixture.rows(
    `update public.units set specialty = (select specialty from public.units where id = $1) where id = $2`,
    [at.ward, at.icu],
  )
  id = await at.draft({ date, capacity: 6 }, at.people.ana)
  await at.submit(id, at.people.ana)
})
afterAll(() => at.fixture.close())

const windows = async (who = at.people.ana, isDayFixed = false) =>
  (await call(at.api.freeWindows, { id, is_day_fixed: isDayFixed }, await at.as(who))).map(
    ({ facility_id: unit, date: day, seats }) => ({
      unit: unit === at.ward ? 'ward' : unit === at.icu ? 'icu' : unit,
      day,
      seats,
    }),
  )

it('offers the other unit on that day and in the next weeks, to both the school and the facility', async () => {
  const found = await windows()
  expect(found).toHaveLength(3)
  expect(found).toContainEqual({ unit: 'icu', day: date, seats: 8 })
  expect(found.filter(({ unit }) => unit === 'icu').length).toBeLessThan(3)
  expect(await windows(at.people.frank)).toEqual(found)
  expect(await windows(at.people.frank, true)).toEqual([{ unit: 'icu', day: date, seats: 8 }])
})

it('leaves out what another school has taken, without saying who', async () => {
  const other = await at.draft({ date, capacity: 5, facility_id: at.icu }, at.people.rob)
  await at.submit(other, at.people.rob)
  await at.approve(other)
  expect((await windows()).some(({ unit, day }) => unit === 'icu' && day === date)).toBe(false)
})

it('leaves out days on which its series has a shift, but not canceled ones', async () => {
  const days = new Set((await windows()).map(({ day }) => day))
  const next = [...days].find((day) => day !== date)!
  const sibling = await at.draft({ date: next, capacity: 6 }, at.people.ana)
  await at.fixture.rows(
    `with s as (insert into public.shift_series (school_id, semester_id) select school_id, semester_id from public.shifts where id = $2 returning id)
     update public.shifts set series_id = s.id from s where shifts.id = any ($1)`,
    [[id, sibling], id],
  )
  expect((await windows()).map(({ day }) => day)).not.toContain(next)
  await at.fixture.rows(`update public.shifts set status = 'withdrawn' where id = $1`, [sibling])
  expect((await windows()).map(({ day }) => day)).toContain(next)
})

it('answers no one else: another school finds nothing', async () => {
  expect(await windows(at.people.rob)).toEqual([])
})

it('becomes a new draft on that unit and day', async () => {
  const copy = crypto.randomUUID()
  const day = addDays(date, 7)
  const made = { id, new_id: copy, date: day, facility_id: at.icu }
  await call(at.api.clone, made, await at.as(at.people.ana))
  expect(await at.get(copy)).toMatchObject({ status: 'draft', facility_id: at.icu, date: day, capacity: 6 })
})
