import pg from 'pg'
import { formatNumber } from '#core/number-text.ts'
import { realSchools, realSites } from '../reference.ts'
import { demoClientHash, demoSetting, NEVER_TRIED } from './demo-client-hash.ts'
import { postAttendedSeats } from './finished-seats.ts'
import type { SeedTarget } from './target.ts'

/** The full size: a term of the nation's nursing schools. */
export const nationalSize = {
  schools: 1_000,
  hospitals: 6_000,
  units: 60_000,
  people: 300_000,
  shifts: 1_000_000,
  assignments: 3_000_000,
  notifications: 3_000_000,
  credentials: 2_400_000,
}

/** The accounts that can sign in, by role, with the demonstration's password. */
export const nationalAccounts = {
  superadmin: 'superadmin@national.example',
  school_super_admin: 'person1@national.example',
  school_admin: 'admin@national.example',
  proctor: 'proctor@national.example',
  student: 'student@national.example',
  facility_admin: 'facility@national.example',
} as const

/** The current day of the data: earlier shifts are past, later ones are planned, requested or open. */
const TODAY = '2026-11-21'

/**
 * Seeds the nation, the same in every database: real hospitals and schools (beyond the lists, additional campuses with the same names),
 * units of each hospital, people, agreements, two semesters, shifts in every status with students, and notifications, one in seven unread.
 * `scale` takes a part of each; there are about three students per shift. Runs in one transaction; returns false if there is already a
 * person, school or facility.
 */
