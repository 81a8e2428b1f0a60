import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { defaultSettings } from '#core/school-settings.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { SchoolSettings } from '../contract.ts'
import { fakeProfile, fakeProgram, fakeSchool } from '../fake.ts'
import { schoolHandlers } from './handlers.ts'

let fixture: Fixture
let school: string
let otherSchool: string
let sam: Person
let ana: Person
let grace: Person
/** Everyone who may not change this school. */
let others: (Person | null)[]
let outsiders: (Person | null)[]
let student: Person
const api = schoolHandlers()
const refusal = { code: expect.stringMatching(/^(FORBIDDEN|UNAUTHORIZED|NOT_FOUND)$/) }

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  otherSchool = await fixture.school('Prairie')
  sam = await fixture.person({ role: 'superadmin' })
  ana = await fixture.person({ role: 'school_admin', school, fullName: 'Ana Morales' })
  grace = await fixture.person({ role: 'school_super_admin', school, fullName: 'Grace Dean' })
  student = await fixture.person({ role: 'student', school })
  const proctor = await fixture.person({ role: 'proctor', school })
  const stranger = await fixture.person({ role: 'school_admin', school: otherSchool })
  const facilityAdmin = await fixture.person({ role: 'facility_admin', facility: await fixture.facility() })
  outsiders = [stranger, facilityAdmin, null]
  others = [student, proctor, ...outsiders]
})
afterAll(() => fixture.close())

const as = (person: Person | null) => fixture.as(person)
const get = async (id = school, by: Person | null = ana) => call(api.get, { id }, { context: await as(by) })
const fresh = async () => {
  const made = await call(api.create, fakeSchool(), { context: await as(sam) })
  const admin = await fixture.person({ role: 'school_admin', school: made.id })
  return { id: made.id, admin }
}
async function settle(
  id: string,
  by: Person | null,
  change: Partial<SchoolSettings> = {},
  profileId: string | null = null,
) {
  const { version } = await get(id, sam)
  return call(
    api.updateAccount,
    { id, version, settings: { ...defaultSettings, ...change }, regulatory_profile_id: profileId },
    { context: await as(by) },
  )
}
const notifiedOf = async (code: string) =>
  (
    await fixture.rows<{ recipient_id: string }>(
      'select recipient_id from public.notifications where code = $1',
      [code],
    )
  ).map((row) => row.recipient_id)
const makeProfile = async (overrides: Parameters<typeof fakeProfile>[0] = {}) =>
  call(api.createProfile, fakeProfile(overrides), { context: await as(sam) })

