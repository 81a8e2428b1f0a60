/** An agreement that is limited to some programs covers shifts only for their cohorts. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
let bsn: string
let adn: string
let undeclared: string
let day = 40
const nextDay = () => addDays(at.today, (day += 1))
const refused =
  'The partnership with River Health includes these programs only: BSN. Choose cohorts of these programs.'

beforeAll(async () => {
  at = await createShiftFixture()
  const cohorts = await at.fixture.rows<{ id: string }>(
    `with p as (insert into public.programs (school_id, name, level) values ($1, 'BSN', 'BSN'), ($1, 'ADN', 'ADN') returning id, name),
       limited as (insert into public.partnership_programs (partnership_id, school_id, program_id)
         select x.id, x.school_id, p.id from public.partnerships x, p where x.school_id = $1 and p.name = 'BSN')
     insert into public.cohorts (school_id, name, program_id, start_date, expected_graduation)
       select $1, v.name, p.id, $2, $3 from (values ('A', 'BSN'), ('B', 'ADN'), ('C', null)) v (name, program) left join p on p.name = v.program
       order by v.name returning id`,
    [at.school, addDays(at.today, -20), addDays(at.today, 900)],
  )
  ;[bsn, adn, undeclared] = cohorts.map(({ id }) => id) as [string, string, string]
})
afterAll(() => at.fixture.close())

it('covers a shift for cohorts of its programs, from submission to publication', async () => {
  const id = await at.published({ date: nextDay(), cohort_ids: [bsn] })
  expect((await at.get(id)).status).toBe('published')
  const { version } = await at.locked(id)
  const change = { id, version, fields: { cohort_ids: [bsn, adn] }, reason: 'More students.' }
  await expect(call(at.api.update, change, await at.as(at.people.ana))).rejects.toMatchObject({
    code: 'CONFLICT',
    message: refused,
  })
})

it.each([
  ['of another program', () => [adn]],
  ['of one that is included and one that is not', () => [bsn, adn]],
  ['without a program', () => [undeclared]],
  ['of all programs', () => []],
])('does not cover a shift for cohorts %s', async (_, cohorts) => {
  const id = await at.draft({ date: nextDay(), cohort_ids: cohorts() })
  expect((await at.get(id)).limits).toContainEqual(
    expect.objectContaining({ limit_name: 'agreement', seats: 0, why: refused }),
  )
  await expect(at.submit(id)).rejects.toThrow(refused)
})

it('is checked again at the approval', async () => {
  const id = await at.draft({ date: nextDay(), cohort_ids: [bsn] })
  await at.submit(id)
  await at.fixture.rows(
    `update public.partnership_programs g set program_id = p.id from public.programs p where g.school_id = $1 and p.school_id = $1 and p.name = 'ADN'`,
    [at.school],
  )
  await expect(at.approve(id)).rejects.toThrow('includes these programs only: ADN.')
  await at.fixture.rows('delete from public.partnership_programs where school_id = $1', [at.school])
  await at.approve(id)
})

it('does not affect another school’s agreement', async () => {
  const id = await at.draft({ date: nextDay() }, at.people.rob)
  await at.submit(id, at.people.rob)
  expect((await at.get(id, at.people.rob)).status).toBe('pending_facility')
})
