import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { healthChecks } from '../rules.ts'
import { permissionHandlers } from './handlers.ts'
import { permissionJobs } from './jobs.ts'
import { reportRows } from './queries/report.ts'

let fixture: Fixture
let api: ReturnType<typeof permissionHandlers>
let hospital: string
let main: string
let icu: string
let west: string
let superadmin: Person
let frank: Person
let mia: Person
let stranger: Person
beforeAll(async () => {
  fixture = await createFixture()
  api = permissionHandlers(fixture)
  superadmin = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
})
beforeEach(async () => {
  hospital = await fixture.facility({ name: 'Harbor Hospital' })
  main = await fixture.facility({ kind: 'site', parent: hospital, name: 'Harbor Main' })
  west = await fixture.facility({ kind: 'site', parent: hospital, name: 'Harbor West' })
  icu = await fixture.facility({ kind: 'unit', parent: main, name: 'ICU' })
  frank = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Frank Facility' })
  mia = await fixture.person({ role: 'facility_admin', facility: icu, fullName: 'Mia Manager' })
  stranger = await fixture.person({
    role: 'facility_admin',
    facility: await fixture.facility({ name: 'Other Hospital' }),
  })
})
afterAll(() => fixture.close())

const give = (
  who: Person,
  type: string,
  facility: string,
  more: { expires?: string; enabled?: boolean; used?: string } = {},
) =>
  fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, is_enabled, expires_on, last_used_at, granted_at)
     values ($1, $2, $3, $4, $5, $6, coalesce($6::timestamptz, now()))
     on conflict (user_id, facility_id, permission_type) do update set is_enabled = excluded.is_enabled, expires_on = excluded.expires_on,
       last_used_at = excluded.last_used_at, granted_at = excluded.granted_at`,
    [who.id, facility, type, more.enabled ?? true, more.expires ?? null, more.used ?? null],
  )
const held = async (who: Person, at: string | null = null) =>
  (
    await fixture.rows<{ text: string }>(
      `select e.permission_type || ' ' || f.name || ' ' || e.source as text from app.effective_permissions($1) e
       join public.facilities f on f.id = e.facility_id where $2::uuid is null or f.id in (select l.id from app.facility_line($2) l) order by 1`,
      [who.id, at],
    )
  ).map(({ text }) => text)

describe('role ∩ scope ∩ grants', () => {
  it('a role lets a person run the facility they belong to', async () => {
    expect(await held(frank)).toEqual(['org_admin Harbor Hospital role'])
    expect(await held(mia)).toEqual(['unit_admin ICU role'])
    expect(await held(frank, icu)).toEqual(['org_admin Harbor Hospital role'])
    expect(await held(mia, main)).toEqual([])
    expect(await held(await fixture.person({ role: 'student', school: await fixture.school() }))).toEqual([])
    expect(
      await held(await fixture.person({ role: 'facility_admin', facility: icu, status: 'pending' })),
    ).toEqual([])
  })

  it('a grant counts while it is on, in time, at an open facility, and within what the person runs', async () => {
    await give(mia, 'verifier', icu)
    expect(await held(mia)).toContain('verifier ICU grant')
    await give(mia, 'verifier', icu, { enabled: false })
    expect(await held(mia)).not.toContain('verifier ICU grant')
    await give(mia, 'verifier', icu, { expires: '2020-01-01' })
    expect(await held(mia)).not.toContain('verifier ICU grant')
    await give(mia, 'verifier', icu, { expires: '2090-01-01' })
    await give(mia, 'verifier', west)
    expect(await held(mia)).toEqual(['unit_admin ICU role', 'verifier ICU grant'])
    await fixture.rows(`update public.facilities set status = 'closed' where id = $1`, [icu])
    expect(await held(mia)).toEqual(['unit_admin ICU role'])
  })

  it("the last day itself still counts, in the facility's time zone", async () => {
    await fixture.rows(`update public.facilities set time_zone = 'Pacific/Honolulu' where id = $1`, [icu])
    const [now] = await fixture.rows<{ today: string }>(
      `select (now() at time zone 'Pacific/Honolulu')::date::text as today`,
    )
    await give(mia, 'verifier', icu, { expires: now!.today })
    expect(await held(mia)).toContain('verifier ICU grant')
    await fixture.rows(
      `update public.facility_admin_permissions set expires_on = expires_on - 1 where user_id = $1`,
      [mia.id],
    )
    expect(await held(mia)).not.toContain('verifier ICU grant')
  })

  it('a facility granted above one’s own extends everything that depends on the scope, until it ends', async () => {
    const reach = async (who: Person) =>
      (
        await fixture.act(who, (tx) =>
          tx.selectFrom('users').select('full_name').orderBy('full_name').execute(),
        )
      ).map(({ full_name: name }) => name)
    await fixture.person({ role: 'facility_admin', facility: west, fullName: 'Wes West' })
    await fixture.person({ role: 'facility_admin', facility: main, fullName: 'Max Main' })
    expect(await reach(mia)).toEqual(['Mia Manager'])
    await give(mia, 'site_admin', main)
    expect(await held(mia)).toEqual(['site_admin Harbor Main grant', 'unit_admin ICU role'])
    expect(await reach(mia)).toEqual(['Max Main', 'Mia Manager'])
    await give(mia, 'org_admin', hospital)
    expect(await reach(mia)).toEqual(['Frank Facility', 'Max Main', 'Mia Manager', 'Wes West'])
    await give(mia, 'org_admin', hospital, { expires: '2020-01-01' })
    expect(await reach(mia)).toEqual(['Max Main', 'Mia Manager'])
    // A permission of another kind, and a facility outside the line above one's own, extend nothing.
    await give(mia, 'site_admin', main, { enabled: false })
    await give(mia, 'unit_admin', main)
    await give(mia, 'site_admin', west)
    expect(await reach(mia)).toEqual(['Mia Manager'])
    expect(await held(mia)).toEqual(['unit_admin ICU role'])
  })

  it('leaving the facility ends what was given with it', async () => {
    await give(mia, 'site_admin', main)
    await give(mia, 'verifier', icu)
    await fixture.rows('update public.users set linked_facility_id = $2 where id = $1', [mia.id, west])
    expect(await held(mia)).toEqual(['site_admin Harbor West role'])
  })
})

describe('get-user-facility-permissions', () => {
  const get = async (by: Person | null, who: string, facility: string) =>
    call(api.ofUserAtFacility, { user_id: who, facility_id: facility }, { context: await fixture.as(by) })
  it('returns what a person holds at a facility, to themselves, the superadmin and anyone who runs their facility', async () => {
    await give(mia, 'verifier', icu, { expires: '2090-01-01' })
    for (const by of [mia, superadmin, frank])
      expect(await get(by, mia.id, icu)).toEqual({
        user_id: mia.id,
        facility_id: icu,
        role: 'facility_admin',
        permissions: [
          expect.objectContaining({ permission_type: 'unit_admin', source: 'role', facility_name: 'ICU' }),
          expect.objectContaining({ permission_type: 'verifier', source: 'grant', expires_on: '2090-01-01' }),
        ],
      })
    expect((await get(mia, mia.id, west)).permissions).toEqual([])
  })
  it('finds no person for everyone else', async () => {
    const school = await fixture.school()
    const answers = await Promise.all(
      [
        [stranger, mia.id],
        [stranger, crypto.randomUUID()],
        [await fixture.person({ role: 'school_admin', school }), mia.id],
        [await fixture.person({ role: 'student', school }), mia.id],
        [mia, frank.id],
      ].map(([by, who]) =>
        get(by as Person, who as string, icu).catch(
          (error: Error & { code: string }) => `${error.code} ${error.message}`,
        ),
      ),
    )
    expect(new Set(answers)).toEqual(new Set(['NOT_FOUND We can’t find that person or facility.']))
    await expect(get(null, mia.id, icu)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
  it('takes exactly its two fields', async () => {
    await expect(
      call(api.ofUserAtFacility, { user_id: mia.id, facility_id: icu, role: 'superadmin' } as never, {
        context: await fixture.as(mia),
      }),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('use of a permission', () => {
  const used = async () =>
    (
      await fixture.rows<{ last_used_at: string | null }>(
        'select last_used_at from public.facility_admin_permissions where user_id = $1',
        [mia.id],
      )
    )[0]!.last_used_at
  it('is recorded for the preceptor pages, once an hour, and is not a change', async () => {
    await give(mia, 'capstone_preceptor', icu)
    expect(await used()).toBeNull()
    const before = await fixture.rows('select count(*) as n from public.audit_events')
    await call(api.mine, undefined, { context: await fixture.as(mia) })
    const first = await used()
    expect(first).not.toBeNull()
    await call(api.mine, undefined, { context: await fixture.as(mia) })
    expect(await used()).toEqual(first)
    await fixture.rows(
      `update public.facility_admin_permissions set last_used_at = now() - interval '2 hours' where user_id = $1`,
      [mia.id],
    )
    await call(api.mine, undefined, { context: await fixture.as(mia) })
    expect(Date.now() - Date.parse(String(await used()))).toBeLessThan(60_000)
    expect(await fixture.rows('select count(*) as n from public.audit_events')).toEqual(before)
  })
  it('is not recorded while someone acts as them', async () => {
    await give(mia, 'capstone_preceptor', icu)
    const by = await fixture.person({ role: 'superadmin' })
    await fixture.rows(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'Because of the test',
       impersonation_expires_at = now() + interval '9 minutes', impersonation_may_write = true where user_id = $1`,
      [by.id, mia.id],
    )
    expect(await call(api.mine, undefined, { context: await fixture.as(by) })).toHaveLength(1)
    expect(await used()).toBeNull()
  })
  it('requires a successor when an active preceptor is turned off', async () => {
    const set = async (more: object) =>
      call(
        api.set,
        {
          user_id: mia.id,
          facility_id: icu,
          permission_type: 'capstone_preceptor',
          is_enabled: false,
          ...more,
        },
        { context: await fixture.as(superadmin) },
      )
    await give(mia, 'capstone_preceptor', icu, { used: '2026-01-01' })
    await expect(set({})).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Choose who takes over'),
    })
    const candidates = await call(
      api.successors,
      { user_id: mia.id, facility_id: icu },
      { context: await fixture.as(superadmin) },
    )
    expect(candidates).toEqual([{ id: frank.id, full_name: 'Frank Facility', is_preceptor: false }])
    await expect(set({ successor_id: stranger.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(set({ successor_id: mia.id })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await fixture.as(mia)).viewer?.isPreceptor).toBe(true)
    await set({ successor_id: frank.id })
    expect((await fixture.as(mia)).viewer?.isPreceptor).toBe(false)
    expect((await fixture.as(frank)).viewer?.isPreceptor).toBe(true)
    await give(mia, 'capstone_preceptor', icu, { used: '2026-01-01' })
    await set({ no_successor: true })
    expect((await fixture.as(mia)).viewer?.isPreceptor).toBe(false)
  })
})

