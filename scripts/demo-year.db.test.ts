/** The demonstration as an installation shows it: a year of two schools, on any day. */
import { call } from '@orpc/server'
import { afterEach, expect, it } from 'vitest'
import { demoAccounts } from '#database/seeds/demo-accounts.ts'
import { demoId } from '#database/seeds/demo.ts'
import { seed } from '#database/seed.ts'
import { createFixture, type Fixture } from '#database/testing.ts'
import { dashboardHandlers } from '#features/dashboards/server/handlers.ts'
import { hoursHandlers } from '#features/hours/server/handlers.ts'

let fixture: Fixture
afterEach(() => fixture.close())

const two = `(select id from public.schools where slug in ('lakeshore', 'prairie'))`
const partners = ['harborview', 'larkspur', 'stonebridge', 'birchwood', 'cedar-creek'].map((key) =>
  demoId(key),
)
const five = `(select id from public.organizations where id = any ('{${partners.join(',')}}'::uuid[]))`
const sizes = `select
  (select count(*)::int from public.cohorts where school_id in ${two}) as cohorts,
  (select count(*)::int from public.users where role = 'student' and status = 'active' and linked_school_id in ${two}) as students,
  (select count(*)::int from public.users where role = 'proctor' and status = 'active' and linked_school_id in ${two}) as instructors,
  (select count(*)::int from ${five} o) as organizations,
  (select count(*)::int from public.facilities where kind = 'site' and parent_id in ${five}) as sites,
  (select count(*)::int from public.facilities u join public.facilities s on s.id = u.parent_id where u.kind = 'unit' and s.parent_id in ${five}) as units`

// In the middle of a semester, in a summer, and at the turn of a year; none in the past, because attendance also depends on the real day.
it.each([
  ['2028-10-10', ['Spring 2028', 'Fall 2028', 'Spring 2029'], 'BSN Fall 2026'],
  ['2027-07-01', ['Fall 2026', 'Spring 2027', 'Summer 2027', 'Fall 2027'], 'BSN Fall 2024'],
  ['2027-12-30', ['Fall 2027', 'Spring 2028', 'Fall 2028'], 'BSN Fall 2025'],
])('has everything on %s, and every status', { timeout: 300_000 }, async (today, terms, seniors) => {
  fixture = await createFixture()
  expect(
    await seed('demo', {
      adminUrl: fixture.database.adminUrl,
      passwords: fixture.passwords,
      saltKey: fixture.saltKey,
      today,
      isWhole: true,
    }),
  ).toBe(true)
  expect(await fixture.rows(sizes)).toEqual([
    { cohorts: 6, students: 180, instructors: 14, organizations: 5, sites: 14, units: 60 },
  ])
  const [seniorsFound] = await fixture.rows(`select name from public.cohorts where id = $1`, [
    demoId('cohort bsn-fall-2024'),
  ])
  expect(seniorsFound!['name']).toBe(seniors)
  const counts = `select (select count(*)::int from public.shifts where school_id in ${two}) as shifts, (select count(*)::int from public.assignments where school_id in ${two}) as seats`
  const [found] = await fixture.rows(counts)
  expect(found!['shifts']).toBeGreaterThanOrEqual(1_400)
  expect(found!['seats']).toBeGreaterThanOrEqual(9_000)
  for (const name of terms)
    expect(
      await fixture.rows(
        `select t.school_id from public.semesters t where t.name = $1 and t.school_id in ${two}
      and (select count(*) from public.shifts x where x.semester_id = t.id) > 60`,
        [name],
      ),
    ).toHaveLength(2)
  // Likely passwords are tried against those of real people (docs/decisions/057); these are known, or no one has one.
  expect(await fixture.rows(`select user_id from priv.credentials where tried < 1000000`)).toEqual([])
  await expectEveryStatus()
  await expectSense(today)
  await expectStartPages()
  await expectMostOnTrack()
})

async function expectEveryStatus(): Promise<void> {
  for (const table of ['shifts', 'assignments', 'attendance_records', 'shift_reports', 'evaluations']) {
    const [found] = await fixture.rows<{ missing: string[] | null }>(
      `select array_agg(m.state) as missing from (select from_status as state from public.transitions where entity = $1 union select to_status from public.transitions where entity = $1) m
       where m.state is not null and not exists (select from public.${table} x where x.status = m.state)`,
      [table],
    )
    // Some statuses exist only if a shift is under way at this hour.
    const passing = ['expected', 'no_show_proposed', 'under_verification']
    const missing = (found!.missing ?? []).filter((one) => !passing.includes(one))
    expect({ table, missing }).toEqual({ table, missing: [] })
  }
}

