/**
 * The height of each page of the menus with much data: the demonstration with 2,000 more students at its school, 610 units at 61 sites of
 * its hospital, and 32 schools with requests there. Goal: two screens on a desktop (1280 × 900), four on a phone (360 × 740), before
 * paging.
 *
 *   node bench/screens/large.ts [name …]
 */
import pg from 'pg'
import { mayOpen, type Viewer } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { demoAccounts } from '#database/seeds/demo-accounts.ts'
import { pages } from '#features/shell/web/pages.ts'
import { openSignedIn, openStage } from './stage.ts'

const sizes = [
  { name: 'desktop', width: 1280, height: 900, screens: 2 },
  { name: 'phone', width: 360, height: 740, screens: 4 },
] as const
/** Views that count as separate pages, and each person's menu area. */
const walks: Record<string, { area: string; views: readonly string[] }> = {
  ana: {
    area: 'school',
    views: ['/shifts?view=board', '/shifts?view=series', '/shifts?view=calendar', '/notifications'],
  },
  frank: {
    area: 'facility',
    views: ['requests', 'list', 'month', 'roster', 'offers'].map((view) => `/facility/shifts?view=${view}`),
  },
  marcus: { area: 'proctor', views: ['/proctor/schedule?when=past', '/shifts'] },
  jenna: { area: 'student', views: ['/student/shifts?show=open'] },
  sam: { area: 'admin', views: [] },
}

/** Adds the data at once, without triggers, because the rows are consistent. */
async function enlarge(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(`begin; set local session_replication_role = replica;
create temporary table l_home on commit drop as select
  (select linked_school_id from public.users where email like 'ana.%') as school, (select linked_facility_id from public.users where email like 'frank.%') as organization,
  (select id from public.users where email like 'marcus.%') as instructor, (select time_zone from public.schools where id = (select linked_school_id from public.users where email like 'ana.%')) as zone;
create function pg_temp.lid(name text) returns uuid language sql immutable strict as $$ select overlay(overlay(md5('large ' || name) placing '4' from 13) placing 'a' from 17)::uuid $$;
insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id, student_number, graduation_date)
  select pg_temp.lid('student ' || n), 'large' || n || '@lakeshore.example', (array['Ada','Ben','Cleo','Dan','Eve','Finn','Gia','Hugo'])[n % 8 + 1] || ' ' || (array['Abbott','Baker','Castillo','Diaz','Evans'])[n % 5 + 1] || ' ' || n,
    'student', 'active', true, school, 'L' || lpad(n::text, 6, '0'), date '2028-05-15' from l_home, generate_series(1, 2000) n;
insert into public.school_members (user_id, school_id, since) select id, linked_school_id, now() from public.users where email like 'large%';
insert into public.cohort_memberships (id, cohort_id, school_id, student_id, from_date)
  select pg_temp.lid('membership ' || u.id), (select k.id from public.cohorts k where k.school_id = u.linked_school_id order by md5(k.id::text || u.id::text) limit 1), u.linked_school_id, u.id, current_date - 90
  from public.users u where u.email like 'large%';
insert into public.facilities (id, kind, parent_id, parent_kind, name, city, state, time_zone)
  select pg_temp.lid('site ' || n), 'site', organization, 'organization', 'Harborview Clinic ' || n, 'Milwaukee', 'WI', zone from l_home, generate_series(1, 59) n;
insert into public.sites (id, slug, site_type) select pg_temp.lid('site ' || n), 'large-site-' || n, 'Acute Care Hospitals' from generate_series(1, 59) n;
insert into public.facilities (id, kind, parent_id, parent_kind, name, city, state, time_zone)
  select pg_temp.lid('unit ' || n), 'unit', pg_temp.lid('site ' || n % 59 + 1), 'site', (array['Medical-Surgical','Intensive Care','Emergency','Mother and Baby','Pediatrics','Telemetry','Oncology','Rehabilitation','Perioperative','Behavioral Health'])[n % 10 + 1] || ' ' || n, 'Milwaukee', 'WI', zone
  from l_home, generate_series(1, 600) n;
insert into public.units (id, specialty, max_students_per_shift) select pg_temp.lid('unit ' || n), 'med_surg', 8 from generate_series(1, 600) n;
insert into public.schools (id, name, slug, city, state, time_zone) select pg_temp.lid('school ' || n), 'School of Nursing No. ' || n, 'large-school-' || n, 'Madison', 'WI', zone from l_home, generate_series(1, 30) n;
insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active)
  select pg_temp.lid('semester ' || n), pg_temp.lid('school ' || n), 'Term', current_date - 60, current_date + 90, 'fall', '2026–2027', true from generate_series(1, 30) n;
insert into public.partnerships (id, school_id, organization_id, status, agreement_kind, signed_on, effective_from, effective_to, requested_at, decided_at)
  select pg_temp.lid('agreement ' || n), pg_temp.lid('school ' || n), organization, 'active', 'affiliation', current_date - 200, current_date - 200, current_date + 700, now() - interval '1 year', now() - interval '1 year'
  from l_home, generate_series(1, 30) n;
create temporary table l_shift on commit drop as
  select n, d.day, n % 31 = 0 as is_home, case when n % 31 = 0 then school else pg_temp.lid('school ' || n % 31) end as school_id, pg_temp.lid('unit ' || n % 600 + 1) as unit, zone,
    case when n % 3 = 0 then 'pending_facility' else 'published' end as status, (d.day + time '07:00') at time zone zone as starts_at, (d.day + time '15:00') at time zone zone as ends_at, instructor
  from l_home, generate_series(1, 3000) n, lateral (select current_date + 1 + n % 50 as day) d;
insert into public.shifts (id, school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, capacity, approved_capacity, seats, seats_limit, proctor_id, status,
    signup_mode, submitted_at, decided_at, published_at, respond_by, drop_cutoff_at, break_min, credited_hours)
  select pg_temp.lid('shift ' || n), school_id, case when is_home then (select id from public.semesters t where t.school_id = s.school_id order by day between start_date and end_date desc, start_date limit 1) else pg_temp.lid('semester ' || n % 31) end, 'Clinical day',
    day, '07:00', '15:00', zone, starts_at, ends_at, unit, 'med_surg', 8, case when status = 'published' then 8 end, case when status = 'published' then 8 end, case when status = 'published' then 'shift' end,
    null, status, 'self_signup', now(), case when status = 'published' then now() end, case when status = 'published' then now() end,
    case when status <> 'published' then now() + interval '14 days' end, case when status = 'published' then starts_at - interval '48 hours' end, 30, 7.5 from l_shift s;
commit; analyze;`)
  } finally {
    await client.end()
  }
}

