import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { EntityQuery } from '../contract.ts'
import { entityHandlers } from './handlers.ts'

let fixture: Fixture
const api = entityHandlers()
let lakeshore: string
let prairie: string
let harbor: string
let west: string
let unit: string
let sam: Person
let ana: Person
let frank: Person
let westAdmin: Person
let marcus: Person
let jenna: Person
beforeAll(async () => {
  fixture = await createFixture()
  lakeshore = await fixture.school('Lakeshore College')
  prairie = await fixture.school('Prairie College')
  harbor = await fixture.facility({ name: 'Harbor Health' })
  west = await fixture.facility({ kind: 'site', parent: harbor, name: 'West Hospital' })
  unit = await fixture.facility({ kind: 'unit', parent: west, name: 'Burn Center' })
  sam = await fixture.person({ role: 'superadmin' })
  ana = await fixture.person({ role: 'school_admin', school: lakeshore })
  frank = await fixture.person({ role: 'facility_admin', facility: harbor })
  westAdmin = await fixture.person({ role: 'facility_admin', facility: west })
  marcus = await fixture.person({ role: 'proctor', school: lakeshore })
  jenna = await fixture.person({ role: 'student', school: lakeshore, fullName: 'Jenna Park' })
})
afterAll(() => fixture.close())

const find = async (by: Person | null, input: Partial<EntityQuery>) =>
  call(api.find, { kind: 'facility', ...input }, { context: await fixture.as(by) })
const names = async (by: Person, input: Partial<EntityQuery>) =>
  (await find(by, input)).map(({ name }) => name)
const people = async (by: Person | null, search: string) =>
  call(api.people, { search }, { context: await fixture.as(by) })

it("finds facilities in the caller’s scope with their ancestors' names", async () => {
  const burn = { id: unit, name: 'Burn Center', detail: 'Harbor Health › West Hospital' }
  for (const person of [sam, ana, marcus, frank, westAdmin])
    expect(await find(person, { search: 'burn' })).toEqual([burn])
  const elsewhere = await fixture.person({ role: 'facility_admin', facility: await fixture.facility() })
  expect(await find(elsewhere, { search: 'burn', id: unit })).toEqual([])
  expect(await names(westAdmin, { search: 'harbor' })).not.toContain('Harbor Health')
})

it('finds one level, or everything below a facility, larger ones first', async () => {
  expect(await names(frank, {})).toEqual(['Harbor Health', 'West Hospital', 'Burn Center'])
  expect(await names(sam, { kind: 'site', search: 'west' })).toEqual(['West Hospital'])
  expect(await names(sam, { kind: 'unit', search: 'west' })).not.toContain('West Hospital')
  expect(await names(sam, { below_id: west, search: 'harbor health' })).toEqual([])
})

it('leaves out closed ones, but keeps the name of the chosen one', async () => {
  const closed = await fixture.facility({ name: 'Gone Hospital' })
  await fixture.rows(`update public.facilities set status = 'archived' where id = $1`, [closed])
  expect(await names(sam, { search: 'gone' })).toEqual([])
  expect((await names(sam, { search: 'burn', id: closed }))[0]).toBe('Gone Hospital')
})

it('finds the caller’s own school, and any school for those who may work with all', async () => {
  expect(await names(ana, { kind: 'school' })).toEqual(['Lakeshore College'])
  expect(await names(marcus, { kind: 'school', id: prairie })).toEqual(['Lakeshore College'])
  for (const person of [sam, frank])
    expect(await names(person, { kind: 'school', search: 'prai' })).toEqual(['Prairie College'])
  await fixture.rows('update public.schools set is_active = false where id = $1', [prairie])
  expect(await names(sam, { kind: 'school', search: 'prai' })).toEqual([])
  expect((await names(sam, { kind: 'school', id: prairie }))[0]).toBe('Prairie College')
})

it('finds at most twenty and the chosen one, and treats pattern characters literally', async () => {
  await fixture.rows(
    `insert into public.schools (name, slug, time_zone) select 'A school ' || n, 'a-school-' || n, 'America/Chicago' from generate_series(1, 30) n`,
  )
  expect(await names(sam, { kind: 'school', search: 'a school' })).toHaveLength(21)
  expect(await names(sam, { kind: 'school', search: '%' })).toEqual([])
})

