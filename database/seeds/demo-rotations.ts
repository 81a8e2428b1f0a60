import type pg from 'pg'
import { shiftInstants } from '#core/clock-time.ts'
import { addDays, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import { planningStart } from './demo-terms.ts'
import { termOn } from './demo-plan.ts'

type DemoId = (name: string) => string

/**
 * Inserts Lakeshore's rotations for its series of shifts; one series is left without, one rotation is planned but not sent, one is offered
 * by a wishlist before its shifts are published, and one was canceled.
 */
export async function insertRotations(client: pg.Client, demoId: DemoId, today: PlainDate): Promise<void> {
  const school = demoId('lakeshore')
  const ana = demoId('ana.coordinator@lakeshore.example')
  const begin = planningStart(today)
  const first = addDays(begin, 8 - weekdayOf(begin))
  await insertSeries(client, demoId, {
    key: 'rotation community',
    name: 'Community Health',
    unit: 'west-peds',
    specialty: 'community',
    status: 'draft',
    dates: [addDays(first, 4), addDays(first, 11)],
    today,
  })
  await insertSeries(client, demoId, {
    key: 'rotation delivery',
    name: 'Childbearing Families',
    unit: 'main-ob',
    specialty: 'maternal_newborn',
    status: 'approved',
    dates: [addDays(first, 5), addDays(first, 12)],
    today,
  })
  await client.query(
    `update public.shifts set min_to_run = 3 where school_id = $1 and series_id is not null and specialty = 'icu'`,
    [school],
  )
  await client.query(
    `insert into public.rotations (id, school_id, semester_id, series_id, origin, name, facility_id, specialty, experience_type, pattern, start_time, end_time,
       seats, min_seats, level_seats, requires, instructors, created_by)
     select gen_random_uuid(), s.school_id, s.semester_id, s.series_id, case when min(s.title) in ('Community Health', 'Childbearing Families') then 'hand' else 'series' end,
       min(s.title), min(s.facility_id::text)::uuid, min(s.specialty), 'group',
       jsonb_build_object('weekdays', jsonb_agg(distinct extract(isodow from s.date)::integer), 'every_weeks', 1, 'from', min(s.date), 'to', max(s.date), 'skipped', coalesce((
         select jsonb_agg(jsonb_build_object('date', d::date, 'reason', 'No class') order by d) from generate_series(min(s.date), max(s.date), interval '1 day') d
         where extract(isodow from d) = min(extract(isodow from s.date)) and d::date <> all (array_agg(s.date))), '[]'::jsonb)),
       min(s.start_time), min(s.end_time), max(s.capacity), case when min(s.specialty) = 'icu' then 3 else 0 end,
       case when min(s.specialty) = 'icu' then '{"first_year": 2}'::jsonb else '{}' end,
       case when min(s.specialty) = 'icu' then '{med_surg}'::text[] else '{}' end,
       case when min(s.proctor_id::text) is null then '[]'::jsonb else jsonb_build_array(jsonb_build_object('weekday', min(extract(isodow from s.date))::integer, 'proctor_id', min(s.proctor_id::text))) end,
       $2
     from public.shifts s where s.school_id = $1 and s.series_id is not null and s.series_id <> $3 group by s.school_id, s.semester_id, s.series_id`,
    [school, ana, demoId(`series west-peds 3 ${termOn(begin, today)}`)],
  )
  await insertCanceled(client, demoId, first, today)
}

type Planned = {
  key: string
  name: string
  unit: string
  specialty: string
  status: 'draft' | 'approved'
  dates: readonly PlainDate[]
  today: PlainDate
}

async function insertSeries(client: pg.Client, demoId: DemoId, plan: Planned): Promise<void> {
  const semester = demoId(`lakeshore ${termOn(plan.dates[0]!, plan.today)}`)
  const school = demoId('lakeshore')
  await client.query(
    'insert into public.shift_series (id, school_id, semester_id) select $1, $2, s.id from public.semesters s where s.id = $3',
    [demoId(plan.key), school, semester],
  )
  for (const date of plan.dates) {
    const { startsAt, endsAt } = shiftInstants({
      date,
      start: '07:00',
      end: '15:00',
      timeZone: 'America/Chicago',
    })
    await client.query(
      `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type,
         capacity, approved_capacity, seats, seats_limit, series_id, status, submitted_at, decided_at, created_by)
       select $1, s.id, $3, $4, '07:00', '15:00', 'America/Chicago', $5, $6, $7, $8, 'group', 6, case when $10 = 'approved' then 6 end, case when $10 = 'approved' then 6 end,
         case when $10 = 'approved' then 'shift' end, $9, $10, case when $10 = 'approved' then now() - interval '9 days' end, case when $10 = 'approved' then now() - interval '6 days' end, $11
       from public.semesters s where s.id = $2`,
      [
        school,
        semester,
        plan.name,
        date,
        startsAt,
        endsAt,
        demoId(plan.unit),
        plan.specialty,
        demoId(plan.key),
        plan.status,
        demoId('ana.coordinator@lakeshore.example'),
      ],
    )
  }
}

async function insertCanceled(
  client: pg.Client,
  demoId: DemoId,
  first: PlainDate,
  today: PlainDate,
): Promise<void> {
  const school = demoId('lakeshore')
  const semester = demoId(`lakeshore ${termOn(first, today)}`)
  const series = demoId('rotation geriatrics')
  await client.query(
    'insert into public.shift_series (id, school_id, semester_id) select $1, $2, s.id from public.semesters s where s.id = $3',
    [series, school, semester],
  )
  await client.query(
    `insert into public.rotations (id, school_id, semester_id, series_id, name, facility_id, specialty, experience_type, pattern, start_time, end_time, seats,
       canceled_at, cancel_reason, created_by)
     select $1, $2, s.id, $4, 'Older Adults', $5, 'geriatrics_ltc', 'group', $6, '07:00', '15:00', 8, now() - interval '3 days', 'The course moves to the fall.', $7
     from public.semesters s where s.id = $3`,
    [
      demoId('rotation older adults'),
      school,
      semester,
      series,
      demoId('main-5e'),
      JSON.stringify({ weekdays: [1], every_weeks: 1, from: first, to: addDays(first, 42), skipped: [] }),
      demoId('ana.coordinator@lakeshore.example'),
    ],
  )
}
