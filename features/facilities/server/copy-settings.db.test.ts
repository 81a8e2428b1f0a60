import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, todayIn } from '#core/plain-date.ts'
import { createFixture, type Person } from '#database/testing.ts'
import { cancelOrMoveShift } from '#features/shifts/server/public.ts'
import type { CopyGroup, Unit, UnitFields } from '../contract.ts'
import { facilityHandlers } from './handlers.ts'

const api = facilityHandlers({ settleShift: cancelOrMoveShift })
const today = todayIn('America/Chicago')
let fixture: Awaited<ReturnType<typeof createFixture>>
let school: string
let org: string
let main: string
let west: string
let otherOrg: string
let frank: Person
let siteAdmin: Person
let stranger: Person
let ana: Person
let root: Person

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  org = await fixture.facility({ name: 'Harborview Health' })
  main = await fixture.facility({ kind: 'site', parent: org, name: 'Main' })
  west = await fixture.facility({ kind: 'site', parent: org, name: 'West' })
  otherOrg = await fixture.facility({ name: 'Mercy' })
  await fixture.partnership(school, org)
  frank = await fixture.person({ role: 'facility_admin', facility: org })
  siteAdmin = await fixture.person({ role: 'facility_admin', facility: west })
  stranger = await fixture.person({ role: 'facility_admin', facility: otherOrg })
  ana = await fixture.person({ role: 'school_admin', school })
  root = await fixture.person({ role: 'superadmin' })
})
afterAll(() => fixture.close())

const as = (person: Person | null) => fixture.as(person)
async function newUnit(fields: Partial<UnitFields> = {}, parent = main): Promise<Unit> {
  const input = { id: randomUUID(), parent_id: parent, name: `Unit ${randomUUID().slice(0, 6)}`, ...fields }
  return (await call(api.createUnit, input, { context: await as(root) })) as Unit
}
const unitOf = async (id: string) =>
  (await call(api.get, { id }, { context: await as(root) })).facility as Unit
const plan = async (person: Person | null, id: string, groups: CopyGroup[]) =>
  call(api.planCopy, { id, groups }, { context: await as(person) })
const copy = async (person: Person | null, from: Unit, to: Unit[], groups: CopyGroup[]) =>
  call(
    api.copySettings,
    {
      id: from.id,
      version: from.version,
      groups,
      units: to.map(({ id, version }) => ({ id, version })),
      idempotency_key: randomUUID(),
    },
    { context: await as(person) },
  )
const undo = async (person: Person | null, copy_id: string) =>
  call(api.undoCopy, { copy_id }, { context: await as(person) })
const refusal = { code: expect.stringMatching(/^(NOT_FOUND|FORBIDDEN|UNAUTHORIZED)$/) }
const d12 = { name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 30 }

