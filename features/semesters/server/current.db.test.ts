import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { semesterHandlers } from './handlers.ts'

// api_get_current_semester (Spec §7): active, with today within its dates.
let fixture: Fixture
let school: string
let other: string
let ana: Person
const api = semesterHandlers()
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  other = await fixture.school('Prairie')
  ana = await fixture.person({ role: 'school_admin', school })
})
beforeEach(() => fixture.rows('delete from public.semesters'))
afterAll(() => fixture.close())

/** A semester with dates in days from today in the school's zone. */
async function semester(
  name: string,
  first: number,
  last: number,
  changes: { isActive?: boolean; of?: string; type?: string } = {},
): Promise<void> {
  await fixture.rows(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active)
     select $1, s.id, $2, t.today + $3::int, t.today + $4::int, $5, '2026–2027', $6
     from public.schools s, lateral (select (now() at time zone s.time_zone)::date as today) t where s.id = $7`,
    [randomUUID(), name, first, last, changes.type ?? 'fall', changes.isActive ?? true, changes.of ?? school],
  )
}
const current = async (by: Person = ana, of: string = school) =>
  (await call(api.current, { school_id: of }, { context: await fixture.as(by) }))?.name

it('is the active one today, from its first day to its last', async () => {
  await semester('over', -100, -1)
  await semester('to come', 1, 100)
  expect(await current()).toBeUndefined()
  await semester('last day', -100, 0, { type: 'spring' })
  expect(await current()).toBe('last day')
  await semester('first day', 0, 100, { type: 'custom' })
  expect(await current()).toBe('first day')
})

it("is never inactive, and never another school's", async () => {
  await semester('inactive', -10, 10, { isActive: false })
  await semester('elsewhere', -10, 10, { of: other })
  expect(await current()).toBeUndefined()
  expect(await current(ana, other)).toBeUndefined()
  expect(await current(await fixture.person({ role: 'school_admin', school: other }), other)).toBe(
    'elsewhere',
  )
})

it('is, of two, the one that started later', async () => {
  await semester('long', -50, 50)
  await semester('late', -5, 50, { type: 'custom' })
  await semester('middle', -20, 50, { type: 'spring' })
  expect(await current()).toBe('late')
})

it("uses today in the school's zone", async () => {
  // 25 hours apart, so never the same date.
  await fixture.rows(`update public.schools set time_zone = 'Pacific/Kiritimati' where id = $1`, [school])
  await semester('there', 0, 1)
  expect(await current()).toBe('there')
  await fixture.rows(`update public.schools set time_zone = 'Pacific/Pago_Pago' where id = $1`, [school])
  expect(await current()).toBeUndefined()
})

it('is not returned in the name of another person', async () => {
  const asSomebody = (id: string, role: string) =>
    fixture.act(ana, (tx) =>
      tx
        .selectNoFrom((ask) =>
          ask.fn('public.api_get_current_semester', [ask.val(school), ask.val(id), ask.val(role)]).as('row'),
        )
        .execute(),
    )
  await expect(asSomebody(randomUUID(), 'school_admin')).rejects.toMatchObject({ code: '42501' })
  await expect(asSomebody(ana.id, 'superadmin')).rejects.toMatchObject({ code: '42501' })
})