describe('turning off by a facility admin', () => {
  const off = async (by: Person | null, who: Person, type: 'verifier' | 'capstone_preceptor', at = icu) =>
    call(
      api.set,
      { user_id: who.id, facility_id: at, permission_type: type, is_enabled: false, reason: 'Moved on.' },
      { context: await fixture.as(by) },
    )
  it('ends what others hold within their own facility, with a record; never preceptors, never their own', async () => {
    await give(mia, 'verifier', icu)
    await give(mia, 'capstone_preceptor', icu)
    await give(frank, 'verifier', west)
    await expect(off(stranger, mia, 'verifier')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(off(mia, mia, 'verifier')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(off(frank, frank, 'verifier', west)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(off(frank, mia, 'capstone_preceptor')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(off(null, mia, 'verifier')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await off(frank, mia, 'verifier')
    expect(await held(mia)).toEqual(['capstone_preceptor ICU grant', 'unit_admin ICU role'])
    expect(
      await fixture.rows(
        `select from_status, to_status, reason, actor_id from public.permission_events where user_id = $1 and permission_type = 'verifier' order by id desc limit 1`,
        [mia.id],
      ),
    ).toEqual([{ from_status: 'enabled', to_status: 'disabled', reason: 'Moved on.', actor_id: frank.id }])
  })
})

describe('the report', () => {
  const report = async (by: Person | null, filter: object = {}) =>
    call(api.report, { q: 'Harbor', ...filter }, { context: await fixture.as(by) })
  beforeEach(() =>
    fixture.rows(`update public.users set full_name = full_name || ' Harbor' where id = any ($1)`, [
      [mia.id, frank.id],
    ]),
  )
  it('lists who has what, by what, and what was not used for 90 days', async () => {
    await give(mia, 'verifier', icu, { used: '2026-01-01' })
    await give(mia, 'billing_view', icu)
    await give(mia, 'view_only_reports', icu, { expires: '2020-01-01' })
    await give(mia, 'verifier', west)
    const all = await report(superadmin, { q: mia.email })
    expect(
      all.rows.map(({ permission_type: type, state, source }) => `${type} ${source} ${state}`).toSorted(),
    ).toEqual([
      'billing_view grant in_force',
      'unit_admin role in_force',
      'verifier grant ineffective',
      'verifier grant unused',
      'view_only_reports grant expired',
    ])
    expect(all.counts).toEqual({ all: 5, in_force: 2, unused: 1, ineffective: 1, expired: 1, off: 0 })
    expect((await report(superadmin, { q: mia.email, state: 'unused' })).rows).toMatchObject([
      { permission_type: 'verifier', facility_name: 'ICU', changed_to: 'enabled' },
    ])
    expect((await report(superadmin, { q: mia.email, permission: 'unit_admin' })).total).toBe(1)
    expect((await report(superadmin, { q: mia.email, source: 'role' })).total).toBe(1)
  })
  it('says of everyone what the function of one person says', async () => {
    // Above one's own facility, below it, elsewhere, of the wrong kind, and what a grant above makes valid.
    for (const [who, type, where] of [
      [mia, 'site_admin', main],
      [mia, 'capstone_preceptor', main],
      [mia, 'capstone_preceptor', west],
      [mia, 'unit_admin', west],
      [frank, 'site_admin', west],
      [frank, 'org_admin', hospital],
      [frank, 'capstone_preceptor', icu],
      [stranger, 'site_admin', west],
    ] as const)
      await give(who, type, where)
    const { rows } = await fixture.act(superadmin, (tx) =>
      sql<{ missing: number; more: number; all: number }>`
        with recursive ${reportRows(null)},
        shown as (select r.user_id, r.permission_type, r.facility_id, r.source, r.since, r.expires_on, r.last_used_at from report r where r.state in ('in_force', 'unused')),
        each_person as (select i.* from app.permissions_in_force() i)
        select (select count(*) from (table shown except table each_person) x) as more, (select count(*) from (table each_person except table shown) x) as missing,
          (select count(*) from each_person) as all`.execute(tx),
    )
    expect(rows[0]).toMatchObject({ missing: 0, more: 0 })
    expect(rows[0]!.all).toBeGreaterThan(7)
  })
  it('is exported, and the export is recorded', async () => {
    const { csv, rows } = await call(
      api.exportReport,
      { q: mia.email },
      { context: await fixture.as(superadmin) },
    )
    expect(rows).toBe(1)
    expect(csv).toContain('Unit admin,ICU,Role,In force')
    const [entry] = await fixture.rows(
      `select actor_id, changes ->> 'rows' as rows from public.audit_events where action = 'export' and entity = 'facility_admin_permissions' order by id desc limit 1`,
    )
    expect(entry).toEqual({ actor_id: superadmin.id, rows: '1' })
  })
  it('is only for the superadmin, like the health checks', async () => {
    const school = await fixture.school()
    for (const by of [
      frank,
      await fixture.person({ role: 'school_super_admin', school }),
      await fixture.person({ role: 'student', school }),
      null,
    ]) {
      const code = by ? 'FORBIDDEN' : 'UNAUTHORIZED'
      await expect(report(by)).rejects.toMatchObject({ code })
      await expect(call(api.exportReport, {}, { context: await fixture.as(by) })).rejects.toMatchObject({
        code,
      })
      await expect(call(api.health, undefined, { context: await fixture.as(by) })).rejects.toMatchObject({
        code,
      })
      await expect(
        call(api.checkHealth, { id: randomUUID() }, { context: await fixture.as(by) }),
      ).rejects.toMatchObject({ code })
      await expect(
        call(api.successors, { user_id: mia.id, facility_id: icu }, { context: await fixture.as(by) }),
      ).rejects.toMatchObject({ code })
    }
  })
})

it('the health checks find each defect by its code', async () => {
  await give(mia, 'verifier', west)
  await give(mia, 'billing_view', icu, { expires: '2020-01-01' })
  await give(mia, 'view_only_reports', icu, { used: '2026-01-01' })
  await fixture.person({ role: 'facility_admin', fullName: 'Nowhere Nora' })
  const closed = await fixture.facility({ kind: 'site', parent: hospital, name: 'Old Site' })
  await fixture.person({ role: 'facility_admin', facility: closed, fullName: 'Carl Closed' })
  await fixture.rows(`update public.facilities set status = 'archived' where id = $1`, [closed])
  const headless = await fixture.facility({ name: 'Headless Hospital' })
  await fixture.person({
    role: 'facility_admin',
    facility: await fixture.facility({ kind: 'site', parent: headless, name: 'Body' }),
  })
  await fixture.rows(
    `insert into public.permission_requests (requester_id, target_user_id, permission, scope_node, justification, status, submitted_at, decided_by, decided_at)
     values ($1, $1, 'org_admin', $2, 'For the test of health.', 'submitted', now() - interval '20 days', null, null),
            ($1, $1, 'site_admin', $3, 'For the test of health.', 'approved', now(), $4, now())`,
    [mia.id, hospital, main, frank.id],
  )
  const asSuperadmin = { context: await fixture.as(superadmin) }
  expect(await call(api.health, undefined, asSuperadmin)).toEqual({
    last: null,
    job_id: null,
    is_running: false,
    is_due: true,
  })
  const { job_id: id } = await call(api.checkHealth, { id: randomUUID() }, asSuperadmin)
  // One at a time: starting again returns the same job.
  expect(await call(api.checkHealth, { id: randomUUID() }, asSuperadmin)).toEqual({ job_id: id })
  expect(await call(api.health, undefined, asSuperadmin)).toEqual({
    last: null,
    job_id: id,
    is_running: true,
    is_due: false,
  })
  await runJob(fixture, permissionJobs, id, new AbortController().signal)
  const health = await call(api.health, undefined, asSuperadmin)
  expect(health).toMatchObject({ job_id: id, is_running: false, is_due: false, last: { truncated: false } })
  expect(Date.now() - Date.parse(health.last!.checked_at)).toBeLessThan(60_000)
  const { findings } = health.last!
  for (const { code } of healthChecks) expect(findings.map((finding) => finding.code)).toContain(code)
  expect(new Set(findings.map(({ code }) => code))).toEqual(new Set(healthChecks.map(({ code }) => code)))
  expect(findings).toContainEqual(
    expect.objectContaining({
      code: 'ineffective',
      subject: 'Mia Manager, verifier at Harbor West',
      user_id: mia.id,
    }),
  )
})
