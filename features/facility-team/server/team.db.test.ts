import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { facilityTeamHandlers } from './handlers.ts'

const api = facilityTeamHandlers()
let fixture: Fixture
let hospital: string
let main: string
let icu: string
let elsewhere: string
let superadmin: Person
let frank: Person
let mia: Person
let stranger: Person
let school: string
beforeAll(async () => {
  fixture = await createFixture()
  hospital = await fixture.facility({ name: 'Harbor Hospital' })
  main = await fixture.facility({ kind: 'site', parent: hospital, name: 'Harbor Main' })
  await fixture.facility({ kind: 'site', parent: hospital, name: 'Harbor West' })
  icu = await fixture.facility({ kind: 'unit', parent: main, name: 'ICU' })
  elsewhere = await fixture.facility({ name: 'Other Hospital' })
  school = await fixture.school('Lakeshore')
  superadmin = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
  frank = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Frank Facility' })
  mia = await fixture.person({ role: 'facility_admin', facility: icu, fullName: 'Mia Manager' })
  stranger = await fixture.person({ role: 'facility_admin', facility: elsewhere, fullName: 'Stan Stranger' })
})
afterAll(() => fixture.close())

const context = (by: Person | null) => fixture.as(by)
const overview = async (by: Person | null) => call(api.overview, undefined, { context: await context(by) })
const setup = async (by: Person | null) => call(api.setup, undefined, { context: await context(by) })
const settings = async (by: Person | null, id?: string) =>
  call(api.settings, { ...(id && { organization_id: id }) }, { context: await context(by) })
const values = {
  default_lead_time_days: 30,
  visibility_before_days: 40,
  visibility_after_days: 10,
  default_notice_days: 60,
  default_auto_approve: true,
  answers_need_sign_in: true,
  unit_links: false,
  unit_link_days: 30,
}
const save = async (by: Person | null, id: string, version: number, more: Partial<typeof values> = {}) =>
  call(api.saveSettings, { ...values, ...more, organization_id: id, version }, { context: await context(by) })
const users = async (by: Person | null, filter: object = {}) =>
  call(api.users, filter, { context: await context(by) })
const others = async () => [
  await fixture.person({ role: 'school_admin', school }),
  await fixture.person({ role: 'school_super_admin', school }),
  await fixture.person({ role: 'student', school }),
  null,
]