async function expectSense(today: string): Promise<void> {
  // No student, no instructor and no unit of one school is in two shifts at a time.
  const overlaps = (key: string, of: string) =>
    `select count(*)::int as count from ${of} a join ${of} b on a.${key} = b.${key} and a.id < b.id and a.during && b.during`
  const led = `(select id, proctor_id, tstzrange(starts_at, ends_at) as during from public.shifts where status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed') and proctor_id is not null)`
  expect(await fixture.rows(overlaps('proctor_id', led))).toEqual([{ count: 0 }])
  const held = `(select id, student_id, during from public.assignments where app.holds_seat(status))`
  expect(await fixture.rows(overlaps('student_id', held))).toEqual([{ count: 0 }])
  // The seat counts of shifts match their seats.
  expect(
    await fixture.rows(`select count(*)::int as count from public.shifts x where x.seats_taken <> (select count(*) from public.assignments a where a.shift_id = x.id and app.holds_seat(a.status))
      or x.waiting <> (select count(*) from public.assignments a where a.shift_id = x.id and a.status = 'waitlisted')`),
  ).toEqual([{ count: 0 }])
  // Attended seats of accepted reports are in the ledger.
  expect(
    await fixture.rows(`select count(*)::int as count from public.shift_reports p join public.attendance_records r on r.shift_id = p.id and r.status = 'completed'
      where p.status = 'accepted' and not exists (select from public.hours_entries e where e.assignment_id = r.id)`),
  ).toEqual([{ count: 0 }])
  // No one has noticeably more hours than their program requires.
  const hours = `select u.full_name, sum(e.minutes)::int / 60 as hours, g.total_required_hours::int as required from public.hours_entries e join public.users u on u.id = e.student_id
    join public.cohort_memberships m on m.student_id = u.id and m.to_date is null join public.cohorts c on c.id = m.cohort_id join public.programs g on g.id = c.program_id`
  expect(
    await fixture.rows(
      `${hours} group by u.id, g.id having sum(e.minutes) / 60.0 > g.total_required_hours * 1.15`,
    ),
  ).toEqual([])
  const [own] = await fixture.rows(`${hours} where u.id = $1 group by u.id, g.id`, [
    demoId('jenna.student@lakeshore.example'),
  ])
  expect(own!['hours']).toBeGreaterThan(300)
  // Jenna has at most two nights, and no week with more than three shifts.
  const [jenna] = await fixture.rows(
    `select count(*) filter (where x.start_time >= '19:00')::int as nights, coalesce(max(w.count), 0)::int as most from public.assignments a join public.shifts x on x.id = a.shift_id
     cross join lateral (select count(*) from public.assignments b join public.shifts y on y.id = b.shift_id where b.student_id = a.student_id and b.status = 'assigned'
       and date_trunc('week', y.date) = date_trunc('week', x.date)) w
     where a.student_id = $1 and a.status = 'assigned' and x.date >= $2`,
    [demoId('jenna.student@lakeshore.example'), today],
  )
  expect(jenna!['nights']).toBeLessThanOrEqual(2)
  expect(jenna!['most']).toBeLessThanOrEqual(3)
}

/** Every person whom a visitor can try has a working start page. */
async function expectStartPages(): Promise<void> {
  const api = dashboardHandlers()
  for (const { email, role } of demoAccounts) {
    const context = await fixture.as({ tokenHash: await fixture.signIn(demoId(email)) } as never)
    const ask = {
      superadmin: api.admin,
      facility_admin: api.facility,
      school_admin: api.school,
      school_super_admin: api.school,
      proctor: api.member,
      student: api.member,
    }[role]
    expect(await call(ask as typeof api.member, undefined, { context })).toBeTruthy()
  }
}

/** Some students are behind, so that there is something to see; a cohort with most of them behind would look like a defect. */
async function expectMostOnTrack(): Promise<void> {
  for (const email of ['ana.coordinator@lakeshore.example', 'robert.kline@prairie.example']) {
    const context = await fixture.as({ tokenHash: await fixture.signIn(demoId(email)) } as never)
    const { heat } = await call(hoursHandlers().list, {}, { context })
    expect(heat.length).toBeGreaterThan(1)
    expect(heat.filter(({ students, at_risk: behind }) => behind > students / 2)).toEqual([])
  }
}