export async function seedNational(target: SeedTarget): Promise<boolean> {
  const { scale = 1, log = () => {} } = target
  const size = sizeAt(scale)
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
      log(`${name}: ${formatNumber(rows)} rows in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
    }
    await client.query('commit')
    await client.query('vacuum (analyze)')
    return true
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    await client.end()
  }
}

/** Scales everything. A school keeps its six hospitals and their sixty units, because its shifts are spread over them. */
function sizeAt(scale: number): typeof nationalSize {
  const part = (count: number): number => Math.max(10, Math.round(count * scale))
  const schools = part(nationalSize.schools)
  return {
    schools,
    hospitals: 6 * schools,
    units: 60 * schools,
    people: Math.max(30 * schools, part(nationalSize.people)),
    shifts: Math.max(100 * schools, part(nationalSize.shifts)),
    assignments: part(nationalSize.assignments),
    notifications: part(nationalSize.notifications),
    credentials: part(nationalSize.credentials),
  }
}

/** Turns off triggers and foreign keys, because the seeded rows are consistent. Needs an administrator of the server. */
async function inBulk(client: pg.Client): Promise<void> {
  await client.query(`set local session_replication_role = replica`)
  await client.query(`
    create function pg_temp.nid(name text) returns uuid language sql immutable strict parallel safe as
      $$ select overlay(overlay(md5('national ' || name) placing '4' from 13) placing 'a' from 17)::uuid $$`)
}

const ISLANDS = ['Pacific/Pago_Pago', 'Pacific/Guam', 'Pacific/Saipan']

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
    // Without islands beyond the date line, where a day begins before the previous one ends in Chicago: an instructor could be
    // double-booked.
    const rows = (await realSites()).filter(({ time_zone: zone }) => !ISLANDS.includes(zone))
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
  // A school has agreements with the organizations of its six hospitals, and with the next school's.
  agreements: (client, { schools }) =>
    count(
      client.query(
        `insert into public.partnerships (id, school_id, organization_id, status, agreement_kind, signed_on, effective_from, effective_to, requested_at, decided_at)
         select pg_temp.nid('agreement ' || n || ' ' || k), pg_temp.nid('school ' || n), pg_temp.nid('organization ' || ((n - 1) * 6 + k) % ($1 * 6) + 1), 'active', 'affiliation',
           date '2026-05-01', date '2026-06-01', date '2029-05-31', timestamptz '2026-04-01', timestamptz '2026-05-01'
         from generate_series(1, $1::int) n, generate_series(0, 11) k`,
        [schools],
      ),
    ),
  shifts: (client, size) => withoutIndexes(client, 'public.shifts', () => addShifts(client, size)),
  assignments: (client, size) =>
    withoutIndexes(client, 'public.assignments', () => addAssignments(client, size)),
  attendance: (client) => withoutIndexes(client, 'public.attendance_records', () => addAttendance(client)),
  hours: (client) => withoutIndexes(client, 'public.hours_entries', () => postAttendedSeats(client)),
  credentials: (client, size) =>
    withoutIndexes(client, 'public.credentials', () => addCredentials(client, size)),
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

/**
 * Five shifts on each day on which a school has any, each a weekly pattern of one unit: four in its own hospitals, the third every other
 * weekday in one of the next school's, on a unit that this school leaves free that day. So no unit has two schools at a time, no instructor
 * two shifts, and every student has days off between shifts.
 */
async function addShifts(client: pg.Client, { shifts, schools, hospitals, people }: typeof nationalSize) {
  const perTerm = Math.floor(shifts / schools / 2)
  // Each of the four cohorts provides a block of students for one of the day's shifts, and another for the fifth.
  const cohort = Math.floor((Math.floor(people / schools) - 11) / 4)
  const block = Math.min(8, Math.floor(cohort / 2))
  await client.query(
    `create temporary table n_shift on commit drop as
     select g.*, pg_temp.nid('school ' || school) as school_id, pg_temp.nid('unit ' || g.kind * $3::int + g.site) as unit_id, u.specialty, f.time_zone, least(u.max_students_per_shift, $4::int) as seats,
       (day + t.start_at) at time zone f.time_zone as starts_at, (day + case when t.end_at <= t.start_at then 1 else 0 end + t.end_at) at time zone f.time_zone as ends_at,
       t.start_at as start_time, t.end_at as end_time, t.end_at < t.start_at as is_night, pg_temp.nid('person ' || (3 + (turn * 5 + slot) % 7) * $2::int + school) as proctor_id,
       pg_temp.nid('cohort ' || 1 + (3 + classes) % 4 || ' ' || school) as cohort_id,
       case when day < date '${TODAY}' then case when dice < 880 then case when day < date '${TODAY}' - 14 then 'closed' else 'completed' end
           when dice < 920 then 'cancelled' when dice < 945 then 'declined' when dice < 970 then 'expired' else 'withdrawn' end
         when term = 'fall' then case when dice < 480 then 'full' when dice < 900 then 'published' when dice < 930 then 'approved' when dice < 960 then 'cancelled'
           when dice < 975 then 'postponed' else 'published' end
         else case when dice < 330 then 'full' when dice < 600 then 'published' when dice < 690 then 'approved' when dice < 800 then 'pending_facility'
           when dice < 820 then 'needs_info' when dice < 840 then 'countered' when dice < 940 then 'draft' when dice < 955 then 'declined' when dice < 965 then 'withdrawn'
           when dice < 990 then 'cancelled' else 'postponed' end end as status
     from (
       select w.*, case when is_visit then school % $2::int * 6 + weekday % 6 + 1 else (school - 1) * 6 + (slot + weekday) % 6 + 1 end as site,
         case when is_visit then (weekday * 3 + school % $2::int + 2) % 10 else (weekday * 3 + slot * 7 + school) % 10 end as kind,
         case when slot < 3 then case turn % 2 when 0 then 0 else 2 end when slot = 3 then turn % 2 when turn % 3 = 0 then 1 else 2 end as hours
       from (
         select d.*, extract(isodow from day)::int as weekday, slot = 2 and extract(isodow from day)::int % 2 = 0 as is_visit, (slot + turn) % 4 as classes,
           ('x' || substr(md5('dice ' || n), 1, 7))::bit(28)::int % 1000 as dice
         from (
           select n, (n - 1) % $2::int + 1 as school, case when i < $1::int then 'fall' else 'spring' end as term, i % $1::int / 5 as turn, i % 5 as slot,
             case when i < $1::int then date '2026-08-24' else date '2027-01-19' end + i % $1::int / 5 * 105 / (($1::int + 4) / 5) as day
           from (select n, (n - 1) / $2::int as i from generate_series(1, $1::int * 2 * $2::int) n) s) d) w) g
     join public.units u on u.id = pg_temp.nid('unit ' || g.kind * $3::int + g.site) join public.facilities f on f.id = u.id
     join (values (0, time '07:00', time '19:00'), (1, time '19:00', time '07:00'), (2, time '07:00', time '15:00')) t (hours, start_at, end_at) using (hours)`,
    [perTerm, schools, hospitals, block],
  )
  await client.query(`
    alter table n_shift add taken int not null default 0, add others text, add other_rows int not null default 0;
    update n_shift set
      taken = case when status in ('closed', 'completed') then seats - (dice % 7 = 0)::int when status = 'full' then seats
        when status = 'published' then greatest(0, seats - 1 - dice % 3) else 0 end,
      others = case when status = 'cancelled' then 'cancelled' when status = 'full' and dice % 10 = 0 then 'waitlisted'
        when status = 'published' and slot = 3 and dice % 4 = 0 then 'requested' when status in ('closed', 'completed', 'full', 'published') and dice % 5 = 1 then 'dropped' end;
    update n_shift set other_rows = case others when 'cancelled' then least(2, ${block}) else 1 end where others is not null;
    insert into public.shift_series (id, school_id, semester_id, pattern, created_at)
      select distinct on (1) pg_temp.nid('series ' || term || ' ' || weekday || ' ' || slot || ' ' || school), school_id, pg_temp.nid('semester ' || term || ' ' || school),
        jsonb_build_object('weekdays', array[weekday], 'every_weeks', 1, 'from', min(day) over same, 'to', max(day) over same, 'skipped', '[]'::jsonb), timestamptz '2026-07-01'
      from n_shift window same as (partition by school, term, weekday, slot);
    analyze n_shift`)
  const added = await count(
    client.query(
      `insert into public.shifts (id, school_id, semester_id, series_id, title, course_code, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty,
         capacity, approved_capacity, seats, seats_limit, seats_taken, waiting, is_exclusive, cohort_ids, proctor_id, status, signup_mode, counter, decision_code, cancel_code,
         submitted_at, decided_at, published_at, respond_by, drop_cutoff_at, created_at, break_min, credited_hours)
       select pg_temp.nid('shift ' || n), school_id, pg_temp.nid('semester ' || term || ' ' || school), pg_temp.nid('series ' || term || ' ' || weekday || ' ' || slot || ' ' || school),
         'Clinical day', 'NURS ' || 200 + classes * 100, day, start_time, end_time, time_zone, starts_at, ends_at, unit_id, specialty, 8,
         case when is_agreed then seats end, case when is_agreed then seats end, case when is_agreed then case when seats = 8 then 'shift' else 'unit' end end,
         taken, (others is not distinct from 'waitlisted')::int, is_agreed, case when dice % 2 = 0 then array[cohort_id] else '{}' end,
         case when dice % 25 > 0 or is_published then proctor_id end, status, case slot when 0 then 'assigned' when 3 then 'request' else 'self_signup' end,
         case when status = 'countered' then jsonb_build_object('date', day + 1, 'start_time', '07:00', 'end_time', '15:00', 'facility_id', unit_id, 'capacity', seats, 'note', null) end,
         case when status = 'declined' then 'no_capacity' end, case when status = 'cancelled' then 'weather' end,
         case when status not in ('draft', 'withdrawn') then timestamptz '2026-07-06' end, case when is_agreed or status = 'declined' then timestamptz '2026-07-20' end,
         case when is_published then timestamptz '2026-07-27' end, case when status in ('pending_facility', 'needs_info', 'countered') then timestamptz '2026-12-31' end,
         case when is_published then starts_at - interval '48 hours' end, timestamptz '2026-07-01', 30, app.credited_hours(start_time, end_time, starts_at, ends_at, 30, 0, 'scheduled')
       from (select *, status in ('published', 'full', 'completed', 'closed', 'cancelled', 'postponed') as is_published,
         status in ('approved', 'published', 'full', 'completed', 'closed', 'cancelled', 'postponed') as is_agreed from n_shift) s`,
    ),
  )
  await client.query(`
    insert into priv.leader_times (shift_id, person_id, is_preceptor, busy)
      select x.id, x.proctor_id, false, tstzrange(x.starts_at, x.ends_at + case when app.is_night(x.start_time, x.end_time) then interval '8 hours' else interval '0' end)
      from public.shifts x where x.proctor_id is not null and x.status in ('approved', 'published', 'full', 'in_progress')`)
  return added
}

/** The students on each shift, and some who are waitlisted, requested a seat, dropped it, or were on a canceled shift. */
async function addAssignments(client: pg.Client, { people, schools }: typeof nationalSize) {
  const cohort = Math.floor((Math.floor(people / schools) - 11) / 4)
  const written = await count(
    client.query(
      `insert into public.assignments (id, shift_id, school_id, student_id, status, source, during, busy, asked_at, decided_at, created_at)
       select pg_temp.nid('seat ' || n || ' ' || seat), pg_temp.nid('shift ' || n), school_id, pg_temp.nid('person ' || (11 + 4 * (position % $1::int) + classes) * $2::int + school),
         case when seat >= taken then others when status not in ('closed', 'completed') then 'assigned'
           else case (dice + seat) % 50 when 0 then 'no_show' when 1 then 'absent_excused' when 2 then 'absent_unexcused' else 'completed' end end,
         case slot when 0 then 'admin' when 3 then 'request' else 'signup' end, tstzrange(starts_at, ends_at),
         tstzrange(starts_at, ends_at + case when is_night then interval '8 hours' else interval '0' end), timestamptz '2026-08-01' + make_interval(mins => seat),
         case when seat < taken or others not in ('waitlisted', 'requested') then timestamptz '2026-08-02' end, timestamptz '2026-08-01'
       from (select s.*, seat, turn * 2 * $3::int + case when slot = 4 then $3::int else 0 end + case when seat < taken then seat else $3::int + seat - taken end as position
         from n_shift s cross join lateral generate_series(0, taken + other_rows - 1) seat) p`,
      [cohort, schools, Math.min(8, Math.floor(cohort / 2))],
    ),
  )
  const { rows } = await client.query<{ id: string }>(
    `select s.id from public.shifts s left join (select a.shift_id, count(*) filter (where app.holds_seat(a.status)) as held, count(*) filter (where a.status = 'waitlisted') as waiting
       from public.assignments a group by 1) a on a.shift_id = s.id
     where s.seats_taken <> coalesce(a.held, 0) or s.waiting <> coalesce(a.waiting, 0) or (s.status = 'full' and s.seats_taken < s.seats) limit 5`,
  )
  if (rows.length > 0)
    throw new Error(`Seats do not fit those who sit in them: ${rows.map(({ id }) => id).join(', ')}`)
  return written
}

/** Attendance at past shifts: most on time by code, one in twenty late, some gone early; and the accepted report of each shift. */
async function addAttendance(client: pg.Client): Promise<number> {
  const written = await count(
    client.query(
      `insert into public.attendance_records (id, school_id, shift_id, student_id, status, check_in_at, check_in_method, check_in_pressed_at, check_in_received_at,
         late_min, left_early_min, check_out_at, check_out_method, check_out_pressed_at, check_out_received_at)
       select a.id, a.school_id, a.shift_id, a.student_id, a.status, t.came, case when t.came is not null then 'code' end, t.came, t.came, greatest(0, case when t.came is not null then d.late else 0 end),
         case when t.came is not null then d.early else 0 end, t.gone, case when t.gone is not null then 'student' end, t.gone, t.gone
       from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
       cross join lateral (select get_byte(uuid_send(a.id), 0) as dice) r
       cross join lateral (select case when r.dice % 20 = 0 then 24 else -(r.dice % 10) end as late, case when r.dice % 50 = 7 then 45 else 0 end as early) d
       cross join lateral (select case when a.status = 'completed' then x.starts_at + make_interval(mins => d.late) end as came,
         case when a.status = 'completed' then x.ends_at - make_interval(mins => d.early) end as gone) t
       where x.status in ('completed', 'closed') and a.status in ('completed', 'no_show', 'absent_excused', 'absent_unexcused')`,
    ),
  )
  await client.query(
    `insert into public.shift_reports (id, school_id, proctor_id, status, due_at, teaching_summary, activities, submitted_at, accepted_at)
     select x.id, x.school_id, x.proctor_id, 'accepted', x.ends_at + interval '48 hours', 'Assessment and documentation in pairs.', 'Vital signs, medication rounds.',
       x.ends_at + interval '4 hours', x.ends_at + interval '4 hours'
     from public.shifts x where x.status in ('completed', 'closed') and x.seats_taken > 0`,
  )
  return written
}

/**
 * Eight credentials for each student, nine for some: most approved and valid, issued at some time within their validity; one in fifty
 * expired, one in fifty pending review, one in a hundred rejected.
 */
function addCredentials(client: pg.Client, { credentials }: typeof nationalSize): Promise<number> {
  return count(
    client.query(
      `insert into public.credentials (id, school_id, person_id, type_id, status, values, issued_on, expires_on, reason_code, note, submitted_at, reviewed_at)
       select pg_temp.nid('credential ' || s.person || k.code), s.school, s.person, t.id, d.status, jsonb_build_object('issued_on', d.issued),
         case when d.status = 'approved' then d.issued end, case when d.status = 'approved' then (d.issued + make_interval(months => k.months))::date end,
         case when d.status = 'rejected' then 'illegible' end, case when d.status = 'rejected' then 'The date is cut off.' end, d.issued + 2, case when d.status <> 'submitted' then d.issued + 4 end
       from (select id as person, linked_school_id as school, row_number() over (order by student_number) as n, count(*) over () as students from public.users where role = 'student') s
       cross join (values (0, 'BLS', 24), (1, 'TB', 12), (2, 'HIPAA', 12), (3, 'PHYS', 12), (4, 'TDAP', 120), (5, 'HEPB', null), (6, 'MMR', null), (7, 'BGC', null), (8, 'FLU', 10)) k (at, code, months)
       join public.credential_types t on t.code = k.code and t.owner_school_id is null and t.owner_facility_id is null
       cross join lateral (select get_byte(uuid_send(s.person), k.at) as dice, get_byte(uuid_send(s.person), k.at + 7) as other) r
       cross join lateral (select date '${TODAY}' - 5 - case when r.other < 5 then coalesce(k.months, 12) * 31 else r.dice * coalesce(k.months, 24) * 30 / 256 end as issued,
         case when r.other between 5 and 9 then 'submitted' when r.other in (10, 11) then 'rejected' else 'approved' end as status) d
       where k.at * s.students + s.n <= $1`,
      [credentials],
    ),
  )
}

/**
 * Writes to a table without its indexes and exclusion constraints, and recreates them at the end: much faster, and the constraints then
 * check every row. Keys and unique indexes stay.
 */
async function withoutIndexes(
  client: pg.Client,
  table: string,
  write: () => Promise<number>,
): Promise<number> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', $1::text, conname) as drop, format('alter table %s add constraint %I %s', $1::text, conname, pg_get_constraintdef(oid)) as make
       from pg_constraint where conrelid = $1::regclass and contype = 'x'
     union all select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid) from pg_index i
       where i.indrelid = $1::regclass and not i.indisunique and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  )
  for (const { drop } of rows) await client.query(drop)
  const written = await write()
  for (const { make } of rows) await client.query(make)
  return written
}

/** Adds the accounts that can sign in; other people have no password. */
async function addAccounts(
  client: pg.Client,
  schools: number,
  { passwords, saltKey }: SeedTarget,
): Promise<void> {
  // The positions of these people in the order above.
  const number = {
    school_super_admin: 1,
    school_admin: schools + 1,
    proctor: 3 * schools + 1,
    student: 11 * schools + 1,
    facility_admin: 10 * schools + 1,
  }
  const setting = demoSetting(saltKey)
  for (const [role, email] of Object.entries(nationalAccounts)) {
    const tenant = role === 'superadmin' ? undefined : number[role as keyof typeof number]
    const { rows } = tenant
      ? await client.query<{ id: string }>(
          `update public.users set email = $1 where id = pg_temp.nid('person ' || $2::int) returning id`,
          [email, tenant],
        )
      : await client.query<{ id: string }>(
          `insert into public.users (id, email, full_name, role, status, email_verified) values (pg_temp.nid('superadmin'), $1, 'Nadia Superadmin', $2, 'active', true) returning id`,
          [email, role],
        )
    const verifier = await passwords.hash(await demoClientHash(setting))
    if (rows[0])
      await client.query(
        'insert into priv.credentials (user_id, client_setting, verifier, tried) values ($1, $2, $3, $4)',
        [rows[0].id, setting, verifier, NEVER_TRIED],
      )
  }
}

const FIRST =
  'Ada Ben Carla Dev Elena Femi Grace Hugo Ines Jamal Kira Luis Maya Noor Omar Paula Quinn Rosa Sam Tara Uma Viktor Wen Xenia Yara Zane Alma Boris Chloe Diego Erin Farid Gita Hana Ivan June Kofi Lena Milo Nina'.split(
    ' ',
  )
const LAST =
  'Abbott Bauer Chen Diaz Evans Flores Garcia Haddad Ito Jensen Kaplan Lopez Meyer Nguyen Okoye Park Qureshi Rossi Singh Torres Ueda Vargas Walsh Xu Young Zhang Adeyemi Brandt Castro Dubois Engel Fischer Gupta Hansen Ibrahim Jung Kowalski Lindgren Moreau Novak Olsen Petrov Quist Reyes Silva Tanaka Umar Vogel Weber Yilmaz'.split(
    ' ',
  )
