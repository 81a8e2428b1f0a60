import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { hash as bcrypt } from 'bcryptjs'
import { prehash } from '#core/password-prehash.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { testObjects } from './test-objects.ts'
import { demoSignIns } from './demo-sign-ins.ts'
import { loadHolidays, loadPostalCodes } from './reference.ts'
import { seed } from './seed.ts'
import { demoPassword } from './seeds/demo-accounts.ts'
import { demoClientHash } from './seeds/demo-client-hash.ts'
import { nationalAccounts } from './seeds/national.ts'
import { objectName } from '#features/files/server/public.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

const passwords = new PasswordHasher({ pepper: 'pepper' })
const opened: { database: TestDatabase; client: pg.Client }[] = []
afterAll(async () => {
  for (const { database, client } of opened) {
    await client.end()
    await database.drop()
  }
})

async function empty() {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  opened.push({ database, client })
  return {
    target: { adminUrl: database.adminUrl, passwords, saltKey: 'salt-key-in-tests', scale: 0.001 },
    rows: async (text: string): Promise<Record<string, unknown>[]> => (await client.query(text)).rows,
  }
}

const sizes = `select (select count(*) from public.schools)::int as schools, (select count(*) from public.sites)::int as sites, (select count(*) from public.units)::int as units,
  (select count(*) from public.users)::int as people, (select count(*) from public.shifts)::int as shifts, (select count(*) from public.assignments)::int as assignments, (select count(*) from public.notifications)::int as notifications,
  (select count(*) from public.notifications where not is_read)::int as unread`

it('postal codes are loaded once for each edition of the file', async () => {
  const { target, rows } = await empty()
  expect(await loadPostalCodes(target.adminUrl)).toBe(40_972)
  expect(await loadPostalCodes(target.adminUrl)).toBe(0)
  expect(await rows(`select city, state from public.postal_codes where postal_code = '02115'`)).toEqual([
    { city: 'Boston', state: 'MA' },
  ])
  await rows(`update deploy.applied set hash = 'older' where name like 'reference%'`)
  await rows(`delete from public.postal_codes where postal_code = '02115'`)
  expect(await loadPostalCodes(target.adminUrl)).toBe(1)
})

it('the federal holidays are loaded without a demonstration, each once, and of years ahead', async () => {
  const { target, rows } = await empty()
  expect(await loadHolidays(target.adminUrl, 2026)).toBeGreaterThan(250)
  expect(await loadHolidays(target.adminUrl, 2026)).toBe(0)
  expect(await loadHolidays(target.adminUrl, 2027)).toBeGreaterThan(10)
  expect(
    await rows(
      `select date::text, name from public.holidays where date between '2046-11-20' and '2046-11-25'`,
    ),
  ).toEqual([{ date: '2046-11-22', name: 'Thanksgiving Day' }])
})

