/** Who must be named before a shift is published: TypeScript and the database agree on every combination. */
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { experienceType } from '../contract.ts'
import { mayNameLater, needsInstructor, publishBlocker } from '../rules.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'
import { needsInstructorIn } from './queries/in-sql.ts'

let at: ShiftFixture
let preceptor: string
beforeAll(async () => {
  at = await createShiftFixture()
  preceptor = (await at.fixture.person({ role: 'facility_admin', facility: at.organization })).id
})
afterAll(() => at.fixture.close())

const combinations = experienceType.options.flatMap((experience_type) =>
  [true, false].flatMap((hasProctor) =>
    [true, false].flatMap((hasPreceptor) =>
      [true, false, null].map((setting) => ({ experience_type, hasProctor, hasPreceptor, setting })),
    ),
  ),
)

it.each(combinations)('%o', async ({ experience_type, hasProctor, hasPreceptor, setting }) => {
  const led = {
    experience_type,
    proctor_id: hasProctor ? at.people.marcus.id : null,
    preceptor_id: hasPreceptor ? preceptor : null,
  }
  const found = await at.fixture.act(at.people.ana, (tx) =>
    sql<{
      needs: boolean
    }>`select ${needsInstructorIn(sql`x`)} as needs from (select ${led.experience_type}::text as experience_type,
      ${led.proctor_id}::uuid as proctor_id, ${led.preceptor_id}::uuid as preceptor_id) x`.execute(tx),
  )
  const needs = needsInstructor(led)
  const schoolAllows = setting ?? true
  const later = mayNameLater(led, schoolAllows)
  expect(found.rows).toEqual([{ needs }])
  // Publishing without an instructor is offered exactly when it works.
  const refusedWith = (toBeNamed: boolean) =>
    publishBlocker(
      { ...led, starts_at: '2099-01-01T12:00:00Z' },
      { now: '2026-11-23T12:00:00Z', schoolAllows, toBeNamed },
    )?.code ?? null
  expect(refusedWith(false) === null).toBe(!needs)
  expect(refusedWith(false) === 'shift.needs_instructor').toBe(later)
  expect(refusedWith(true) === null).toBe(!needs || later)
})

it('a group shift with only a preceptor is counted, listed, refused with a way out, and published with it', async () => {
  await at.fixture.rows('update public.units set exclusive_school = false where id = $1', [at.ward])
  const id = await at.draft({ date: addDays(at.today, 45) })
  await at.fixture.rows('update public.shifts set preceptor_id = $2 where id = $1', [id, preceptor])
  await at.submit(id)
  await at.approve(id)
  const as = await at.as(at.people.ana)
  expect((await call(at.api.summary, {}, as)).needs_instructor).toBe(1)
  const listed = await call(at.api.list, { needs: 'instructor' }, as)
  expect(listed.rows.map((row) => row.id)).toEqual([id])
  const publish = async (to_be_named: boolean) =>
    call(at.api.publish, { shifts: [await at.locked(id)], to_be_named }, await at.as(at.people.ana))
  expect(await publish(false)).toMatchObject([
    { ok: false, reason: 'shift.needs_instructor', message: expect.stringContaining('to be named') },
  ])
  expect(await publish(true)).toMatchObject([{ ok: true }])
})

it('is changed too on a day that its semester no longer includes', async () => {
  const { fixture, people, today, semesters, school } = at
  const date = addDays(today, 300)
  const id = await at.published({ date, proctor_id: people.marcus.id })
  await fixture.rows(`update public.semesters set end_date = $2 where id = $1`, [
    semesters[school],
    addDays(today, 200),
  ])
  const update = async (fields: object) =>
    call(
      at.api.update,
      { ...(await at.locked(id)), fields, reason: 'Marcus is ill.' },
      await at.as(people.ana),
    )
  await update({ proctor_id: people.denise.id })
  expect((await at.get(id)).proctor_id).toBe(people.denise.id)
  await expect(update({ date: addDays(today, 301) })).rejects.toThrow(/outside/)
  await fixture.rows(`update public.semesters set end_date = $2 where id = $1`, [
    semesters[school],
    addDays(today, 330),
  ])
})