describe('the facility of a facility admin', () => {
  it('is their node and everything below it: an organization, a site or a unit', async () => {
    const all = await overview(frank)
    expect(all.facility).toMatchObject({ kind: 'organization', name: 'Harbor Hospital' })
    expect(all.nodes.map(({ name }) => name)).toEqual([
      'Harbor Hospital',
      'Harbor Main',
      'Harbor West',
      'ICU',
    ])
    expect(all.team.map(({ full_name }) => full_name)).toEqual(['Frank Facility', 'Mia Manager'])
    expect(all).toMatchObject({ people: 2, preceptors: 0, own_facility_name: null })
    await fixture.rows(
      `insert into public.preceptors (id, facility_id, full_name, email) values (gen_random_uuid(), $1, 'Ruth', 'r@x.example')`,
      [icu],
    )
    // The number counts those on the linked page, with or without an account.
    expect(await overview(frank)).toMatchObject({ preceptors: 1 })
    const unit = await overview(mia)
    expect(unit.facility).toMatchObject({ kind: 'unit', name: 'ICU' })
    expect(unit.nodes.map(({ name, max_students_per_shift: most }) => [name, most])).toEqual([['ICU', 8]])
    expect(unit.people).toBe(1)
    expect((await overview(stranger)).nodes.map(({ name }) => name)).toEqual(['Other Hospital'])
    expect((await overview(await fixture.person({ role: 'facility_admin' }))).facility).toBeNull()
  })

  it('includes a temporarily assigned facility above it, says until when, and records its use', async () => {
    const cover = await fixture.person({ role: 'facility_admin', facility: icu, fullName: 'Cora Cover' })
    await fixture.rows(
      `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, expires_on) values ($1, $2, 'site_admin', '2090-01-31')`,
      [cover.id, main],
    )
    expect(await overview(cover)).toMatchObject({
      facility: { name: 'Harbor Main' },
      own_facility_name: 'ICU',
      covers_until: '2090-01-31',
    })
    const [row] = await fixture.rows(
      'select last_used_at is not null as used from public.facility_admin_permissions where user_id = $1',
      [cover.id],
    )
    expect(row).toEqual({ used: true })
    expect((await overview(frank)).team[0]).toMatchObject({
      full_name: 'Cora Cover',
      permissions: [{ permission_type: 'site_admin', facility_name: 'Harbor Main' }],
    })
    await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [cover.id])
  })

  it('a superadmin sees the chosen facility', async () => {
    expect((await overview(superadmin)).facility).toBeNull()
    await fixture.rows('update priv.sessions set selected_facility_id = $1 where user_id = $2', [
      main,
      superadmin.id,
    ])
    expect((await overview(superadmin)).nodes.map(({ name }) => name)).toEqual(['Harbor Main', 'ICU'])
    // The same people with the same permissions as its own administrator, also where those reach above it.
    const chief = await fixture.person({ role: 'facility_admin', facility: main, fullName: 'Chloe Chief' })
    const reviewer = await fixture.person({
      role: 'facility_admin',
      facility: icu,
      fullName: 'Vera Verifier',
    })
    for (const [type, where] of [
      ['verifier', icu],
      ['org_admin', hospital],
    ])
      await fixture.rows(
        `insert into public.facility_admin_permissions (user_id, facility_id, permission_type) values ($1, $2, $3)`,
        [reviewer.id, where, type],
      )
    const shown = async (by: Person, filter: object = {}) =>
      (await users(by, filter)).rows.map(({ full_name, permissions }) => ({ full_name, permissions }))
    expect(await shown(superadmin)).toEqual(await shown(chief))
    expect(await shown(superadmin, { permission: 'verifier' })).toMatchObject([
      { full_name: 'Vera Verifier', permissions: [{}, {}] },
    ])
    await fixture.rows(`update public.users set status = 'deactivated' where id = any ($1)`, [
      [chief.id, reviewer.id],
    ])
    await fixture.rows('update priv.sessions set selected_facility_id = null where user_id = $1', [
      superadmin.id,
    ])
  })

  it('is refused to other roles and anonymous callers', async () => {
    for (const by of await others()) {
      const code = by ? 'FORBIDDEN' : 'UNAUTHORIZED'
      for (const attempt of [overview, setup, settings, users])
        await expect(attempt(by)).rejects.toMatchObject({ code })
      await expect(save(by, hospital, 1)).rejects.toMatchObject({ code })
      const { rows } = await fixture.act(by, (tx) =>
        sql`select app.write_facility_settings(${hospital}::uuid, 1, jsonb_populate_record(null::public.organizations, ${JSON.stringify(values)}::jsonb)) as written`.execute(
          tx,
        ),
      )
      expect(rows).toEqual([{ written: false }])
    }
  })
})

describe('the people', () => {
  it('are those in scope, filtered by facility, status and permission', async () => {
    await fixture.rows(
      `insert into public.facility_admin_permissions (user_id, facility_id, permission_type) values ($1, $2, 'verifier')`,
      [mia.id, icu],
    )
    const names = async (filter: object, by = frank) =>
      (await users(by, filter)).rows.map(({ full_name }) => full_name)
    expect(await names({ status: 'active' })).toEqual(['Frank Facility', 'Mia Manager'])
    expect(await names({ status: 'active', facility_id: main })).toEqual(['Mia Manager'])
    expect(await names({ permission: 'verifier' })).toEqual(['Mia Manager'])
    expect(await names({ q: 'icu', status: 'active' })).toEqual(['Mia Manager'])
    expect(await names({ facility_id: elsewhere })).toEqual([])
    expect(await names({}, stranger)).toEqual(['Stan Stranger'])
    expect((await users(frank, { q: 'mia' })).rows[0]!.permissions).toEqual([
      { permission_type: 'verifier', facility_name: 'ICU' },
    ])
  })
  it('are exported, and the export is recorded', async () => {
    // In the evening of June 1 in New York.
    await fixture.rows(`update public.users set created_at = '2026-06-02T02:00:00Z' where id = $1`, [mia.id])
    const { csv, rows } = await call(api.exportUsers, { status: 'active' }, { context: await context(frank) })
    expect(rows).toBe(2)
    expect(csv).toContain('Verifier at ICU,2026-06-01')
    const [entry] = await fixture.rows(
      `select actor_id, facility_id from public.audit_events where action = 'export' order by id desc limit 1`,
    )
    expect(entry).toEqual({ actor_id: frank.id, facility_id: hospital })
    for (const by of await others())
      await expect(call(api.exportUsers, {}, { context: await context(by) })).rejects.toMatchObject({
        code: by ? 'FORBIDDEN' : 'UNAUTHORIZED',
      })
  })
})