const stage = await openStage()
let tooTall = 0
try {
  await enlarge(stage.adminUrl)
  const names = process.argv.slice(2).filter((name) => name in walks)
  for (const name of names.length > 0 ? names : Object.keys(walks)) {
    const account = demoAccounts.find(({ email }) => email.startsWith(`${name}.`))!
    const viewer: Viewer = { role: account.role as Role, isPreceptor: false }
    const { area, views } = walks[name]!
    const own = pages.filter((page) => page.area === area && mayOpen(page.access, viewer))
    const { page, context } = await openSignedIn(stage, name)
    for (const { name: size, width, height, screens } of sizes) {
      await page.setViewportSize({ width, height })
      for (const path of [...own.map(({ href }) => href), ...views]) {
        await page.goto(path)
        await page
          .locator('main h1')
          .first()
          .waitFor({ timeout: 30_000 })
          .catch(() => console.log(`no title: ${path}`))
        await page.waitForTimeout(1_500)
        const tall = await page.evaluate(() => document.documentElement.scrollHeight)
        const isMiss = tall > height * screens
        if (isMiss) tooTall++
        console.log(
          [
            isMiss ? 'TALL' : 'ok',
            size,
            name,
            path,
            `${tall} px`,
            `${(tall / height).toFixed(1)} screens`,
          ].join('\t'),
        )
      }
    }
    await context.close()
  }
} finally {
  await stage.close()
}
console.log(`${tooTall} pages taller than they should be`)
process.exit(tooTall > 0 ? 1 : 0)
