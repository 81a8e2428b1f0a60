import type pg from 'pg'
import type { PlainDate } from '#core/plain-date.ts'
import { answersTo } from './demo-evaluations.ts'
import { insertLedgerOfReports } from './finished-seats.ts'
import { withoutTriggers } from './without-triggers.ts'
import type { Year } from './year-plan.ts'

type Ids = (name: string) => string
type Seed = { client: pg.Client; demoId: Ids; today: PlainDate; year: Year }

/**
 * Inserts a report for each past shift, then attendance and its hours. Instructors report by the next evening; the report on each one's
 * latest shift is not written yet, and for some the one before is unfinished.
 */
export async function insertYearRecords({ client, demoId, today, year }: Seed): Promise<void> {
  await client.query(
    `insert into public.shift_reports (id, school_id, proctor_id, status, due_at, teaching_summary, activities, census, facility_feedback, returned_reason, submitted_at, accepted_at, accepted_by)
     select x.id, x.school, x.proctor, k.status, x.ends_at + interval '48 hours', case when k.status <> 'due' then 'Assessment and documentation, in pairs with the nurses of the unit.' end,
       case when k.status <> 'due' then 'Vital signs, medication rounds with the nurse, patient education.' end, case when k.status <> 'due' then 12 + x.nth % 17 end,
       case when k.status in ('due', 'draft') then '{}' else '{"welcome": 5, "support": 4, "suitability": 5, "comment": null}'::jsonb end,
       case when k.status = 'returned' then 'Please say who was late, and why.' end,
       case when k.status in ('submitted', 'returned', 'accepted') then least(now(), x.ends_at + interval '5 hours') end,
       case when k.status = 'accepted' then least(now(), x.ends_at + interval '1 day') end, case when k.status = 'accepted' then x.planner end
     from (select s.*, row_number() over (partition by s.proctor order by s.starts_at desc, s.id) as nth, dense_rank() over (order by s.proctor)::integer as person from year_shift s
       where s.status = 'completed' and s.proctor is not null) x
     cross join lateral (select case when x.ends_at > $1::date - interval '1 day' or x.nth = 1 and x.ends_at > $1::date - interval '9 days' then 'due'
       when x.nth = 2 and x.ends_at > $1::date - interval '20 days' and x.proctor <> all ($2::uuid[]) then (array['draft', 'submitted', 'accepted', 'returned'])[1 + x.person % 4]
       else 'accepted' end as status) k`,
    [
      today,
      ['marcus.proctor@lakeshore.example', 'denise.carter@lakeshore.example'].map((email) => demoId(email)),
    ],
  )
  // The audit trigger is off, because it is of no use here and took as long as the records.
  await withoutTriggers(client, 'public.attendance_records', ['audit'], () => insertAttendance(client))
  await client.query(
    'analyze public.shifts, public.assignments, public.shift_reports, public.attendance_records',
  )
  await insertLedgerOfReports(client, 'p.id in (select s.id from year_shift s)')
  await insertEarlierHours(client, today)
  await insertMakeUps(client, today)
  await insertEvaluations(client, demoId, year)
  await client.query(
    `update public.shifts x set status = 'closed' from year_shift s where x.id = s.id and s.status = 'completed' and s.date < $1::date - 14
       and exists (select 1 from public.shift_reports p where p.id = x.id and p.status = 'accepted')`,
    [today],
  )
}