describe('a school', () => {
  it('is created once with a join code, only by the superadmin, and its name is unique in a state', async () => {
    const input = fakeSchool()
    const made = await call(api.create, input, { context: await as(sam) })
    expect(made).toMatchObject({ ...input, is_active: true, settings: defaultSettings, version: 1 })
    expect(await call(api.create, input, { context: await as(sam) })).toEqual(made)
    const account = await call(api.account, { id: made.id }, { context: await as(sam) })
    expect(account.join_code).toMatch(/^[0-9A-F]{10}$/)
    await expect(
      call(api.create, { ...input, id: randomUUID() }, { context: await as(sam) }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    const elsewhere = await call(
      api.create,
      { ...input, id: randomUUID(), state: 'MN' },
      { context: await as(sam) },
    )
    expect(elsewhere.slug).not.toBe(made.slug)
    for (const person of [ana, grace, ...others])
      await expect(call(api.create, fakeSchool(), { context: await as(person) })).rejects.toMatchObject(
        refusal,
      )
    await expect(
      call(api.create, fakeSchool({ time_zone: 'America/Nowhere' }), { context: await as(sam) }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is read by its members, changed by its administrators, and reports who saved first', async () => {
    const { id: _id, ...fields } = fakeSchool({ name: 'Lakeshore School of Nursing' })
    for (const person of [ana, grace, student, sam]) expect((await get(school, person)).id).toBe(school)
    for (const person of outsiders) await expect(get(school, person)).rejects.toMatchObject(refusal)
    const { version } = await get()
    const send = async (by: Person | null, phone: string) =>
      call(api.update, { ...fields, phone, id: school, version }, { context: await as(by) })
    for (const person of others) await expect(send(person, 'x')).rejects.toMatchObject(refusal)
    // Of two concurrent saves, one succeeds and the other reads what changed.
    const answers = await Promise.allSettled([send(ana, '1'), send(grace, '2')])
    const [lost] = answers.filter((answer) => answer.status === 'rejected')
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(lost!.reason).toMatchObject({
      code: 'CONFLICT',
      data: { sent_version: version, current: { version: version + 1, name: fields.name } },
    })
  })

  it('is deactivated and reactivated by the superadmin with a reason; in between it is read-only', async () => {
    const { id, admin } = await fresh()
    const send = async (by: Person | null, isActive: boolean, why = 'Contract ended') =>
      call(
        api.setActive,
        { id, version: (await get(id, sam)).version, is_active: isActive, reason: why },
        { context: await as(by) },
      )
    for (const person of [admin, ana, ...others])
      await expect(send(person, false)).rejects.toMatchObject(refusal)
    await expect(send(sam, false, ' ')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(send(sam, true)).rejects.toMatchObject({ code: 'CONFLICT' })
    const announced: unknown[] = []
    fixture.admin.on('notification', ({ payload }) => announced.push(payload))
    await fixture.rows('listen billing_changed')
    expect((await send(sam, false)).is_active).toBe(false)
    await expect.poll(() => announced).toEqual([id])
    await fixture.rows('unlisten billing_changed')
    const [event] = await fixture.rows(
      `select reason, changes from public.audit_events where entity = 'schools' and entity_id = $1 and action = 'update'`,
      [id],
    )
    expect(event).toMatchObject({ reason: 'Contract ended', changes: { is_active: [true, false] } })
    expect((await get(id, admin)).is_active).toBe(false)
    const notified = () => receivedBy(fixture, admin)
    expect(await notified()).toMatchObject([
      {
        title: expect.stringContaining('was deactivated'),
        message: expect.stringContaining('Contract ended'),
      },
    ])
    await expect(settle(id, admin)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('deactivated'),
    })
    expect((await settle(id, sam, { late_grace_min: 5 })).settings.late_grace_min).toBe(5)
    expect((await send(sam, true)).is_active).toBe(true)
    expect(await notified()).toHaveLength(2)
  })

  it('has read-only semesters, cohorts and partnerships when it is deactivated', async () => {
    const { id, admin } = await fresh()
    const partner = await fixture.facility({ name: 'Partner Health' })
    const frank = await fixture.person({ role: 'facility_admin', facility: partner })
    const agreed = await fixture.partnership(id, partner)
    const [term] = await fixture.rows<{ id: string }>(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
       values ($1, 'Fall', '2026-08-24', '2026-12-18', 'fall', '2026') returning id`,
      [id],
    )
    await fixture.rows('update public.schools set is_active = false where id = $1', [id])
    const changeAs = (by: Person, table: string, change: string, key: string) =>
      // As the owner, without policies: the table itself has the rule.
      fixture.act(by, async (tx) => {
        await sql`select set_config('app.reason', '', true)`.execute(tx)
        return sql.raw(`update public.${table} set ${change} where id = '${key}'`).execute(tx)
      })
    await expect(changeAs(admin, 'semesters', `name = 'Autumn'`, term!.id)).rejects.toMatchObject({
      code: 'PW409',
      message: 'school.read_only',
    })
    await changeAs(sam, 'semesters', `name = 'Autumn'`, term!.id)
    await expect(
      fixture.act(admin, (tx) =>
        sql`insert into public.cohorts (id, school_id, name, start_date, expected_graduation)
          values (gen_random_uuid(), ${id}::uuid, 'Class of 2028', '2026-08-24', '2028-05-12')`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: 'PW409' })
    const suspended = `status = 'suspended', status_reason = 'They have closed.'`
    const suspend = (by: Person) => changeAs(by, 'partnerships', suspended, agreed)
    await expect(
      changeAs(frank, 'partnerships', 'seat_quota_per_semester = 4', agreed),
    ).rejects.toMatchObject({ code: 'PW409' })
    await expect(suspend(admin)).rejects.toMatchObject({ code: 'PW409' })
    // The partner may end what it no longer wants.
    await suspend(frank)
  })

  it('is in the superadmin’s list with its people, found by name, city and state', async () => {
    const made = await call(
      api.create,
      fakeSchool({ name: 'Zion 100% College', city: 'Zion', state: 'IL' }),
      { context: await as(sam) },
    )
    await fixture.person({ role: 'school_admin', school: made.id })
    await fixture.person({ role: 'student', school: made.id })
    const list = async (input: object, by: Person | null = sam) =>
      call(api.list, input, { context: await as(by) })
    expect(await list({ search: '100%', state: 'IL', active: 'yes' })).toMatchObject({
      total: 1,
      rows: [{ id: made.id, students: 1, proctors: 0, administrators: 1, programs: 0 }],
    })
    expect((await list({ search: '_%_' })).total).toBe(0)
    expect((await list({ active: 'no', search: 'zion' })).total).toBe(0)
    const all = await list({ sort: 'created_at', dir: 'desc', page_size: 1 })
    expect(all.rows.map(({ id }) => id)).toEqual([made.id])
    expect(all.total).toBeGreaterThan(2)
    const file = await call(api.exportCsv, { search: 'Zion' }, { context: await as(sam) })
    expect(file.csv).toContain('Zion 100% College,Zion,IL,yes,0,1,0,1')
    for (const person of [ana, ...others]) {
      await expect(list({}, person)).rejects.toMatchObject(refusal)
      await expect(call(api.exportCsv, {}, { context: await as(person) })).rejects.toMatchObject(refusal)
    }
  })
})

describe('the account of a school', () => {
  it('is read only by its administrators', async () => {
    for (const person of [ana, grace, sam]) {
      const account = await call(api.account, { id: school }, { context: await as(person) })
      expect(account.administrators.map(({ full_name }) => full_name)).toEqual(['Grace Dean', 'Ana Morales'])
    }
    for (const person of others)
      await expect(call(api.account, { id: school }, { context: await as(person) })).rejects.toMatchObject(
        refusal,
      )
  })

  it('gets a new join code; the old one is invalid, and the second of two callers does not invalidate the new one', async () => {
    const read = async () => (await call(api.account, { id: school }, { context: await as(ana) })).join_code!
    const seen = await read()
    const renew = async (by: Person | null, code: string | null = seen) =>
      call(api.renewJoinCode, { id: school, seen: code }, { context: await as(by) })
    for (const person of others) await expect(renew(person)).rejects.toMatchObject(refusal)
    expect(await read()).toBe(seen)
    const answers = await Promise.allSettled([renew(ana), renew(grace)])
    const done = answers.filter((answer) => answer.status === 'fulfilled')
    expect(done).toHaveLength(1)
    expect(answers.find((answer) => answer.status === 'rejected')!.reason).toMatchObject({ code: 'CONFLICT' })
    expect(await read()).toBe(done[0]!.value.join_code)
    // Only the other one of the two administrators is notified.
    const winner = answers[0]!.status === 'fulfilled' ? ana : grace
    expect(await notifiedOf('school.join_code_renewed')).toEqual([winner === ana ? grace.id : ana.id])
    const tried = await fixture.rows<{ n: number }>(
      'select count(*)::integer as n from public.school_join_codes where code = $1',
      [seen],
    )
    expect(tried[0]!.n).toBe(0)
  })

  it('keeps its time zone while shifts on campus are ahead', async () => {
    const { id, admin } = await fresh()
    const change = async (zone: string) => {
      const { version } = await get(id, sam)
      const { id: _id, ...fields } = fakeSchool({ time_zone: zone })
      return call(api.update, { id, version, ...fields }, { context: await as(admin) })
    }
    await fixture.rows(
      `with t as (insert into public.semesters (school_id, name, semester_type, academic_year, start_date, end_date) values ($1, 'Spring', 'spring', '2026-2027', current_date, current_date + 90) returning id)
       insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, status, capacity, seats, experience_type)
       select $1, t.id, current_date + 9, '07:00', '15:00', 'America/Chicago', now() + interval '9 days', now() + interval '9 days 8 hours', 'approved', 4, 4, 'skills_lab' from t`,
      [id],
    )
    expect(await change('America/Chicago')).toMatchObject({ time_zone: 'America/Chicago' })
    await expect(change('America/New_York')).rejects.toThrow('shifts or capstone days planned on campus')
    await fixture.rows(`update public.shifts set status = 'draft' where school_id = $1`, [id])
    expect(await change('America/New_York')).toMatchObject({ time_zone: 'America/New_York' })
  })

  it("has settings and a board; its limits may be stricter than the board's, never looser", async () => {
    const { id, admin } = await fresh()
    const board = await makeProfile()
    const saved = await settle(
      id,
      admin,
      { drop_cutoff_h: 72, self_signup: true, max_students_per_instructor: 6 },
      board.id,
    )
    expect(saved).toMatchObject({
      settings: { drop_cutoff_h: 72, self_signup: true, max_students_per_instructor: 6 },
      profile: { id: board.id },
    })
    await expect(settle(id, admin, { max_students_per_instructor: 9 }, board.id)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fieldErrors: { 'settings.max_students_per_instructor': expect.stringContaining('at most 8') } },
    })
    for (const bad of [{ hours_rounding_min: 7 }, { rest_after_night_h: 25 }])
      await expect(settle(id, admin, bad, board.id)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(
      (await settle(id, admin, { rest_after_night_h: 11, publish_without_instructor: false }, board.id))
        .settings,
    ).toMatchObject({ rest_after_night_h: 11, publish_without_instructor: false })
    const past = await makeProfile({ effective_from: '2020-01-01', effective_to: '2020-12-31' })
    await expect(settle(id, admin, {}, past.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const person of [ana, ...others]) await expect(settle(id, person)).rejects.toMatchObject(refusal)
  })
})

describe('settings in the database', () => {
  it('are the school’s, or else the default, setting by setting', async () => {
    const { id, admin } = await fresh()
    const board = await makeProfile({ max_students_per_instructor: 8, sim_cap_pct: 37.5 })
    const notified = async () => {
      const keys = Object.keys(defaultSettings) as (keyof SchoolSettings)[]
      const rows = await Promise.all(
        keys.map((key) =>
          fixture.act(admin, (tx) =>
            sql<{ value: string | null }>`select app.school_setting(${id}::uuid, ${key}) as value`.execute(
              tx,
            ),
          ),
        ),
      )
      // PostgreSQL writes a list with spaces.
      const plain = (value: string | null) =>
        value?.startsWith('[') ? JSON.stringify(JSON.parse(value)) : value
      return Object.fromEntries(keys.map((key, index) => [key, plain(rows[index]!.rows[0]!.value)]))
    }
    const asText = (settings: SchoolSettings) =>
      Object.fromEntries(
        Object.entries(settings).map(([key, value]) => [
          key,
          value === null ? null : typeof value === 'object' ? JSON.stringify(value) : String(value),
        ]),
      )
    expect(await notified()).toEqual(asText(defaultSettings))
    for (const own of [
      {},
      { max_students_per_instructor: 6, sim_cap_pct: 20, drop_cutoff_h: 0, self_signup: true },
    ]) {
      const { settings } = await settle(id, admin, own, board.id)
      expect(await notified()).toEqual(asText(settings))
    }
    await expect(
      fixture.rows(`select app.school_setting($1, 'no_such_setting')`, [id]),
    ).rejects.toMatchObject({
      code: 'PW400',
    })
  })
})

describe('a program', () => {
  const make = async (id: string, by: Person | null, overrides: Parameters<typeof fakeProgram>[0] = {}) =>
    call(api.createProgram, { ...fakeProgram(overrides), school_id: id }, { context: await as(by) })

  it('is added, changed with its version, deactivated and reactivated only by the administrators', async () => {
    const input = { ...fakeProgram(), school_id: school }
    const made = await call(api.createProgram, input, { context: await as(ana) })
    expect(made).toMatchObject({ ...input, is_active: true, cohort_count: 0, version: 1 })
    expect(await call(api.createProgram, input, { context: await as(ana) })).toEqual(made)
    await expect(make(school, ana, { name: made.name })).rejects.toMatchObject({
      data: { fieldErrors: { name: 'Another program of this school has this name.' } },
    })
    const { school_id: _school, ...fields } = input
    const update = async (by: Person | null, version: number) =>
      call(api.updateProgram, { ...fields, total_required_hours: 750, version }, { context: await as(by) })
    const setActive = async (by: Person | null, version: number, isActive: boolean) =>
      call(api.setProgramActive, { id: made.id, version, is_active: isActive }, { context: await as(by) })
    for (const person of others) {
      await expect(make(school, person)).rejects.toMatchObject(refusal)
      await expect(update(person, 1)).rejects.toMatchObject(refusal)
      await expect(setActive(person, 1, false)).rejects.toMatchObject(refusal)
    }
    expect(await update(ana, 1)).toMatchObject({ total_required_hours: 750, version: 2 })
    await expect(update(grace, 1)).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { sent_version: 1, current: { version: 2 } },
    })
    expect(await setActive(ana, 2, false)).toMatchObject({ is_active: false, version: 3 })
    await expect(setActive(grace, 2, true)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await setActive(grace, 3, true)).toMatchObject({ is_active: true })
    expect((await get(school, student)).programs.map(({ id }) => id)).toContain(made.id)
  })

  it('keeps the hours of earlier cohorts; those in force on a cohort’s first day count', async () => {
    const { id, admin } = await fresh()
    const made = await make(id, admin, { total_required_hours: 700, hours_source: 'Catalog 2024' })
    const begin = async (name: string, start: string) =>
      (
        await fixture.rows<{ id: string }>(
          `insert into public.cohorts (school_id, program_id, name, start_date, expected_graduation) values ($1, $2, $3, $4::date, $4::date + 700) returning id`,
          [id, made.id, name, start],
        )
      )[0]!.id
    const cohorts = [await begin('Before', '2025-08-25'), await begin('On the day', '2026-08-01')]
    const { id: program, school_id: _school, version: _version, ...fields } = made
    const update = async (version: number, changed: object) =>
      call(
        api.updateProgram,
        { ...fields, requirements: [], ...changed, id: program, version },
        { context: await as(admin) },
      )
    const more = { total_required_hours: 760, hours_from: '2026-08-01', hours_source: 'Catalog 2026, p. 12' }
    expect(await update(1, more)).toMatchObject({
      total_required_hours: 760,
      earlier_hours: [
        {
          until: '2026-08-01',
          total_required_hours: 700,
          requirements: made.requirements,
          source: 'Catalog 2024',
        },
      ],
    })
    await expect(
      update(2, { ...more, total_required_hours: 800, hours_from: '2026-07-31' }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fieldErrors: { hours_from: 'Different hours apply from Aug 1, 2026. Choose a later day.' } },
    })
    // Earlier requirements change only when the current ones do.
    expect(await update(2, { ...more, earlier_hours: [] })).toMatchObject({
      earlier_hours: [{ until: '2026-08-01' }],
    })
    const asked = await fixture.rows<{ hours: number; areas: number; source: string }>(
      `select total_required_hours::int as hours, jsonb_array_length(requirements) as areas, source from app.cohort_hours
       where cohort_id = any ($1) order by 1`,
      [cohorts],
    )
    expect(asked).toEqual([
      { hours: 700, areas: 1, source: 'Catalog 2024' },
      { hours: 760, areas: 0, source: 'Catalog 2026, p. 12' },
    ])
  })

  it("requires no less than the board; a board that requires more than a program can't be chosen", async () => {
    const { id, admin } = await fresh()
    const board = await makeProfile()
    await make(id, admin, { name: 'Too little', total_required_hours: 500 })
    await expect(settle(id, admin, {}, board.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Too little'),
    })
    const [low] = (await get(id, admin)).programs
    await call(
      api.setProgramActive,
      { id: low!.id, version: low!.version, is_active: false },
      { context: await as(admin) },
    )
    await settle(id, admin, {}, board.id)
    await expect(make(id, admin, { total_required_hours: 599 })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fieldErrors: { total_required_hours: expect.stringContaining('600 hours') } },
    })
    // Nor can such a program be reactivated.
    await expect(
      call(
        api.setProgramActive,
        { id: low!.id, version: low!.version + 1, is_active: true },
        { context: await as(admin) },
      ),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await make(id, admin, { total_required_hours: 0 })).total_required_hours).toBe(0)
  })

  it('saved at the same time as another board: the second sees what the first did', async () => {
    const { id, admin } = await fresh()
    const board = await makeProfile()
    const answers = await Promise.allSettled([
      make(id, admin, { total_required_hours: 300 }),
      settle(id, admin, {}, board.id),
    ])
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a regulatory profile', () => {
  it('is written only by the superadmin, read by administrators, and applies at once', async () => {
    const made = await makeProfile()
    const { school_count: _count, updated_at: _at, ...input } = made
    for (const person of [ana, grace, ...others]) {
      await expect(
        call(api.createProfile, fakeProfile(), { context: await as(person) }),
      ).rejects.toMatchObject(refusal)
      await expect(call(api.updateProfile, input, { context: await as(person) })).rejects.toMatchObject(
        refusal,
      )
    }
    const { id, admin } = await fresh()
    await settle(id, admin, { max_students_per_instructor: 8 }, made.id)
    const changed = await call(
      api.updateProfile,
      { ...input, max_students_per_instructor: 6, ratio_covers_simulation: true },
      { context: await as(sam) },
    )
    expect(changed).toMatchObject({
      max_students_per_instructor: 6,
      ratio_covers_simulation: true,
      school_count: 1,
      version: 2,
    })
    await expect(call(api.updateProfile, input, { context: await as(sam) })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { current: { version: 2 } },
    })
    await expect(
      call(
        api.createProfile,
        { ...fakeProfile(), jurisdiction: made.jurisdiction, effective_from: made.effective_from },
        { context: await as(sam) },
      ),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { fieldErrors: { effective_from: expect.any(String) } },
    })
    await expect(
      call(api.createProfile, fakeProfile({ effective_to: '2020-01-01' }), { context: await as(sam) }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const listed = await call(api.listProfiles, undefined, { context: await as(admin) })
    expect(listed.find((profile) => profile.id === made.id)).toMatchObject({ school_count: 0 })
    await expect(call(api.listProfiles, undefined, { context: await as(null) })).rejects.toMatchObject(
      refusal,
    )
  })
})