async function newShift(unit: string, ahead: number, seats: number): Promise<string> {
  const semester = randomUUID()
  await fixture.admin.query(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, $2, $3, current_date, current_date + 120, 'custom', '2026')`,
    [semester, school, semester],
  )
  const id = randomUUID()
  await fixture.admin.query(
    `insert into public.shifts (id, school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status, facility_id,
       capacity, submitted_at)
     values ($1, $2, $3, 'Day', $4::date, '07:00', '19:00', 'America/Chicago', ($4::date + time '07:00') at time zone 'America/Chicago',
       ($4::date + time '19:00') at time zone 'America/Chicago', 'published', $5, $6, now())`,
    [id, school, semester, addDays(today, ahead), unit, seats],
  )
  return id
}

it('previews the changes of each unit, and the upcoming shifts that would no longer fit', async () => {
  const source = await newUnit({ max_students_per_shift: 4, specialty: 'icu', shift_patterns: [d12] })
  const unit = await newUnit({ max_students_per_shift: 8 }, west)
  const same = await newUnit({ max_students_per_shift: 4 })
  const levels = await newUnit({ max_students_by_level: { first_year: 8 } })
  const shift = await newShift(unit.id, 20, 6)
  await newShift(unit.id, 21, 4)
  const { settings, units, version } = await plan(frank, source.id, ['capacity'])
  expect(version).toBe(source.version)
  expect(settings.max_students_per_shift).toBe(4)
  expect(units.some(({ id }) => id === source.id)).toBe(false)
  const of = ({ id }: Unit) => units.find((each) => each.id === id)
  expect(of(unit)).toMatchObject({
    outcome: 'change',
    site_name: 'West',
    before: { max_students_per_shift: 8 },
    misfit_count: 1,
    misfits: [{ id: shift, reason: 'seats', school_name: 'Lakeshore' }],
  })
  expect(of(same)).toMatchObject({ outcome: 'same', before: {} })
  expect(of(levels)).toMatchObject({ outcome: 'refused', problem: 'At most 4, as on every shift.' })
  expect(await unitOf(unit.id)).toEqual(unit)
})

it('copies in one request with a result for each unit, keeps the shifts, and is undone once', async () => {
  const source = await newUnit({
    max_students_per_shift: 4,
    specialty: 'icu',
    shift_patterns: [d12],
    preceptor_available: true,
    max_ratio_override: 5,
  })
  const one = await newUnit({ max_ratio_override: 3, code: '5E' })
  const two = await newUnit({ blackout: [{ from: today, to: today, reason: 'Move' }] }, west)
  const old = await newUnit()
  const levels = await newUnit({ max_students_by_level: { first_year: 8 } })
  const untouched = await newUnit()
  await newShift(one.id, 30, 8)
  const groups: CopyGroup[] = ['capacity', 'care', 'shifts', 'support', 'schools']
  const seen = [one, two, levels, { ...old, version: old.version + 1 }]
  const { copy_id, units } = await copy(frank, source, seen, groups)
  expect(new Map(units.map(({ unit_id, outcome }) => [unit_id, outcome]))).toEqual(
    new Map([
      [one.id, 'copied'],
      [two.id, 'copied'],
      [levels.id, 'refused'],
      [old.id, 'changed_since'],
    ]),
  )
  const settings = {
    max_students_per_shift: 4,
    specialty: 'icu',
    shift_patterns: [d12],
    preceptor_available: true,
    max_ratio_override: 5,
  }
  // A unit keeps its name, its code and its closed days.
  const { updated_at: _at, ...rest } = one
  expect(await unitOf(one.id)).toMatchObject({ ...rest, ...settings, version: one.version + 1 })
  expect(await unitOf(two.id)).toMatchObject({ ...settings, blackout: two.blackout })
  for (const unit of [old, levels, untouched, source]) expect(await unitOf(unit.id)).toEqual(unit)
  expect(
    await fixture.rows('select status, capacity from public.shifts where facility_id = $1', [one.id]),
  ).toEqual([{ status: 'published', capacity: 8 }])
  // Someone changes one setting of one unit, which stays.
  const now = await unitOf(one.id)
  await call(
    api.updateUnit,
    { id: one.id, version: now.version, specialty: 'pediatrics' },
    { context: await as(frank) },
  )
  await expect(undo(stranger, copy_id)).rejects.toMatchObject(refusal)
  await expect(undo(siteAdmin, copy_id)).rejects.toMatchObject(refusal)
  expect(await undo(frank, copy_id)).toEqual({ restored: 2, kept: 0 })
  expect(await unitOf(one.id)).toMatchObject({
    specialty: 'pediatrics',
    max_students_per_shift: one.max_students_per_shift,
    shift_patterns: [],
    preceptor_available: false,
    max_ratio_override: 3,
  })
  const { version: _version, updated_at: _since, ...was } = two
  expect(await unitOf(two.id)).toMatchObject(was)
  await expect(undo(frank, copy_id)).rejects.toMatchObject(refusal)
})

it('an undo leaves a unit whose earlier settings conflict with later ones', async () => {
  const [source, unit] = [
    await newUnit({ max_students_per_shift: 8 }),
    await newUnit({ max_students_per_shift: 4 }),
  ]
  const { copy_id } = await copy(frank, source, [unit], ['capacity'])
  const now = await unitOf(unit.id)
  const later = { id: unit.id, version: now.version, max_students_by_level: { first_year: 8 } }
  await call(api.updateUnit, later, { context: await as(frank) })
  expect(await undo(frank, copy_id)).toEqual({ restored: 0, kept: 1 })
  expect(await unitOf(unit.id)).toMatchObject({
    max_students_per_shift: 8,
    max_students_by_level: { first_year: 8 },
  })
})

it('two copies in opposite directions wait for each other', async () => {
  const units = [await newUnit({ max_students_per_shift: 4 }), await newUnit()]
  const [first, last] = units.toSorted((a, b) => a.id.localeCompare(b.id))
  const other = await fixture.connect()
  const lock = (id: string) =>
    other.query('select from public.facilities where id = $1 for no key update', [id])
  await other.query('begin')
  await lock(first!.id)
  const copied = copy(frank, last!, [first!], ['capacity'])
  await new Promise((resolve) => setTimeout(resolve, 1000))
  await lock(last!.id)
  await other.query('commit')
  await other.end()
  expect((await copied).units).toMatchObject([{ outcome: 'copied' }])
})

it('refuses a source that changed since it was loaded, and changes nothing', async () => {
  const [source, unit] = [await newUnit({ max_students_per_shift: 4 }), await newUnit()]
  await expect(
    copy(frank, { ...source, version: source.version + 1 }, [unit], ['capacity']),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await unitOf(unit.id)).toEqual(unit)
})

it('is refused to everyone outside the scope, and for units of another organization', async () => {
  const mercy = await fixture.facility({ kind: 'site', parent: otherOrg, name: 'Mercy Main' })
  const [source, unit] = [await newUnit({ max_students_per_shift: 4 }), await newUnit()]
  const ofWest = await newUnit({}, west)
  const theirs = await newUnit({}, mercy)
  for (const person of [stranger, siteAdmin, ana, null]) {
    await expect(plan(person, source.id, ['capacity'])).rejects.toMatchObject(refusal)
    await expect(copy(person, source, [unit], ['capacity'])).rejects.toMatchObject(refusal)
  }
  // The id of a unit of another organization or outside the scope is refused too, and no unit changes.
  await expect(copy(frank, source, [unit, theirs], ['capacity'])).rejects.toMatchObject(refusal)
  await expect(copy(root, source, [unit, theirs], ['capacity'])).rejects.toMatchObject(refusal)
  await expect(copy(siteAdmin, ofWest, [unit], ['capacity'])).rejects.toMatchObject(refusal)
  expect((await plan(siteAdmin, ofWest.id, ['capacity'])).units.some(({ id }) => id === unit.id)).toBe(false)
  for (const each of [unit, theirs]) expect(await unitOf(each.id)).toEqual(each)
})

it('is refused by PostgreSQL between two organizations, no matter who writes', async () => {
  const mercy = await fixture.facility({ kind: 'site', parent: otherOrg, name: 'Mercy West' })
  const [source, unit, theirs] = [await newUnit(), await newUnit({}, west), await newUnit({}, mercy)]
  const insert = (person: Person, to: string) =>
    fixture.act(person, (tx) =>
      tx
        .insertInto('unit_copies')
        .values({
          copy_id: randomUUID(),
          source_id: source.id,
          unit_id: to,
          before: '{}',
          after: '{}',
          created_by: person.id,
        })
        .execute(),
    )
  await insert(frank, unit.id)
  for (const person of [root, frank])
    await expect(insert(person, theirs.id)).rejects.toThrow(/row-level security/)
  for (const person of [siteAdmin, stranger])
    await expect(insert(person, unit.id)).rejects.toThrow(/row-level security/)
})