/** Inserts attendance: most on time by code; some late, gone early, without a check-out, or recorded by the instructor. */
async function insertAttendance(client: pg.Client): Promise<void> {
  await client.query(`
    insert into public.attendance_records (id, school_id, shift_id, student_id, status, check_in_at, check_in_method, check_in_pressed_at, check_in_received_at, check_in_offline,
      check_out_at, check_out_method, check_out_pressed_at, check_out_received_at, check_out_reason, called_out_at, absence_reason, posted_at)
    select e.id, s.school, s.id, e.student, e.status, t.came, case when t.came is not null then t.way end, case when t.way <> 'instructor' then t.came end,
      case when t.way <> 'instructor' then t.came end, false, t.gone, case when t.gone is null then null when t.way = 'instructor' then 'instructor' else 'student' end,
      case when t.way <> 'instructor' then t.gone end, case when t.way <> 'instructor' then t.gone + case when t.forgot then interval '14 hours' else '0' end end,
      case when t.gone is not null and t.forgot then 'My phone was off. I left with the group.' end,
      case when e.status = 'absent_excused' then s.starts_at - interval '3 hours' end,
      case e.status when 'absent_excused' then (array['Fever since last night.', 'A family emergency.', 'My car broke down.', 'A dental appointment.'])[1 + e.dice % 4] end,
      p.accepted_at
    from year_seat e join year_shift s on s.id = e.shift left join public.shift_reports p on p.id = s.id
    cross join lateral (select e.dice % 41 = 5 and e.status = 'completed' as forgot, case when e.dice % 13 = 4 and e.dice % 41 <> 5 then 'instructor' else 'code' end as way,
      case when e.status in ('completed', 'checked_in') then s.starts_at + make_interval(mins => case when e.dice % 37 = 9 then 24 else -(e.dice % 12) end) end as came,
      case when e.status = 'completed' then s.ends_at - make_interval(mins => case when e.dice % 53 = 7 then 45 else 0 end) end as gone) t
    where e.status in ('completed', 'checked_in', 'absent_excused', 'absent_unexcused', 'no_show') order by s.id`)
}

/**
 * Inserts hours before Placewell by specialty: what the program requires by the end of the semester, minus the hours of this year; every
 * sixth student is behind. A cohort that began this year had its skills labs before.
 */
async function insertEarlierHours(client: pg.Client, today: PlainDate): Promise<void> {
  await client.query(
    `
    with cohort as (
      select m.student_id, m.school_id, c.id as cohort, case when c.requirements <> '[]' then c.requirements else g.requirements end as requirements, t.first_day, c.start_date,
        least(1, greatest(0, (t.last_day - c.start_date)::numeric / (c.expected_graduation - c.start_date))) as share,
        row_number() over (partition by c.id order by m.student_id) as at
      from public.cohort_memberships m join public.cohorts c on c.id = m.cohort_id left join public.programs g on g.id = c.program_id
      cross join (select min(s.date) as first_day, max(s.date) filter (where s.shown) as last_day from year_shift s) t
      where m.to_date is null and m.student_id in (select e.student from year_seat e) and c.start_date <= $1
        and not exists (select from public.hours_entries e where e.student_id = m.student_id and e.source = 'import')),
    coming as (select e.student, s.specialty, sum(x.credited_hours) as hours
      from year_seat e join year_shift s on s.id = e.shift join public.shifts x on x.id = s.id
      where e.status in ('completed', 'assigned', 'checked_in') group by 1, 2)
    insert into public.hours_entries (id, school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key, reason)
    select overlay(overlay(md5('earlier year ' || c.student_id || (r ->> 'specialty')) placing '4' from 13) placing 'a' from 17)::uuid, c.school_id, c.student_id, null, greatest(c.first_day - 40, c.start_date),
      h.hours * 60, 'direct_care', r ->> 'specialty', 'import', 'earlier year ' || c.student_id || ' ' || (r ->> 'specialty'), 'Hours recorded before Placewell.'
    from cohort c cross join lateral jsonb_array_elements(c.requirements) r left join coming k on k.student = c.student_id and k.specialty = r ->> 'specialty'
    cross join lateral (select round((r ->> 'min_hours')::numeric * c.share * case when c.at % 6 = 1 then 0.75 else 1 end - coalesce(k.hours, 0))::integer as hours) h
    where h.hours >= 6 on conflict do nothing`,
    [today],
  )
}

/** An excused absence in the last weeks must be made up. */
async function insertMakeUps(client: pg.Client, today: PlainDate): Promise<void> {
  await client.query(
    `insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason, created_by)
     select s.school, e.student, e.id, x.credited_hours, s.specialty, 'Excused absence.', s.planner from year_seat e join year_shift s on s.id = e.shift join public.shifts x on x.id = s.id
     where e.status = 'absent_excused' and s.date > $1::date - 21`,
    [today],
  )
}

/**
 * Inserts a final for each student of past semesters, a midterm once half a semester has passed, and short forms after some of the latest
 * shifts.
 */
