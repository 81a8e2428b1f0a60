import { hash as bcrypt } from 'bcryptjs'
import pg from 'pg'
import { prehash } from '#core/password-prehash.ts'
import { settingFor } from '#platform/server/passwords.ts'
import { realSchools, realSites } from '../reference.ts'
import { demoPassword } from './demo-accounts.ts'
import type { SeedTarget } from './target.ts'

/** The whole of it: a term of the nation's nursing schools. */
export const nationalSize = {
  schools: 1_000,
  hospitals: 6_000,
  units: 60_000,
  people: 300_000,
  shifts: 1_000_000,
  notifications: 3_000_000,
}

/** Who can sign in, by role; their password is the demonstration's. */
export const nationalAccounts = {
  superadmin: 'superadmin@national.example',
  school_super_admin: 'person1@national.example',
  school_admin: 'admin@national.example',
  proctor: 'proctor@national.example',
  student: 'student@national.example',
  facility_admin: 'facility@national.example',
} as const

/**
 * The nation, the same in every database: real hospitals and schools (where the lists end, further campuses of the same
 * names), units below each hospital, people, two semesters, shifts and notifications, one in seven unread. `scale` takes a
 * part of each. Written in one transaction; false when there is a person, a school or a facility already.
 */
export async function seedNational(target: SeedTarget): Promise<boolean> {
  const { scale = 1, log = () => {} } = target
  const size = Object.fromEntries(
    Object.entries(nationalSize).map(([name, count]) => [name, Math.max(10, Math.round(count * scale))]),
  ) as typeof nationalSize
  const client = new pg.Client({ connectionString: target.adminUrl })
  await client.connect()
  try {
    await client.query(
      "begin; set local synchronous_commit = off; set local maintenance_work_mem = '256MB'; set local work_mem = '64MB'",
    )
    await client.query(`select pg_advisory_xact_lock(hashtext('placewell seed'))`)
    const { rowCount } = await client.query(
      'select 1 where exists (select 1 from public.users) or exists (select 1 from public.schools) or exists (select 1 from public.facilities)',
    )
    if (rowCount) {
      await client.query('rollback')
      return false
    }
    await inBulk(client)
    for (const [name, write] of Object.entries(steps)) {
      const began = performance.now()
      const rows = await write(client, size, target)
      log(
        `${name}: ${rows.toLocaleString('en-US')} rows in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
      )
    }
    await client.query('commit')
    log('assignments and credentials: not seeded, the product has no tables for them yet')
    await client.query('vacuum (analyze)')
    return true
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.end()
  }
}

/** Triggers and keys are for people at work; what is made here is made to fit. Needs an administrator of the server. */
async function inBulk(client: pg.Client): Promise<void> {
  await client.query(`set local session_replication_role = replica`)
  await client.query(`
    create function pg_temp.nid(name text) returns uuid language sql immutable strict parallel safe as
      $$ select overlay(overlay(md5('national ' || name) placing '4' from 13) placing 'a' from 17)::uuid $$`)
}

type Step = (client: pg.Client, size: typeof nationalSize, target: SeedTarget) => Promise<number>
const count = async (query: Promise<pg.QueryResult>): Promise<number> => (await query).rowCount ?? 0

const steps: Record<string, Step> = {
  async schools(client, { schools }) {
    const rows = (await realSchools()).slice(0, schools)
    const written = await count(
      client.query(
        `insert into public.schools (id, name, slug, city, state, time_zone, unitid, address, postal_code, latitude, longitude, aliases)
         select pg_temp.nid('school ' || n), s.name, 'school-' || n, s.city, s.state, s.time_zone, s.unitid, s.address, s.postal_code, s.latitude, s.longitude,
           array(select jsonb_array_elements_text(s.aliases))
         from rows from (jsonb_to_recordset($1) as (name text, city text, state text, time_zone text, unitid text, address text, postal_code text,
           latitude float8, longitude float8, aliases jsonb)) with ordinality as s (name, city, state, time_zone, unitid, address, postal_code, latitude, longitude, aliases, n)`,
        [JSON.stringify(rows)],
      ),
    )
    await client.query(
      `insert into public.school_join_codes (school_id, code) select pg_temp.nid('school ' || n), 'N' || lpad(n::text, 6, '0') from generate_series(1, $1::int) n`,
      [schools],
    )
    await client.query(
      `insert into public.programs (id, school_id, name, level, total_required_hours)
       select pg_temp.nid('program ' || n), pg_temp.nid('school ' || n), 'Bachelor of Science in Nursing', 'BSN', 720 from generate_series(1, $1::int) n`,
      [schools],
    )
    await client.query(
      `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active, activated_at)
       select pg_temp.nid('semester ' || t.type || ' ' || n), pg_temp.nid('school ' || n), t.name, t.start, t.finish, t.type, '2026–2027', true, timestamptz '2026-07-01'
       from generate_series(1, $1::int) n, (values ('Fall 2026', 'fall', date '2026-08-24', date '2026-12-11'), ('Spring 2027', 'spring', date '2027-01-19', date '2027-05-07')) t (name, type, start, finish)`,
      [schools],
    )
    await client.query(
      `insert into public.cohorts (id, school_id, program_id, name, start_date, expected_graduation, status)
       select pg_temp.nid('cohort ' || c || ' ' || n), pg_temp.nid('school ' || n), pg_temp.nid('program ' || n), 'Class of ' || 2026 + c, make_date(2022 + c, 8, 20), make_date(2026 + c, 5, 15), 'active'
       from generate_series(1, $1::int) n, generate_series(1, 4) c`,
      [schools],
    )
    return written
  },
  async hospitals(client, { hospitals }) {
    const rows = await realSites()
    await client.query(
      `create temporary table n_site on commit drop as
       select r.*, h.* from generate_series(1, $2::int) with ordinality as r (n, o) join rows from (jsonb_to_recordset($1) as (name text, city text, state text,
         time_zone text, cms_certification_number text, site_type text, ownership text, has_emergency_services boolean, address text, postal_code text, county text, phone text))
         with ordinality as h (name, city, state, time_zone, ccn, site_type, ownership, emergency, address, postal_code, county, phone, line)
         on h.line = (r.n - 1) % $3::int + 1`,
      [JSON.stringify(rows), hospitals, rows.length],
    )
    await client.query(`
      insert into public.facilities (id, kind, name, city, state, time_zone)
        select pg_temp.nid('organization ' || n), 'organization', name, city, state, time_zone from n_site;
      insert into public.organizations (id, slug, organization_type, address, postal_code, phone)
        select pg_temp.nid('organization ' || n), 'organization-' || n, 'hospital', address, postal_code, phone from n_site;
      insert into public.facilities (id, kind, parent_id, parent_kind, name, city, state, time_zone)
        select pg_temp.nid('site ' || n), 'site', pg_temp.nid('organization ' || n), 'organization', name || case when n > ${rows.length} then ', Second Campus' else '' end, city, state, time_zone from n_site`)
    return count(
      client.query(
        `insert into public.sites (id, slug, cms_certification_number, site_type, ownership, has_emergency_services, address, postal_code, county, phone, latitude, longitude)
         select pg_temp.nid('site ' || s.n), 'site-' || s.n, case when s.n <= $1 then s.ccn end, s.site_type, s.ownership, s.emergency, s.address, s.postal_code, s.county, s.phone, z.latitude, z.longitude
         from n_site s left join public.postal_codes z on z.postal_code = s.postal_code`,
        [rows.length],
      ),
    )
  },
  async units(client, { units, hospitals }) {
    await client.query(
      `create temporary table n_unit on commit drop as
       select n, (n - 1) % $2::int + 1 as site, k.* from generate_series(1, $1::int) n join (values
         (0, 'Medical-Surgical', 'med_surg', 8), (1, 'Intensive Care', 'icu', 2), (2, 'Emergency', 'emergency', 2), (3, 'Mother and Baby', 'maternal_newborn', 4),
         (4, 'Pediatrics', 'pediatrics', 4), (5, 'Behavioral Health', 'mental_health', 6), (6, 'Telemetry', 'med_surg', 6), (7, 'Perioperative', 'perioperative', 2),
         (8, 'Oncology', 'med_surg', 4), (9, 'Rehabilitation', 'geriatrics_ltc', 6)) k (kind, name, specialty, seats) on k.kind = (n - 1) / $2::int % 10`,
      [units, hospitals],
    )
    await client.query(
      `insert into public.facilities (id, kind, parent_id, parent_kind, name, city, state, time_zone)
       select pg_temp.nid('unit ' || u.n), 'unit', pg_temp.nid('site ' || u.site), 'site', u.name, s.city, s.state, s.time_zone from n_unit u join n_site s on s.n = u.site`,
    )
    return count(
      client.query(
        `insert into public.units (id, specialty, max_students_per_shift) select pg_temp.nid('unit ' || n), specialty, seats from n_unit`,
      ),
    )
  },
  async people(client, { people, schools, hospitals }, target) {
    // Of each school's people the first leads it, two administer it, seven teach; the twelfth works at a hospital.
    const written = await count(
      client.query(
        `insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id, linked_facility_id, student_number, graduation_date, created_at)
         select pg_temp.nid('person ' || n), 'person' || n || '@national.example', f.names[n % 40 + 1] || ' ' || l.names[n / 40 % 50 + 1], role, 'active', true,
           case when role <> 'facility_admin' then pg_temp.nid('school ' || (n - 1) % $2 + 1) end,
           case when role = 'facility_admin' then pg_temp.nid('organization ' || n % $3 + 1) end,
           case when role = 'student' then lpad(n::text, 8, '0') end, case when role = 'student' then make_date(2027 + k % 4, 5, 15) end, timestamptz '2026-07-01' + make_interval(secs => n)
         from (select n, (n - 1) / $2::int as k, case (n - 1) / $2::int when 0 then 'school_super_admin' when 1 then 'school_admin' when 2 then 'school_admin'
             when 3 then 'proctor' when 4 then 'proctor' when 5 then 'proctor' when 6 then 'proctor' when 7 then 'proctor' when 8 then 'proctor' when 9 then 'proctor'
             when 10 then 'facility_admin' else 'student' end as role from generate_series(1, $1::int) n) p,
           (select $4::text[] as names) f, (select $5::text[] as names) l`,
        [people, schools, hospitals, FIRST, LAST],
      ),
    )
    await client.query(`
      insert into public.school_members (user_id, school_id, since) select id, linked_school_id, created_at from public.users where linked_school_id is not null;
      insert into public.cohort_memberships (id, cohort_id, school_id, student_id, from_date)
        select pg_temp.nid('membership ' || id), pg_temp.nid('cohort ' || extract(year from graduation_date)::int - 2026 || ' ' || s.n), linked_school_id, id, make_date(extract(year from graduation_date)::int - 4, 8, 20)
        from public.users u join (select n, pg_temp.nid('school ' || n) as id from generate_series(1, ${schools}) n) s (n, school) on s.school = u.linked_school_id where role = 'student'`)
    await addAccounts(client, schools, target)
    return written
  },
  shifts: (client, { shifts, schools, units }) =>
    count(
      client.query(
        `insert into public.shifts (id, school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, capacity, proctor_id, status, created_at)
         select pg_temp.nid('shift ' || n), s.id, pg_temp.nid('semester ' || term || ' ' || school), 'Clinical day', day, t.start_at, t.end_at, s.time_zone,
           (day + t.start_at) at time zone s.time_zone, (day + t.end_at + case when t.end_at <= t.start_at then interval '1 day' else interval '0' end) at time zone s.time_zone,
           pg_temp.nid('unit ' || (n * 7919::bigint) % $3 + 1), 'med_surg', 8, pg_temp.nid('person ' || (3 + n % 7) * $2 + school),
           (array['published', 'published', 'full', 'approved', 'draft'])[n % 5 + 1], timestamptz '2026-07-01'
         from (select n, (n - 1) % $2::int + 1 as school, case when n % 2 = 0 then 'fall' else 'spring' end as term,
             case when n % 2 = 0 then date '2026-08-24' else date '2027-01-19' end + (n / $2::int % 105)::int as day, (n / 3 % 3)::int as pattern from generate_series(1, $1::int) n) g
         join (select n as number, pg_temp.nid('school ' || n) as id from generate_series(1, $2::int) n) i on i.number = g.school
         join public.schools s on s.id = i.id
         join (values (0, time '07:00', time '19:00'), (1, time '19:00', time '07:00'), (2, time '07:00', time '15:00')) t (pattern, start_at, end_at) on t.pattern = g.pattern`,
        [shifts, schools, units],
      ),
    ),
  notifications: (client, { notifications, people }) =>
    count(
      client.query(
        `insert into public.notifications (id, recipient_id, title, message, type, data, created_at, is_read, read_at)
         select pg_temp.nid('notification ' || n), pg_temp.nid('person ' || n % $2::int + 1), 'Your shift changed', 'Tuesday 07:00 became Tuesday 07:30.',
           'shift_changed', '{"action_url": "/dashboard"}', timestamptz '2026-11-01' - make_interval(secs => n), n % 7 <> 0, case when n % 7 <> 0 then timestamptz '2026-11-01' end
         from generate_series(1, $1::int) n`,
        [notifications, people],
      ),
    ),
}

/** The accounts that can sign in: the others have no password, and nobody else's. */
async function addAccounts(
  client: pg.Client,
  schools: number,
  { passwords, saltKey }: SeedTarget,
): Promise<void> {
  const pre = await prehash(demoPassword)
  // Who stands where in the order of people above.
  const number = { school_super_admin: 1, school_admin: schools + 1, proctor: 3 * schools + 1, student: 11 * schools + 1, facility_admin: 10 * schools + 1 } // prettier-ignore
  for (const [role, email] of Object.entries(nationalAccounts)) {
    const place = role === 'superadmin' ? undefined : number[role as keyof typeof number]
    const { rows } = place
      ? await client.query<{ id: string }>(
          `update public.users set email = $1 where id = pg_temp.nid('person ' || $2::int) returning id`,
          [email, place],
        )
      : await client.query<{ id: string }>(
          `insert into public.users (id, email, full_name, role, status, email_verified) values (pg_temp.nid('superadmin'), $1, 'Nadia Superadmin', $2, 'active', true) returning id`,
          [email, role],
        )
    const setting = settingFor(email, saltKey)
    const verifier = await passwords.hash(await bcrypt(pre, setting))
    if (rows[0])
      await client.query('insert into priv.credentials (user_id, client_setting, verifier) values ($1, $2, $3)', [
        rows[0].id, setting, verifier,
      ]) // prettier-ignore
  }
}

const FIRST = 'Ada Ben Carla Dev Elena Femi Grace Hugo Ines Jamal Kira Luis Maya Noor Omar Paula Quinn Rosa Sam Tara Uma Viktor Wen Xenia Yara Zane Alma Boris Chloe Diego Erin Farid Gita Hana Ivan June Kofi Lena Milo Nina'.split(' ') // prettier-ignore
const LAST = 'Abbott Bauer Chen Diaz Evans Flores Garcia Haddad Ito Jensen Kaplan Lopez Meyer Nguyen Okoye Park Qureshi Rossi Singh Torres Ueda Vargas Walsh Xu Young Zhang Adeyemi Brandt Castro Dubois Engel Fischer Gupta Hansen Ibrahim Jung Kowalski Lindgren Moreau Novak Olsen Petrov Quist Reyes Silva Tanaka Umar Vogel Weber Yilmaz'.split(' ') // prettier-ignore
