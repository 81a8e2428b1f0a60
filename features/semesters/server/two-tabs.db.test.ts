import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import type { Semester } from '../contract.ts'
import { semesterHandlers } from './handlers.ts'

// What a page that has not been loaded again still offers.
let fixture: Fixture
let school: string
let ana: Person
let grace: Person
const api = semesterHandlers()
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  ana = await fixture.person({ role: 'school_admin', school })
  grace = await fixture.person({ role: 'school_super_admin', school })
})
afterAll(() => fixture.close())

const fields = (changes: Partial<Semester> = {}) => ({
  name: `Term ${randomUUID().slice(0, 8)}`,
  start_date: '2026-08-24',
  end_date: '2026-12-11',
  semester_type: 'custom' as const,
  academic_year: '2026–2027',
  is_active: false,
  settings: { holidays: [], breaks: [] },
  ...changes,
})
const as = (person: Person) => fixture.as(person)
const create = async (changes?: Partial<Semester>) =>
  call(api.create, { ...fields(changes), id: randomUUID(), school_id: school }, { context: await as(ana) })
const update = async ({ id, version, ...changes }: Partial<Semester> & { id: string; version: number }) =>
  call(api.update, { ...fields(changes), id, version }, { context: await as(ana) })
const archive = async ({ id, version }: Semester) =>
  call(api.archive, { id, version }, { context: await as(ana) })
const copy = async (source: string, target: string) =>
  call(
    api.copy,
    { id: source, target: { kind: 'existing', id: target }, idempotency_key: randomUUID() },
    { context: await as(ana) },
  )
const addShift = (semester: string, date: string) =>
  fixture.rows(
    `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at)
     values ($1, $2, 'Day', $3::date, '07:00', '15:00', 'America/Chicago', ($3::date + time '07:00') at time zone 'America/Chicago',
       ($3::date + time '15:00') at time zone 'America/Chicago')`,
    [school, semester, date],
  )

describe('an archived semester', () => {
  it('is not changed or activated before it is restored', async () => {
    const { id, version } = await archive(await create())
    await expect(update({ id, version, is_active: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Restore it first.',
      data: { code: 'semester.archived' },
    })
    const restored = await call(api.restore, { id, version }, { context: await as(ana) })
    expect(await update({ id, version: restored.version, is_active: true })).toMatchObject({
      is_active: true,
    })
  })

  it('takes no copies, and can be copied', async () => {
    const [source, other] = [await create(), await archive(await create({ name: 'Old term' }))]
    await addShift(source.id, '2026-09-01')
    const refused = { code: 'CONFLICT', message: 'Old term is archived. Restore it first.' }
    await expect(copy(source.id, other.id)).rejects.toMatchObject(refused)
    const preview = { id: source.id, target: { kind: 'existing' as const, id: other.id } }
    await expect(call(api.previewCopy, preview, { context: await as(ana) })).rejects.toMatchObject(refused)
    expect((await copy(other.id, source.id)).copy).toMatchObject({ copied: 0 })
  })
})

it('a semester is not copied into itself', async () => {
  const { id } = await create()
  await addShift(id, '2026-09-01')
  await expect(copy(id, id)).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { code: 'semester_copy.same_semester' },
  })
  expect(await fixture.rows('select 1 from public.shifts where semester_id = $1', [id])).toHaveLength(1)
})

it('two semesters are copied into each other at once', async () => {
  const [one, two] = [await create(), await create()]
  const both = await Promise.allSettled(
    Array.from({ length: 6 }, (_, nth) => (nth % 2 ? copy(one.id, two.id) : copy(two.id, one.id))),
  )
  expect(both.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'fulfilled'))
})

it('a shift that was copied outside the dates keeps nothing else from being changed', async () => {
  const made = await create({ semester_type: 'fall' })
  const change = { id: made.id, semester_type: 'fall' as const, is_active: true }
  for (const day of ['2026-12-08', '2026-12-18']) await addShift(made.id, day)
  const active = await update({ ...change, version: made.version })
  const longer = await update({ ...change, version: active.version, end_date: '2026-12-14' })
  await expect(update({ ...change, version: longer.version, end_date: '2026-12-04' })).rejects.toMatchObject({
    data: { fieldErrors: { end_date: expect.stringContaining('1 shift would') } },
  })
})

it('a semester that closed again by its new dates can be reopened again', async () => {
  const { id } = await create({
    name: 'Spring 2025',
    start_date: '2025-01-13',
    end_date: '2025-05-09',
    is_active: true,
  })
  // Reopened while it still had other dates: by the present ones it was current then.
  await fixture.rows(
    `update public.semesters set reopened_at = '2025-03-01', reopened_by = $2, reopen_reason = 'A late report' where id = $1`,
    [id, grace.id],
  )
  const closed = await call(api.get, { id }, { context: await as(grace) })
  expect(closed.lifecycle).toBe('closed')
  const reason = 'One more report came late.'
  const reopened = await call(
    api.reopen,
    { id, version: closed.version, reason },
    { context: await as(grace) },
  )
  expect(reopened).toMatchObject({ lifecycle: 'grading', reopened: { reason } })
})