async function insertEvaluations(client: pg.Client, demoId: Ids, { terms }: Year): Promise<void> {
  const past = terms.past.map(({ key }) =>
    ['lakeshore', 'prairie'].map((school) => demoId(`${school} ${key}`)),
  )
  const letters = [answersTo('clinical-s-ni-u', 'S'), answersTo('clinical-s-ni-u', 'S', { 'Q3.1': 'NI' })]
  await client.query(
    `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, semester_id, kind, instrument_id, instrument_version, status, answers, strengths, improvements,
       outcome, score, most, submitted_at, acknowledged_at, verified_at, locked_at)
     select gen_random_uuid(), l.school, l.student, l.proctor, 'semester', l.semester, k.kind, i.id, i.latest_version, k.status, case when w.is_weak then $2::jsonb else $1::jsonb end,
       (array['Calm with families, and always on time.', 'Careful with medication, and asks early.', 'Gives clear reports to the next nurse.', 'Kind, and quick to see what is needed.'])[1 + l.at % 4],
       (array['Pharmacology of the unit.', 'Speaks up in rounds.', 'Charting as it happens.'])[1 + l.at % 3],
       case when w.is_weak then 'needs_improvement' else 'satisfactory' end, case when w.is_weak then 29 else 30 end, 30, l.at_end, l.at_end + interval '1 day', l.at_end + interval '2 days',
       case when k.status = 'locked' then l.at_end + interval '14 days' end
     from (select distinct on (e.student, s.semester) e.student, s.semester, s.school, s.proctor, get_byte(uuid_send(e.student), 2)::integer as at,
         max(s.ends_at) over (partition by e.student, s.semester) as at_end, count(*) over (partition by e.student, s.semester) as done
       from year_seat e join year_shift s on s.id = e.shift where s.proctor is not null and s.kind = 'group' and s.status = 'completed' order by e.student, s.semester, s.starts_at) l
     cross join lateral (select case when l.semester = any ($3::uuid[]) then 'final' else 'midterm' end as kind, case when l.semester = any ($3::uuid[]) then 'locked' else 'verified' end as status) k
     cross join lateral (select k.kind = 'midterm' and l.at % 19 = 3 as is_weak) w
     join public.evaluation_instruments i on i.key = 'clinical-s-ni-u'
     where (l.done >= 10 or k.kind = 'final') and l.student <> $4`,
    [...letters, past.flat(), demoId('jenna.student@lakeshore.example')],
  )
  await client.query(
    `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, answers, strengths, outcome, score, most,
       due_at, submitted_at, acknowledged_at, verified_at, verified_by, locked_at)
     select gen_random_uuid(), s.school, s.student, s.proctor, 'shift', s.shift, s.semester, 'shift', i.id, i.latest_version, s.status, case when w.is_sent then $1::jsonb else '[]'::jsonb end,
       case when w.is_sent then 'Prepared, and good with patients.' end, case when w.is_sent then 'satisfactory' end, case when w.is_sent then 10 end, case when w.is_sent then 10 end,
       s.ends_at + interval '3 days', case when w.is_sent then s.ends_at + interval '4 hours' end, case when w.is_done then s.ends_at + interval '1 day' end,
       case when s.status in ('verified', 'locked') then s.ends_at + interval '2 days' end, case when s.status in ('verified', 'locked') then s.planner end,
       case s.status when 'locked' then s.ends_at + interval '14 days' end
     from (select s.school, e.student, s.proctor, s.planner, s.id as shift, s.semester, s.ends_at,
         (array['verified', 'verified', 'acknowledged', 'verified', 'submitted', 'verified', 'locked', 'assigned'])[1 + row_number() over (order by s.starts_at desc, e.student) % 8] as status
       from year_seat e join year_shift s on s.id = e.shift where s.status = 'completed' and e.status = 'completed' and s.proctor <> all ($2::uuid[]) and s.kind = 'group'
       order by s.starts_at desc, e.student limit 160) s
     cross join lateral (select s.status <> 'assigned' as is_sent, s.status in ('acknowledged', 'verified', 'locked') as is_done) w
     join public.evaluation_instruments i on i.key = 'shift-quick-check'`,
    [
      answersTo('shift-quick-check', 'S'),
      ['marcus.proctor@lakeshore.example', 'denise.carter@lakeshore.example'].map((email) => demoId(email)),
    ],
  )
}
