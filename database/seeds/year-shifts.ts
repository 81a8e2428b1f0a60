import type pg from 'pg'
import { shiftInstants } from '#core/clock-time.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { educators } from './year-facilities.ts'
import { forgetLateness } from './demo-shifts.ts'
import { withoutTriggers } from './without-triggers.ts'
import { planner, type Series, type Year, type YearShift, zone } from './year-plan.ts'

type Ids = (name: string) => string
type Seed = { client: pg.Client; demoId: Ids; today: PlainDate; year: Year }

const agreed = new Set(['declined', 'approved', 'published', 'in_progress', 'completed', 'cancelled'])
const shown = new Set(['published', 'in_progress', 'completed', 'cancelled'])

/** Inserts the semesters that the small demonstration lacks, for both schools; the one to plan is active. */
export async function insertYearTerms({ client, demoId, year }: Seed): Promise<void> {
  const { past, current, planning } = year.terms
  const rows = [...past, current, planning].flatMap((term) =>
    (['lakeshore', 'prairie'] as const).map((school) => ({
      id: demoId(`${school} ${term.key}`),
      school: demoId(school),
      name: term.name,
      start: term.start,
      end: term.end,
      type: term.type,
      year: term.year,
      settings: { holidays: [], breaks: term.breaks },
      active: !past.includes(term),
    })),
  )
  await client.query(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active, settings, activated_at)
     select id, school, name, start, "end", type, year, active, settings, start - 90
     from jsonb_to_recordset($1) as t (id uuid, school uuid, name text, start date, "end" date, type text, year text, active boolean, settings jsonb)
     on conflict (id) do update set is_active = public.semesters.is_active or excluded.is_active`,
    [JSON.stringify(rows)],
  )
}

/** Inserts the weekly series, each of them a rotation. */
export async function insertYearSeries({ client, demoId, year }: Seed): Promise<void> {
  const dates = Map.groupBy(year.shifts, ({ series }) => series)
  const rows = year.series.map((series) => {
    const days = dates.get(series)!.map(({ date }) => date)
    const pattern = {
      weekdays: [series.weekday],
      every_weeks: 1,
      from: days[0],
      to: days.at(-1),
      skipped: skipped(days),
    }
    return {
      id: demoId(`rotation ${series.key}`),
      series: demoId(series.key),
      school: demoId(series.school),
      semester: demoId(`${series.school} ${series.term.key}`),
      name: series.title,
      course: series.course,
      facility: series.unit && demoId(series.unit.key),
      specialty: series.specialty,
      kind: series.kind,
      start: series.start,
      end: series.end,
      seats: series.capacity,
      cohorts: series.cohorts.map((key) => demoId(`cohort ${key}`)),
      pattern,
      instructors: series.instructor
        ? [{ weekday: series.weekday, proctor_id: demoId(series.instructor) }]
        : [],
      by: demoId(planner[series.school]),
    }
  })
  const recordset = `jsonb_to_recordset($1) as r (id uuid, series uuid, school uuid, semester uuid, name text, course text, facility uuid, specialty text, kind text,
    start time, "end" time, seats integer, cohorts uuid[], pattern jsonb, instructors jsonb, "by" uuid)`
  await client.query(
    `with s as (insert into public.shift_series (id, school_id, semester_id, pattern) select series, school, semester, pattern from ${recordset})
     insert into public.rotations (id, school_id, semester_id, series_id, origin, name, course_code, facility_id, specialty, experience_type, pattern, start_time, end_time,
       seats, cohort_ids, instructors, created_by)
     select id, school, semester, series, 'series', name, course, facility, specialty, kind, pattern, start, "end", seats, cohorts, instructors, "by" from ${recordset}`,
    [JSON.stringify(rows)],
  )
}

/** The weeks of a series without class. */
function skipped(days: readonly PlainDate[]): { date: PlainDate; reason: string }[] {
  const has = new Set(days)
  const missing: { date: PlainDate; reason: string }[] = []
  for (let date = days[0]!; date < days.at(-1)!; date = addDays(date, 7))
    if (!has.has(date)) missing.push({ date, reason: 'No class' })
  return missing
}

const objectives: Partial<Record<Series['specialty'], string[]>> = {
  pediatrics: ['Adapt an assessment to the age of the child', 'Teach a family before discharge'],
  mental_health: ['Lead a therapeutic conversation', 'Describe the safety plan of the unit'],
  maternal_newborn: ['Assess a mother and her newborn', 'Teach safe sleep'],
  community: ['Map the resources of the neighborhood', 'Give a health lesson to a group'],
}

function rowOf({ key, series, date, status, reason, instructor }: YearShift, demoId: Ids): object {
  const { startsAt, endsAt } = shiftInstants({ date, start: series.start, end: series.end, timeZone: zone })
  const counter = status === 'countered' ? { start_time: '14:30', end_time: '21:00', note: reason } : null
  const isAgreed = agreed.has(status)
  const days = series.unit
    ? { larkspur: 4, harborview: 7, stonebridge: 11, birchwood: 3, 'cedar-creek': 15 }[
        series.unit.organization
      ]
    : 0
  return {
    id: demoId(key),
    school: demoId(series.school),
    semester: demoId(`${series.school} ${series.term.key}`),
    title: series.title,
    course: series.course,
    date,
    start: series.start,
    end: series.end,
    starts_at: startsAt,
    ends_at: endsAt,
    facility: series.unit && demoId(series.unit.key),
    specialty: series.specialty,
    kind: series.kind,
    capacity: series.capacity,
    agreed: isAgreed,
    shown: shown.has(status),
    proctor: instructor && demoId(instructor),
    series: demoId(series.key),
    status,
    signup: series.signup,
    decision_code: status === 'declined' ? 'other_school_holds_unit' : null,
    cancel_code: status === 'cancelled' ? 'weather' : null,
    reason: reason ?? null,
    counter,
    days,
    cohorts: series.cohorts.map((one) => demoId(`cohort ${one}`)),
    objectives: objectives[series.specialty] ?? [
      'Plan the day with the nurse',
      'Give a full report at the end of the shift',
    ],
    arrival: series.unit ? 'Meet at the main entrance fifteen minutes early. Bring your badge.' : null,
    term_start: series.term.start,
    planner: demoId(planner[series.school]),
    educator: series.unit && demoId(educators[series.unit.organization].email),
  }
}

/** Inserts the shifts of every series; past ones are closed after their seats are inserted. */
export async function insertYearShifts({ client, demoId, year }: Seed): Promise<void> {
  await client.query(
    `create temporary table year_shift on commit drop as select *, least(now() - interval '9 days', term_start - interval '63 days') as asked
     from jsonb_to_recordset($1) as s (id uuid, school uuid, semester uuid, title text, course text, date date, start time, "end" time, starts_at timestamptz, ends_at timestamptz,
       facility uuid, specialty text, kind text, capacity integer, agreed boolean, shown boolean, proctor uuid, series uuid, status text, signup text, decision_code text,
       cancel_code text, reason text, counter jsonb, days integer, cohorts uuid[], objectives text[], arrival text, term_start date, planner uuid, educator uuid)`,
    [JSON.stringify(year.shifts.map((shift) => rowOf(shift, demoId)))],
  )
  await client.query(`create index on year_shift (id); analyze year_shift`)
  await client.query(
    `insert into public.shifts (id, school_id, semester_id, title, course_code, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type,
       capacity, approved_capacity, seats, seats_limit, proctor_id, series_id, status, signup_mode, submitted_at, respond_by, decided_at, decided_by, decision_code, cancel_code,
       status_reason, counter, published_at, instructor_to_be_named, is_exclusive, drop_cutoff_at, lead_time_reason, objectives, arrival_note, cohort_ids, created_by, created_at)
     select id, school, semester, title, course, date, start, "end", $1, starts_at, ends_at, facility, specialty, kind, capacity, case when agreed then capacity end,
       case when status <> 'draft' then capacity end, case when status <> 'draft' then 'shift' end, proctor, series, status, signup, case when status <> 'draft' then asked end,
       case when status in ('pending_facility', 'needs_info', 'countered') then now() + interval '8 days' end,
       case when agreed then least(now() - interval '1 hour', asked + make_interval(days => days)) end, case when agreed then educator end, decision_code, cancel_code, reason, counter,
       case when shown then least(now() - interval '1 hour', term_start - interval '20 days') end, shown and proctor is null, facility is not null and agreed and status <> 'declined',
       case when shown then starts_at - interval '48 hours' end, case when status = 'pending_facility' then 'Seeded' end, objectives, arrival, cohorts, planner,
       asked - interval '6 days'
     from year_shift order by date, id`,
    [zone],
  )
  await forgetLateness(client)
  await client.query(`
    insert into public.shift_events (shift_id, school_id, at, actor_id, actor_role, event, from_status, to_status, reason)
    select s.id, s.school, e.at, e.actor, case when e.actor = s.planner then 'school_admin' when e.actor is not null then 'facility_admin' end, e.event, e.was, e.becomes,
      case when e.event in ('ask', 'counter', 'decline', 'cancel') then s.reason end
    from year_shift s cross join lateral (values
      (1, 'create', null, 'draft', s.asked - interval '6 days', s.planner, true),
      (2, 'submit', 'draft', 'pending_facility', s.asked, s.planner, s.facility is not null and s.status <> 'draft'),
      (2, 'agree', 'draft', 'approved', s.asked, s.planner, s.facility is null and s.status <> 'draft'),
      (3, 'approve', 'pending_facility', 'approved', least(now() - interval '1 hour', s.asked + make_interval(days => s.days)), s.educator, s.facility is not null and s.agreed and s.status <> 'declined'),
      (3, 'decline', 'pending_facility', 'declined', least(now() - interval '1 hour', s.asked + make_interval(days => s.days)), s.educator, s.status = 'declined'),
      (3, 'ask', 'pending_facility', 'needs_info', now() - interval '2 days', s.educator, s.status = 'needs_info'),
      (3, 'counter', 'pending_facility', 'countered', now() - interval '30 hours', s.educator, s.status = 'countered'),
      (4, 'publish', 'approved', 'published', least(now() - interval '1 hour', s.term_start - interval '20 days'), s.planner, s.shown),
      (5, 'cancel', 'published', 'cancelled', least(now() - interval '1 hour', s.starts_at - interval '14 hours'), s.planner, s.status = 'cancelled'),
      (5, 'start', 'published', 'in_progress', s.starts_at, null::uuid, s.status in ('in_progress', 'completed')),
      (6, 'complete', 'in_progress', 'completed', s.ends_at, null::uuid, s.status = 'completed')) e (nth, event, was, becomes, at, actor, is_so)
    where e.is_so order by e.at, e.nth`)
}

/** Inserts seats; past ones are attended or missed, with a ledger line for each accepted report. */
export async function insertYearSeats({ client, demoId, year }: Seed): Promise<void> {
  const rows = year.seats.map(({ shift, student, status }) => [demoId(shift.key), demoId(student), status])
  await client.query(
    `create temporary table year_seat on commit drop as
     select overlay(overlay(md5('year ' || (r ->> 0) || (r ->> 1)) placing '4' from 13) placing 'a' from 17)::uuid as id, (r ->> 0)::uuid as shift, (r ->> 1)::uuid as student, r ->> 2 as status,
       get_byte(decode(md5((r ->> 0) || (r ->> 1)), 'hex'), 0) as dice
     from jsonb_array_elements($1) r`,
    [JSON.stringify(rows)],
  )
  await client.query(`create index on year_seat (id); analyze year_seat`)
  // Counts and records thousands of seats at once; with triggers, one by one, it took half of a first start.
  await withoutTriggers(client, 'public.assignments', ['count_seat', 'follow_seat'], () =>
    client.query(`
    insert into public.assignments (id, shift_id, school_id, student_id, status, source, during, busy, asked_at, decided_at, created_by)
    select e.id, s.id, s.school, e.student, e.status, case s.signup when 'self_signup' then 'signup' when 'request' then 'request' else 'admin' end, tstzrange(s.starts_at, s.ends_at),
      tstzrange(s.starts_at, s.ends_at), least(now(), s.term_start) - interval '19 days' + e.dice * interval '11 minutes', least(now(), s.term_start) - interval '18 days', s.planner
    from year_seat e join year_shift s on s.id = e.shift order by s.id`),
  )
  await client.query(`
    update public.shifts x set seats_taken = n.taken from (
      select a.shift_id, count(*) filter (where app.holds_seat(a.status))::integer as taken from public.assignments a join year_seat e on e.id = a.id group by a.shift_id) n
    where x.id = n.shift_id`)
  await client.query(`
    insert into public.shift_events (shift_id, school_id, assignment_id, student_id, at, actor_id, actor_role, event, to_status, at_version)
    select a.shift_id, a.school_id, a.id, a.student_id, a.decided_at, a.created_by, 'school_admin', 'seat_assign', 'assigned', 1
    from public.assignments a join year_seat e on e.id = a.id order by a.decided_at, a.id`)
}