it(
  'the national data are the same in every database, satisfy every key and policy, and never overwrite existing data',
  { timeout: 300_000 },
  async () => {
    const [one, two] = [await empty(), await empty()]
    for (const { target } of [one, two]) expect(await seed('national', target)).toBe(true)
    expect(await one.rows(`select from public.holidays where date = '2026-12-25'`)).toHaveLength(1)
    expect(await one.rows(sizes)).toEqual([
      {
        schools: 10,
        sites: 60,
        units: 600,
        people: 301,
        shifts: 1_000,
        assignments: 1_420,
        notifications: 3_000,
        unread: 428,
      },
    ])
    const digest = async ({ rows }: typeof one): Promise<string> => {
      const all =
        await rows(`select (select string_agg(u::text, ',' order by id) from (select id, email, full_name, role, linked_school_id from public.users) u) as people,
      (select string_agg(s::text, ',' order by id) from (select id, school_id, date, starts_at, facility_id, proctor_id, status, seats_taken from public.shifts) s) as shifts,
      (select string_agg(a::text, ',' order by id) from (select id, shift_id, student_id, status, busy from public.assignments) a) as seats`)
      return createHash('sha256').update(JSON.stringify(all)).digest('hex')
    }
    expect(await digest(one)).toBe(await digest(two))

    // Foreign keys were off while it was written, but each must be valid.
    const broken = await one.rows(`
    select 'unit without site' as fault from public.facilities u left join public.facilities s on s.id = u.parent_id and s.kind = u.parent_kind where u.kind <> 'organization' and s.id is null
    union all select 'node without details' from public.facilities f where not exists (select 1 from public.organizations o where o.id = f.id)
      and not exists (select 1 from public.sites o where o.id = f.id) and not exists (select 1 from public.units o where o.id = f.id)
    union all select 'shift without semester' from public.shifts s left join public.semesters t on (t.id, t.school_id) = (s.semester_id, s.school_id) where t.id is null
    union all select 'shift without unit' from public.shifts s left join public.facilities f on f.id = s.facility_id where f.id is null
    union all select 'shift without proctor' from public.shifts s left join public.school_members m on (m.user_id, m.school_id) = (s.proctor_id, s.school_id) where m.user_id is null and s.proctor_id is not null
    union all select 'membership without student' from public.cohort_memberships c left join public.school_members m on (m.user_id, m.school_id) = (c.student_id, c.school_id) where m.user_id is null
    union all select 'membership without cohort' from public.cohort_memberships c left join public.cohorts t on (t.id, t.school_id) = (c.cohort_id, c.school_id) where t.id is null
    union all select 'seat without shift' from public.assignments a left join public.shifts s on (s.id, s.school_id) = (a.shift_id, a.school_id) where s.id is null
    union all select 'seat without student' from public.assignments a left join public.users u on u.id = a.student_id and u.linked_school_id = a.school_id and u.role = 'student' where u.id is null
    union all select 'seats taken are not those held' from public.shifts s where s.seats_taken <> (select count(*) from public.assignments a where a.shift_id = s.id and app.holds_seat(a.status))
    union all select 'queue is not those waiting' from public.shifts s where s.waiting <> (select count(*) from public.assignments a where a.shift_id = s.id and a.status = 'waitlisted')
    union all select 'full with a free seat' from public.shifts s where (s.status = 'full') <> (s.seats_taken = s.seats) and s.status in ('full', 'published')
    union all select 'seat of another cohort' from public.shifts s join public.assignments a on a.shift_id = s.id where s.cohort_ids <> '{}'
      and not exists (select 1 from public.cohort_memberships m where m.student_id = a.student_id and m.cohort_id = any (s.cohort_ids))
    union all select 'two shifts at a time' from public.assignments a join public.assignments b on b.student_id = a.student_id and b.id > a.id and b.busy && a.busy
      where app.holds_seat(a.status) and app.holds_seat(b.status)
    union all select 'not the hours of the shift' from public.shifts s join public.assignments a on a.shift_id = s.id where a.during <> tstzrange(s.starts_at, s.ends_at) or a.busy <> app.busy_range(s)
    union all select 'not the time of the facility' from public.shifts s cross join lateral (select (s.date + s.start_time) at time zone s.time_zone as starts_at,
        (s.date + case when s.end_time <= s.start_time then 1 else 0 end + s.end_time) at time zone s.time_zone as ends_at) t
      join public.facilities f on f.id = s.facility_id where (s.starts_at, s.ends_at, s.time_zone) is distinct from (t.starts_at, t.ends_at, f.time_zone)
    union all select 'not the hours it is worth' from public.shifts s where s.credited_hours is distinct from
      app.credited_hours(s.start_time, s.end_time, s.starts_at, s.ends_at, s.break_min, s.conference_min, 'scheduled')
    union all select 'outside the semester' from public.shifts s join public.semesters t on t.id = s.semester_id where s.date not between t.start_date and t.end_date
    union all select 'shift without series' from public.shifts s left join public.shift_series r on (r.id, r.school_id) = (s.series_id, s.school_id) where r.id is null
    union all select 'shift without agreement' from public.shifts s join public.facilities u on u.id = s.facility_id join public.facilities t on t.id = u.parent_id
      where not exists (select 1 from public.partnerships p where p.school_id = s.school_id and p.organization_id = t.parent_id and p.status = 'active')
    union all select 'more than the unit takes' from public.shifts s join public.units u on u.id = s.facility_id where s.seats > u.max_students_per_shift
    union all select 'notice to nobody' from public.notifications n left join public.users u on u.id = n.recipient_id where u.id is null`)
    expect(broken).toEqual([])
    // What was removed for the load is back and valid: the constraints, and the statuses of a term.
    const made = `select (select string_agg(indexdef, E'\n' order by indexdef) from pg_indexes where tablename in ('shifts', 'assignments')) as indexes,
      (select string_agg(conname || ' ' || pg_get_constraintdef(oid), E'\n' order by conname) from pg_constraint where conrelid in ('public.shifts'::regclass, 'public.assignments'::regclass)) as keys`
    expect(await one.rows(made)).toEqual(await (await empty()).rows(made))
    expect(
      await one.rows(`select string_agg(distinct status, ' ' order by status) as states from public.shifts`),
    ).toEqual([
      {
        states:
          'approved cancelled closed completed countered declined draft expired full needs_info pending_facility postponed published withdrawn',
      },
    ])
    expect(await seed('national', one.target)).toBe(false)
    expect(await seed('demo', one.target)).toBe(false)

    // The startup messages list exactly these accounts, and their password opens each.
    const signIns = await demoSignIns(one.target.adminUrl)
    expect(signIns.map(({ email }) => email)).toEqual(Object.values(nationalAccounts))
    expect(signIns.map(({ label }) => label)).toContain('Platform superadmin')
    const kept = await one.rows(`select u.email, u.role, c.client_setting as setting, c.verifier
      from public.users u join priv.credentials c on c.user_id = u.id`)
    expect(Object.fromEntries(kept.map(({ role, email }) => [role, email]))).toEqual(nationalAccounts)
    for (const { setting, verifier } of kept as { setting: string; verifier: string }[])
      expect(await passwords.verify(await demoClientHash(setting), verifier)).toBe(true)
    // Takes half a second each, so the browser's own steps are run only for one.
    const setting = String(kept[0]!['setting'])
    expect(await demoClientHash(setting)).toBe(await bcrypt(await prehash(demoPassword), setting))
  },
)

