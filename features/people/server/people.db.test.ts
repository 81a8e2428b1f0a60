import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { personHandlers } from './handlers.ts'

let fixture: Fixture
const api = personHandlers()
let school: string
let otherSchool: string
let hospital: string
let unit: string
let otherHospital: string
let superadmin: Person
let schoolAdmin: Person
let facilityAdmin: Person
let student: Person
let stranger: Person

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  otherSchool = await fixture.school('Prairie')
  hospital = await fixture.facility({ name: 'Harborview' })
  const site = await fixture.facility({ kind: 'site', parent: hospital, name: 'Main' })
  unit = await fixture.facility({ kind: 'unit', parent: site, name: '5 East' })
  otherHospital = await fixture.facility({ name: 'Elsewhere' })
  superadmin = await fixture.person({ role: 'superadmin' })
  schoolAdmin = await fixture.person({ role: 'school_admin', school })
  facilityAdmin = await fixture.person({
    role: 'facility_admin',
    facility: hospital,
    fullName: 'Frank Whitaker',
  })
  student = await fixture.person({ role: 'student', school, fullName: 'Jenna Park' })
  stranger = await fixture.person({ role: 'school_admin', school: otherSchool })
  await fixture.person({ role: 'facility_admin', facility: unit, fullName: 'Priya Raman' })
  await fixture.person({ role: 'facility_admin', facility: otherHospital })
  await fixture.person({ role: 'student', school: otherSchool, fullName: 'Jenna Elsewhere' })
  await fixture.person({
    role: 'student',
    school,
    isVerified: false,
    status: 'pending',
    fullName: 'Not Verified',
  })
  for (let n = 0; n < 30; n++)
    await fixture.person({
      role: 'student',
      school,
      fullName: `Student ${String(n).padStart(2, '0')}`,
      status: n < 3 ? 'pending' : 'active',
    })
})
afterAll(() => fixture.close())

const listed = async (by: Person | null, input: object = {}) =>
  call(api.list, { view: 'students', ...input } as never, { context: await fixture.as(by) })

describe('the list', () => {
  it("pages, counts, sorts and searches one's own school, without unverified addresses", async () => {
    const first = await listed(schoolAdmin)
    expect(first).toMatchObject({ total: 31, counts: { all: 31, active: 28, pending: 3 } })
    expect(first.rows).toHaveLength(25)
    expect((await listed(schoolAdmin, { page: 2 })).rows).toHaveLength(6)
    expect((await listed(schoolAdmin, { page: 99 })).total).toBe(31)
    expect((await listed(schoolAdmin, { q: 'jenna' })).rows.map(({ id }) => id)).toEqual([student.id])
    expect((await listed(schoolAdmin, { q: '%' })).total).toBe(0)
    expect((await listed(schoolAdmin, { status: 'pending' })).total).toBe(3)
    const down = await listed(schoolAdmin, { dir: 'desc', q: 'student 0' })
    expect(down.rows[0]?.full_name).toBe('Student 09')
    expect((await listed(schoolAdmin, { view: 'administrators' })).rows.map(({ id }) => id)).toEqual([
      schoolAdmin.id,
    ])
  })

  it("is separate for another school, and the selected school's for the superadmin", async () => {
    expect((await listed(stranger)).rows.map((row) => row.full_name)).toEqual(['Jenna Elsewhere'])
    expect((await listed(superadmin)).total).toBe(0)
    await fixture.rows('update priv.sessions set selected_school_id = $1 where token_hash = $2', [
      school,
      superadmin.tokenHash,
    ])
    expect((await listed(superadmin)).total).toBe(31)
  })

  it('shows a facility admin their scope, the superadmin that of the selected facility', async () => {
    const { rows } = await listed(facilityAdmin, { view: 'users' })
    expect(rows.map((row) => [row.full_name, row.tenant_name])).toEqual([
      ['Frank Whitaker', 'Harborview'],
      ['Priya Raman', '5 East'],
    ])
    expect((await listed(superadmin, { view: 'users' })).total).toBe(0)
    const inFacility = async (id: string) => {
      await fixture.rows('update priv.sessions set selected_facility_id = $1 where token_hash = $2', [
        id,
        superadmin.tokenHash,
      ])
      return (await listed(superadmin, { view: 'users' })).total
    }
    expect([await inFacility(hospital), await inFacility(unit), await inFacility(otherHospital)]).toEqual([
      2, 1, 1,
    ])
    expect((await listed(facilityAdmin, { view: 'students' })).total).toBe(0)
    expect((await listed(schoolAdmin, { view: 'users' })).total).toBe(0)
  })

  it('is closed to lower roles and anonymous callers', async () => {
    await expect(listed(student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(listed(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('one person', () => {
  const get = async (id: string, by: Person | null) =>
    call(api.get, { id }, { context: await fixture.as(by) })

  it('is shown to the administrators of the school, with the cohorts and shifts they lead', async () => {
    const proctor = await fixture.person({ role: 'proctor', school, fullName: 'Marcus Bell' })
    await fixture.rows(
      `with c as (insert into public.cohorts (school_id, name, start_date, expected_graduation) values ($1, 'Fall 2025', '2025-08-25', '2027-05-15') returning id)
       insert into public.cohort_advisors (cohort_id, school_id, user_id) select id, $1, $2 from c`,
      [school, proctor.id],
    )
    expect(await get(proctor.id, schoolAdmin)).toMatchObject({
      full_name: 'Marcus Bell',
      role: 'proctor',
      cohorts: [{ name: 'Fall 2025', status: 'active' }],
      coming_shifts: 0,
      last_sign_in: expect.any(String),
    })
    expect((await get(schoolAdmin.id, schoolAdmin)).role).toBe('school_admin')
  })

  it('is not found by another school, a facility, lower roles and anonymous callers', async () => {
    await expect(get(schoolAdmin.id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(get(facilityAdmin.id, schoolAdmin)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(get(schoolAdmin.id, facilityAdmin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(get(schoolAdmin.id, student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(get(schoolAdmin.id, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('the export', () => {
  const exported = async (by: Person | null) =>
    call(api.export, { view: 'students' }, { context: await fixture.as(by) })

  it('has the whole list and is recorded', async () => {
    expect(await exported(schoolAdmin)).toHaveLength(31)
    const [event] = await fixture.rows(
      `select actor_id, school_id, changes from public.audit_events where action = 'export'`,
    )
    expect(event).toEqual({
      actor_id: schoolAdmin.id,
      school_id: school,
      changes: { view: 'students', rows: 31 },
    })
  })

  it('gives another school its own people, and lower roles and anonymous callers nothing', async () => {
    expect(await exported(stranger)).toHaveLength(1)
    await expect(exported(student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(exported(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