it('the setup steps follow the data', async () => {
  const fresh = await fixture.facility({ name: 'Fresh Hospital' })
  const nora = await fixture.person({ role: 'facility_admin', facility: fresh })
  expect(await setup(nora)).toMatchObject({
    facility: { name: 'Fresh Hospital' },
    organization: { is_mine: true },
    details: { address: false, phone: false },
    sites: 0,
    units: 0,
    units_without_pattern: [],
    people: 1,
    active_partnerships: 0,
  })
  const site = await fixture.facility({ kind: 'site', parent: fresh, name: 'Fresh Site' })
  const unit = await fixture.facility({ kind: 'unit', parent: site, name: 'Fresh Unit' })
  await fixture.rows(
    `update public.organizations set address = '1 Main Street', phone = '414 555 0100' where id = $1`,
    [fresh],
  )
  expect(await setup(nora)).toMatchObject({
    details: { address: true, phone: true },
    sites: 1,
    units: 1,
    units_without_pattern: [{ id: unit, name: 'Fresh Unit' }],
  })
  await fixture.rows(
    `update public.units set shift_patterns = '[{"name": "D8", "start": "07:00", "end": "15:00", "unpaid_break_min": 30}]' where id = $1`,
    [unit],
  )
  expect((await setup(nora)).units_without_pattern).toEqual([])
  await fixture.rows(
    `insert into public.partnerships (school_id, organization_id, status, effective_from, effective_to) values ($1, $2, 'active', '2026-01-01', '2090-01-01')`,
    [school, fresh],
  )
  expect((await setup(nora)).active_partnerships).toBe(1)
  const atUnit = await fixture.person({ role: 'facility_admin', facility: unit })
  expect(await setup(atUnit)).toMatchObject({
    organization: { id: fresh, is_mine: false },
    details: { specialty: false },
  })
})

describe('the settings of an organization', () => {
  it('can be read by everyone below it, and changed by those who manage it', async () => {
    expect(await settings(frank)).toMatchObject({
      name: 'Harbor Hospital',
      may_change: true,
      default_lead_time_days: 21,
    })
    expect(await settings(mia)).toMatchObject({ name: 'Harbor Hospital', may_change: false })
    expect(await settings(frank, elsewhere)).toBeNull()
    expect(await settings(superadmin, elsewhere)).toMatchObject({ name: 'Other Hospital', may_change: true })
    expect(await call(api.organizations, {}, { context: await context(mia) })).toEqual([
      { id: hospital, name: 'Harbor Hospital' },
    ])
    const { version } = (await settings(frank))!
    const saved = await save(frank, hospital, version)
    expect(saved).toMatchObject({ ...values, version: version + 1 })
    await expect(save(mia, hospital, saved.version)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(save(stranger, hospital, saved.version)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(save(frank, main, 1)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(save(frank, hospital, saved.version, { default_lead_time_days: 400 })).rejects.toMatchObject(
      {
        code: 'BAD_REQUEST',
      },
    )
    expect(
      (await save(superadmin, hospital, saved.version, { default_notice_days: 45 })).default_notice_days,
    ).toBe(45)
  })

  it('of two people who save at once the second sees what the first saved', async () => {
    const { version } = (await settings(frank))!
    const olga = await fixture.person({ role: 'facility_admin', facility: hospital })
    const both = await Promise.allSettled([
      save(frank, hospital, version, { default_lead_time_days: 11 }),
      save(olga, hospital, version, { default_lead_time_days: 12 }),
    ])
    const lost = both.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(lost.reason).toMatchObject({ code: 'CONFLICT', data: { current: { version: version + 1 } } })
  })
})
