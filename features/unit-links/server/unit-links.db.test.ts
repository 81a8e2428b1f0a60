/** The page of a unit that its charge nurse opens without an account. */
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, type PlainDate, todayIn } from '#core/plain-date.ts'
import { createFixture, type Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { hashToken } from '#platform/server/session.ts'
import { MAX_OPENINGS_PER_HOUR } from '../rules.ts'
import { unitLinkHandlers } from './handlers.ts'

type Fixture = Awaited<ReturnType<typeof createFixture>>
let fixture: Fixture
let api: ReturnType<typeof unitLinkHandlers>
let school: string
let hospital: string
let ward: string
let icu: string
let frank: Person
let una: Person
let stan: Person
let ana: Person
let marcus: Person
let stella: Person
const today = todayIn('America/New_York')

beforeAll(async () => {
  fixture = await createFixture()
  api = unitLinkHandlers({ config: { appUrl: 'https://placewell.example' }, authPool: fixture.authPool })
  school = await fixture.school('Lake School')
  hospital = await fixture.facility({ name: 'River Health' })
  const north = await fixture.facility({ kind: 'site', parent: hospital, name: 'North' })
  ward = await fixture.facility({ kind: 'unit', parent: north, name: '5 East' })
  icu = await fixture.facility({ kind: 'unit', parent: north, name: 'ICU' })
  await fixture.partnership(school, hospital)
  frank = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Frank Facility' })
  una = await fixture.person({ role: 'facility_admin', facility: ward, fullName: 'Una Unit' })
  stan = await fixture.person({ role: 'facility_admin', facility: icu })
  ana = await fixture.person({ role: 'school_admin', school })
  marcus = await fixture.person({ role: 'proctor', school, fullName: 'Marcus Bell' })
  stella = await fixture.person({ role: 'student', school, fullName: 'Stella Student' })
  await fixture.rows(
    `update public.users set phone = case when id = $1 then '(414) 555-0110' else '(414) 555-0199' end, emergency_contact = 'Mother, (414) 555-0100' where id in ($1, $2)`,
    [marcus.id, stella.id],
  )
  await fixture.rows(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year) values ($1, 'All', current_date - 180, current_date + 180, 'fall', 'x')`,
    [school],
  )
})
afterAll(() => fixture.close())
beforeEach(async () => {
  await fixture.rows('update public.unit_links set revoked_at = now() where revoked_at is null')
  await fixture.rows(
    'update public.organizations set unit_links = true, unit_link_days = 90, default_lead_time_days = 0',
  )
  await fixture.rows('delete from public.assignments')
  await fixture.rows('delete from public.shifts')
})

const as = async (by: Person | null) => ({ context: await fixture.as(by) })
const tokenOf = (url: string) =>
  url.match(/^https:\/\/placewell\.example\/unit-today\?token=([\w-]{43})$/)![1]!
const make = async (by: Person | null, unit = ward) =>
  tokenOf((await call(api.make, { facility_id: unit }, await as(by))).url)
const open = async (token: string) => call(api.open, { token }, await as(null))
const get = async (by: Person | null, unit = ward) => call(api.get, { facility_id: unit }, await as(by))

async function shift(date: PlainDate, more: { status?: string; unit?: string; night?: boolean } = {}) {
  const { status = 'published', unit = ward, night = false } = more
  const [row] = await fixture.rows<{ id: string }>(
    `insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, capacity, seats, submitted_at,
       proctor_id, title, course_code, objectives)
     select $1, (select id from public.semesters where school_id = $1), $2::date, s, e, 'America/New_York', ($2::date + s) at time zone 'America/New_York',
       ($2::date + e + case when e <= s then interval '1 day' else interval '0' end) at time zone 'America/New_York', $3, $4, 8, 8, now(), $5, 'Adult Health I', 'NURS 210',
       array['Medication passes']
     from (select case when $6 then time '19:00' else time '00:00' end as s, case when $6 then time '07:00' else time '23:59' end as e) t returning id`,
    [school, date, unit, status, unit === ward && status === 'published' ? marcus.id : null, night],
  )
  return row!.id
}
const seat = (id: string, student: Person) =>
  fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
     select id, school_id, $2, 'assigned', tstzrange(starts_at, ends_at), tstzrange(starts_at, ends_at) from public.shifts where id = $1`,
    [id, student.id],
  )

describe('the link of a unit', () => {
  it('shows today and tomorrow, with the instructor’s phone, and no student by name even if released', async () => {
    const now = await shift(today)
    await seat(now, stella)
    await fixture.rows(
      `insert into public.consents (school_id, student_id, facility_scope, text_version, granted_by, expires_at) values ($1, $2, null, 'x', $2, now() + interval '1 year')`,
      [school, stella.id],
    )
    await shift(addDays(today, 1), { status: 'cancelled' })
    for (const hidden of ['draft', 'pending_facility', 'declined', 'withdrawn'])
      await shift(addDays(today, 1), { status: hidden })
    await shift(addDays(today, 2))
    await shift(today, { unit: icu })
    const page = await open(await make(una))
    expect(page).toMatchObject({ state: 'open', message: null, unit_name: '5 East', site_name: 'North' })
    expect(page.days.map(({ date, shifts }) => [date, shifts.length])).toEqual([
      [today, 1],
      [addDays(today, 1), 1],
    ])
    expect(page.days[0]!.shifts[0]).toMatchObject({
      id: now,
      school_name: 'Lake School',
      title: 'Adult Health I',
      students: 1,
      objectives: ['Medication passes'],
      is_called_off: false,
      people: [{ name: 'Marcus Bell', phone: '(414) 555-0110', is_preceptor: false }],
    })
    expect(page.days[1]!.shifts[0]).toMatchObject({ is_called_off: true, students: 0 })
    expect(JSON.stringify(page)).not.toMatch(new RegExp(`Stella|Mother|0100|0199|${stella.id}`))
    expect(await fixture.rows('select 1 from public.disclosures')).toEqual([])
  })

  it('shows last night’s shift while it is running', async () => {
    await shift(addDays(today, -1), { night: true })
    await fixture.rows(
      `update public.shifts set ends_at = now() + interval '10 minutes' where starts_at < now() - interval '1 minute'`,
    )
    expect((await open(await make(una))).days[0]!.shifts).toMatchObject([{ date: addDays(today, -1) }])
    await fixture.rows(
      `update public.shifts set starts_at = now() - interval '12 hours', ends_at = now() - interval '1 minute'`,
    )
    expect((await open(await make(una))).days[0]!.shifts).toEqual([])
  })

  it('is created by people who run the unit or a facility above it, and by no one else', async () => {
    await make(una)
    await make(frank)
    for (const other of [stan, ana, marcus, stella, null])
      await expect(make(other)).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|FORBIDDEN|UNAUTHORIZED/),
      })
    await expect(make(frank, hospital)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(get(stan)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is stored as a digest, which no login reads', async () => {
    const token = await make(una)
    const rows = await fixture.rows<{ all: string }>(
      'select to_jsonb(l)::text as all from public.unit_links l',
    )
    expect(rows.some(({ all }) => all.includes(token))).toBe(false)
    expect(rows.some(({ all }) => all.includes(hashToken(token)))).toBe(true)
    await expect(
      fixture.act(una, (tx) => sql`select token_hash from public.unit_links`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      withActor(fixture.authPool, hashToken(token), (tx) =>
        sql`select token_hash from public.unit_links`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('is replaced by a new one, extended with the same address, and turned off', async () => {
    const first = await make(una)
    const second = await make(frank)
    expect([(await open(first)).state, (await open(second)).state]).toEqual(['revoked', 'open'])
    await fixture.rows(
      `update public.unit_links set expires_at = now() - interval '1 second' where revoked_at is null`,
    )
    expect(await open(second)).toMatchObject({
      state: 'expired',
      days: [],
      message: expect.stringMatching(/Ask the administrator of 5 East, North/),
    })
    expect((await get(una)).link!.state).toBe('expired')
    await call(api.extend, { facility_id: ward }, await as(una))
    expect((await open(second)).state).toBe('open')
    await call(api.revoke, { facility_id: ward }, await as(una))
    expect(await open(second)).toMatchObject({
      state: 'revoked',
      days: [],
      message: expect.stringMatching(/turned off or replaced/),
    })
    await call(api.revoke, { facility_id: ward }, await as(una))
    await expect(call(api.extend, { facility_id: ward }, await as(una))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    for (const act of [api.extend, api.revoke])
      await expect(call(act, { facility_id: ward }, await as(stan))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
  })

  it('works for as many days as the organization sets, and not if it turned such pages off', async () => {
    await fixture.rows('update public.organizations set unit_link_days = 7 where id = $1', [hospital])
    const token = await make(una)
    const [kept] = await fixture.rows<{ days: number }>(
      `select extract(day from expires_at - created_at)::integer as days from public.unit_links where revoked_at is null`,
    )
    expect([kept!.days, (await get(una)).days]).toEqual([7, 7])
    await shift(today)
    await fixture.rows('update public.organizations set unit_links = false where id = $1', [hospital])
    expect(await open(token)).toMatchObject({
      state: 'off',
      days: [],
      message: expect.stringMatching(/Ask its administrator/),
    })
    await expect(make(una)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await get(una)).blocker).toMatch(/on in Settings/)
  })

  it('is counted each time it shows something, with the range of addresses', async () => {
    const token = await make(una)
    await open(token)
    await open(token)
    const { link } = await get(una)
    expect(link).toMatchObject({ opened: 2, created_by_name: 'Una Unit', openings: [{}, {}] })
    expect(link!.openings[0]!.address_block).not.toBe('')
    await call(api.revoke, { facility_id: ward }, await as(una))
    await open(token)
    expect((await get(una)).link!.opened).toBe(2)
    await expect(fixture.rows('delete from public.unit_link_openings')).rejects.toThrow(
      /never change|append|refuse|change/i,
    )
  })

  it('is recorded in the audit log when it is created, extended and turned off', async () => {
    await make(una)
    await call(api.extend, { facility_id: ward }, await as(frank))
    await call(api.revoke, { facility_id: ward }, await as(una))
    const lines = await fixture.rows(
      `select action, actor_id, facility_id, changes from public.audit_events where entity = 'unit_links' order by id desc limit 3`,
    )
    expect(lines).toMatchObject([
      { action: 'update', actor_id: una.id, facility_id: ward, changes: { revoked_at: {} } },
      { action: 'update', actor_id: frank.id, facility_id: ward, changes: { expires_at: {} } },
      { action: 'insert', actor_id: una.id, facility_id: ward, changes: {} },
    ])
  })
})

describe('someone without a link, or with another one', () => {
  it('guesses in vain, and then has to wait', async () => {
    await make(una)
    for (let n = 0; n < 20; n += 1)
      expect(await open(`${'x'.repeat(42)}${n % 10}`)).toMatchObject({
        state: 'unknown',
        unit_name: null,
        days: [],
      })
    await expect(open('no token at all')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  it('opens one link only a limited number of times, and then has to wait', async () => {
    const token = await make(una)
    await fixture.rows('delete from priv.throttles')
    for (let n = 0; n < MAX_OPENINGS_PER_HOUR; n += 1) await open(token)
    await expect(open(token)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    // What was refused is not in the log either.
    const openings = await fixture.rows(
      `select 1 from public.unit_link_openings o join public.unit_links l on l.id = o.link_id where l.token_hash = $1`,
      [hashToken(token)],
    )
    expect(openings).toHaveLength(MAX_OPENINGS_PER_HOUR)
    await fixture.rows('delete from priv.throttles')
  }, 60_000)

  it('reads directly in the database only the link’s unit on its days, no student and no seat', async () => {
    const now = await shift(today)
    await seat(now, stella)
    await shift(addDays(today, 2))
    await shift(today, { unit: icu })
    const token = await make(una)
    const by = <T>(hash: string | null, query: string) =>
      withActor(fixture.authPool, hash, async (tx) => (await sql.raw<T>(query).execute(tx)).rows)
    const hash = hashToken(token)
    expect(await by(hash, 'select id from public.shifts')).toEqual([{ id: now }])
    expect(await by(hash, 'select full_name from public.users')).toEqual([{ full_name: 'Marcus Bell' }])
    expect(await by(hash, 'select name from public.schools')).toEqual([{ name: 'Lake School' }])
    for (const table of ['assignments', 'consents', 'audit_events', 'unit_link_openings'])
      await expect(by(hash, `select 1 from public.${table}`)).rejects.toMatchObject({ code: '42501' })
    await expect(by(hash, 'select emergency_contact from public.users')).rejects.toMatchObject({
      code: '42501',
    })
    await expect(by(hash, 'select email from public.users')).rejects.toMatchObject({ code: '42501' })
    await expect(by(hash, 'update public.unit_links set expires_at = now()')).rejects.toMatchObject({
      code: '42501',
    })
    const capstones = ['capstone_projects', 'capstone_days']
    const tables = [
      ...capstones,
      'shifts',
      'users',
      'schools',
      'facilities',
      'programs',
      'cohorts',
      'unit_links',
    ]
    // A signed-in session's hash is not a link, and a link's hash not a session.
    for (const other of [null, 'f'.repeat(64), una.tokenHash])
      for (const table of tables)
        expect([table, await by(other, `select id from public.${table}`)]).toEqual([table, []])
    expect(
      await fixture.act(
        { tokenHash: hash },
        async (tx) => (await sql`select app.uid() as id`.execute(tx)).rows,
      ),
    ).toEqual([{ id: null }])
    await call(api.revoke, { facility_id: ward }, await as(una))
    expect(await by(hash, 'select id from public.shifts')).toEqual([])
    expect(await by(hash, 'select id from public.users')).toEqual([])
  })

  it("sees no links of units they don't run, and creates none without the commands", async () => {
    await make(una)
    const links = (by: Person) => fixture.act(by, (tx) => tx.selectFrom('unit_links').select('id').execute())
    expect([(await links(frank)).length > 0, (await links(una)).length > 0]).toEqual([true, true])
    for (const other of [stan, ana, marcus, stella]) expect(await links(other)).toEqual([])
    const insert = (by: Person, more: object = {}) =>
      fixture.act(by, (tx) =>
        tx
          .insertInto('unit_links')
          .values({
            facility_id: icu,
            token_hash: 'a'.repeat(64),
            expires_at: sql<string>`now() + interval '1 day'`,
            created_by: by.id,
            ...more,
          })
          .execute(),
      )
    for (const other of [una, ana, marcus, stella])
      await expect(insert(other)).rejects.toMatchObject({ code: '42501' })
    await expect(insert(stan, { created_by: una.id })).rejects.toMatchObject({ code: '42501' })
    await expect(
      insert(stan, { expires_at: sql<string>`now() + interval '400 days'` }),
    ).rejects.toMatchObject({ code: '42501' })
    await insert(stan)
    await expect(insert(stan, { token_hash: 'b'.repeat(64) })).rejects.toMatchObject({ code: '23505' })
  })
})