it(
  'the demonstration has real hospitals and schools, credentials in every status, and documents that open',
  { timeout: 300_000 },
  async () => {
    const { target, rows } = await empty()
    const { objects, remove } = testObjects()
    try {
      expect(await seed('demo', { ...target, objects })).toBe(true)
      const [found] =
        await rows(`select (select count(*) from public.sites where cms_certification_number is not null)::int as hospitals,
      (select count(*) from public.sites where cms_certification_number is not null and latitude is null)::int as lost,
      (select count(*) from public.schools where unitid is not null)::int as schools,
      (select count(*) from public.facilities where kind = 'unit')::int as units`)
      expect(found).toMatchObject({ hospitals: 24, lost: 0, schools: 11 })
      expect(found!['units']).toBeGreaterThan(80)
      expect(
        await rows(`select s.name, o.name as organization, u.cms_certification_number as id from public.facilities s join public.facilities o on o.id = s.parent_id join public.sites u on u.id = s.id
        where u.cms_certification_number in ('520138', '520062') order by 3`),
      ).toEqual([
        { name: 'Oconomowoc Memorial Hospital', organization: 'Oconomowoc Memorial Hospital', id: '520062' },
        { name: 'Aurora St Lukes Medical Center', organization: 'Aurora Health Care', id: '520138' },
      ])
      expect(
        await rows(
          `select count(*)::int as schools from public.schools where slug in ('lakeshore', 'prairie')`,
        ),
      ).toEqual([{ schools: 2 }])
      const statuses = await rows(`select distinct status from public.credentials order by status`)
      expect(statuses.map(({ status }) => status)).toEqual([
        'approved',
        'conditionally_approved',
        'in_review',
        'lapsed',
        'rejected',
        'revoked',
        'submitted',
        'superseded',
        'waived',
      ])
      const [file] = await rows(
        `select f.id, f.school_id, f.facility_id, f.salt from public.files f join public.credentials c on f.id = any (c.file_ids) where c.status = 'submitted' limit 1`,
      )
      const content = await objects.get(objectName(file as never), file!['salt'] as Buffer)
      expect(content!.subarray(0, 8).toString()).toBe('%PDF-1.4')
    } finally {
      await remove()
    }
  },
)

// seeds/demo-plan.test.ts checks the planned statuses on any day; these two check that the database accepts the plan.
it.each([
  ['2026-11-22', ['Fall 2026', 'Spring 2027']],
  ['2028-01-10', ['Fall 2027', 'Intersession', 'Spring 2028', 'Summer 2027']],
])(
  'the demonstration of %s has shifts in every status over its semesters, and seats in every status that a student meets',
  { timeout: 300_000 },
  async (today, terms) => {
    const { target, rows } = await empty()
    expect(await seed('demo', { ...target, today })).toBe(true)
    const shifts = await rows(`select t.name as term, array_agg(distinct s.status) as states
      from public.shifts s join public.semesters t on t.id = s.semester_id join public.schools c on c.id = s.school_id group by t.name order by t.name`)
    expect(shifts.map(({ term }) => term)).toEqual(terms)
    const machine = await rows(
      `select from_status as state from public.transitions where entity = 'shifts' union select to_status from public.transitions where entity = 'shifts'`,
    )
    expect(new Set(shifts.flatMap(({ states }) => states))).toEqual(
      new Set(machine.map(({ state }) => state)),
    )
    // Requests were made in time, so no one explains why they came late.
    expect(
      await rows(
        `select title, lead_time_reason, status from public.shifts where lead_time_reason is not null`,
      ),
    ).toEqual([])
    const seats = await rows(`select distinct status from public.assignments`)
    expect(seats.map(({ status }) => status)).toEqual(
      expect.arrayContaining([
        'requested',
        'waitlisted',
        'assigned',
        'completed',
        'absent_excused',
        'no_show',
      ]),
    )
  },
)