it('finds approved people by name and email, only for the superadmin', async () => {
  expect(await people(sam, 'park')).toEqual([{ id: jenna.id, name: 'Jenna Park', detail: jenna.email }])
  expect(await people(sam, jenna.email)).toHaveLength(1)
  expect(await people(sam, '')).toEqual([])
  expect(await people(sam, '%')).toEqual([])
  for (const person of [ana, frank, marcus, jenna])
    await expect(people(person, 'park')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('finds cohorts of the caller’s school by name or code, and a past one only while it is chosen', async () => {
  const cohort = async (school: string, name: string, status = 'active'): Promise<string> => {
    const [row] = await fixture.rows(
      `insert into public.cohorts (school_id, name, code, start_date, expected_graduation, status, archived_at)
       values ($1, $2, 'BSN-27', '2025-08-25', '2027-05-14', $3::text, case when $3::text = 'archived' then now() end) returning id`,
      [school, name, status],
    )
    return row!['id'] as string
  }
  const fall = await cohort(lakeshore, 'Fall starters')
  const gone = await cohort(lakeshore, 'Gone starters', 'archived')
  await cohort(prairie, 'Prairie starters')
  expect(await find(ana, { kind: 'cohort', search: 'starters' })).toEqual([
    { id: fall, name: 'Fall starters', detail: 'August 25, 2025 – May 14, 2027' },
  ])
  expect(await names(ana, { kind: 'cohort', search: 'bsn-27' })).toEqual(['Fall starters'])
  expect(await names(ana, { kind: 'cohort', search: 'fall', id: gone })).toEqual([
    'Gone starters',
    'Fall starters',
  ])
  expect((await names(sam, { kind: 'cohort', search: 'starters' })).toSorted()).toEqual([
    'Fall starters',
    'Prairie starters',
  ])
  expect(await names(sam, { kind: 'cohort', search: 'starters', school_id: prairie })).toEqual([
    'Prairie starters',
  ])
  expect(await names(frank, { kind: 'cohort', search: 'starters' })).toEqual([])
})

it('finds shifts by title, course and unit, the next one first, and across all schools none before a search', async () => {
  const [term] = await fixture.rows(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, 'Term', current_date, current_date + 120, 'custom', '2026') returning id`,
    [lakeshore],
  )
  const shift = (title: string, days: number, status = 'draft') =>
    fixture.rows(
      `insert into public.shifts (school_id, semester_id, title, course_code, date, start_time, end_time, time_zone, starts_at, ends_at, status, facility_id)
       values ($1, $2, $3, 'NUR 310', current_date + $4::int, '07:00', '15:00', 'America/Chicago',
         (current_date + $4::int + time '07:00') at time zone 'America/Chicago', (current_date + $4::int + time '15:00') at time zone 'America/Chicago', $5, $6)`,
      [lakeshore, term!['id'], title, days, status, unit],
    )
  await shift('Later', 20)
  await shift('Sooner', 3)
  await shift('Withdrawn', 4, 'withdrawn')
  expect(await names(ana, { kind: 'shift', search: 'nur 310' })).toEqual(['Sooner', 'Later'])
  expect(await names(ana, { kind: 'shift', search: 'burn' })).toEqual(['Sooner', 'Later'])
  const [found] = await find(ana, { kind: 'shift', search: 'later' })
  expect(found!.detail).toMatch(/^\w{3}, .* · 7:00 AM–3:00 PM · Burn Center$/)
  expect(await names(sam, { kind: 'shift' })).toEqual([])
  expect(await names(sam, { kind: 'shift', school_id: lakeshore })).toEqual(['Sooner', 'Later'])
  // Drafts are visible only to the school, and another school's instructor sees none of them.
  expect(await names(frank, { kind: 'shift', search: 'sooner' })).toEqual([])
  expect(await names(marcus, { kind: 'shift', search: 'sooner' })).toEqual([])
})

it('returns nothing to students and anonymous callers', async () => {
  await expect(find(jenna, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(find(null, {})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(people(null, 'park')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
