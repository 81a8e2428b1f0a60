import type pg from 'pg'
import { itemsOf } from '#features/instruments/rules.ts'
import { templates } from '#features/instruments/server/public.ts'

type Ids = (name: string) => string

const statuses = [
  'submitted',
  'disputed',
  'acknowledged',
  'verified',
  'returned',
  'draft',
  'overdue',
  'assigned',
  'locked',
  'under_verification',
  'voided',
]
const unwritten = ['overdue', 'assigned']

/** The answers to every item of a shipped form, with some exceptions. */
export const answersTo = (key: string, point: string, other: Record<string, string> = {}): string =>
  JSON.stringify(
    itemsOf(templates.find((one) => one.key === key)!.content).map(({ code }) => ({
      code,
      point: other[code] ?? point,
      comment: other[code] ? 'Needed two reminders. We practiced it after the shift.' : null,
    })),
  )

/** One for each student, so that a list has no duplicates. */
const instructorComments = [
  'Explains why, and lets us try.',
  'Knew when to step back.',
  'Post-conference ran long, but was worth it.',
  'Feedback came the same evening.',
  'Asked me to call report on my own, and stood next to me.',
  'I would have liked to hear earlier what to work on.',
  'Made sure that each of us saw an admission.',
  'Calm when it was busy. I learned to set priorities.',
  'Goes over every care plan with us before we chart.',
  'Hard to find in the afternoon on the larger unit.',
  'Asked about my goals in the morning and came back to them.',
  'Treats questions as questions, never as mistakes.',
]

/**
 * Inserts evaluations of past shifts in every status; acknowledged ones, which need the school's review, were written by an instructor who
 * did not lead the student's shift. Also a midterm with a remediation plan, and feedback of students.
 */
export async function insertEvaluations(client: pg.Client, demoId: Ids): Promise<void> {
  const school = demoId('lakeshore')
  await client.query(
    `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, answers, strengths,
       outcome, score, most, due_at, submitted_at, acknowledged_at, dispute_reason, returned_reason, void_reason, verified_at, verified_by, locked_at, failed_checks)
     select gen_random_uuid(), s.school_id, s.student_id, case k.status when 'acknowledged' then s.someone_else else s.proctor_id end, 'shift', s.shift_id, s.semester_id, 'shift', i.id, i.latest_version, k.status,
       case when k.status = any ($5) then '[]'::jsonb else $3::jsonb end, case when k.status <> all ($5) then 'Calm with families, and always on time.' end,
       case when w.is_sent then 'satisfactory' end, case when w.is_sent then 10 end, case when w.is_sent then 10 end, s.ends_at + interval '3 days',
       case when w.is_sent then greatest(s.ends_at + interval '2 hours', case when k.status <> 'locked' then now() - interval '5 days' end) end, case when k.status in ('acknowledged', 'verified', 'locked') then s.ends_at + interval '1 day' end,
       case k.status when 'disputed' then 'I was in the simulation lab that afternoon.' end, case k.status when 'returned' then 'Which skills were practiced?' end,
       case k.status when 'voided' then 'It was about another student.' end, case when k.status in ('verified', 'locked') then s.ends_at + interval '2 days' end,
       case when k.status in ('verified', 'locked') then $2::uuid end, case k.status when 'locked' then s.ends_at + interval '14 days' end,
       case k.status when 'acknowledged' then '{supervised}'::text[] else '{}' end
     from (select a.school_id, a.student_id, a.shift_id, x.semester_id, x.proctor_id, x.ends_at,
         (select u.id from public.users u where u.linked_school_id = a.school_id and u.role = 'proctor' and u.id <> all (app.instructors_of(x)) order by u.email limit 1) as someone_else, row_number() over (order by x.starts_at desc, a.student_id) as at
       from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
       where a.school_id = $1 and a.status = 'completed' and x.status = 'completed' and x.proctor_id is not null) s
     cross join lateral (select ($4::text[])[1 + (s.at - 1) % cardinality($4::text[])] as status) k
     cross join lateral (select k.status not in ('overdue', 'assigned', 'draft') as is_sent) w
     join public.evaluation_instruments i on i.key = 'shift-quick-check'
     where s.at <= 33`,
    [
      school,
      demoId('ana.coordinator@lakeshore.example'),
      answersTo('shift-quick-check', 'S'),
      statuses,
      unwritten,
    ],
  )
  await insertMidterms(client, demoId)
  await client.query(
    `insert into public.placement_feedback (id, school_id, student_id, semester_id, shift_id, about, instructor_id, instrument_id, instrument_version, answers, comment)
     select gen_random_uuid(), f.school_id, f.student_id, f.semester_id, f.shift_id, 'instructor', f.proctor_id, i.id, i.latest_version,
       case when f.at % 3 = 0 then $3::jsonb else $2::jsonb end, ($5::text[])[1 + f.nth % cardinality($5::text[])]
     from (select g.*, row_number() over (partition by g.proctor_id order by g.student_id, g.semester_id) as nth from (select distinct on (a.student_id, x.semester_id, x.proctor_id) a.school_id, a.student_id, x.semester_id, x.id as shift_id, x.proctor_id,
         row_number() over (order by a.student_id) as at
       from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
       where a.school_id = $1 and a.status = 'completed' and x.proctor_id is not null and a.student_id <> $4) g) f
     join public.evaluation_instruments i on i.key = 'instructor-feedback'`,
    [
      school,
      answersTo('instructor-feedback', '5'),
      answersTo('instructor-feedback', '4', { T2: '3' }),
      demoId('jenna.student@lakeshore.example'),
      // Every other student leaves no comment.
      instructorComments.flatMap((comment) => [null, comment]),
    ],
  )
  await client.query(
    `insert into public.placement_feedback (id, school_id, student_id, semester_id, shift_id, about, facility_id, instrument_id, instrument_version, answers, comment)
     select gen_random_uuid(), f.school_id, f.student_id, f.semester_id, f.shift_id, 'site', f.site_id, i.id, i.latest_version,
       case when f.at % 4 = 0 then $3::jsonb else $2::jsonb end, (array['A busy unit, and everyone knew we were coming.', null, null, 'Parking is far away; come early.', null, 'The nurses asked us to every procedure.', null])[1 + f.at % 7]
     from (select distinct on (a.student_id, x.semester_id, unit.parent_id) a.school_id, a.student_id, x.semester_id, x.id as shift_id, unit.parent_id as site_id,
         row_number() over (order by a.student_id) as at
       from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id join public.facilities unit on unit.id = x.facility_id
       where a.school_id = $1 and a.status = 'completed' and unit.parent_id is not null and a.student_id <> $4) f
     join public.evaluation_instruments i on i.key = 'site-feedback'`,
    [
      school,
      answersTo('site-feedback', '4'),
      answersTo('site-feedback', '5', { P4: '3' }),
      demoId('jenna.student@lakeshore.example'),
    ],
  )
}

/** A midterm for each student of the semesters that have past shifts; the first one has an item to improve, with its plan. */
async function insertMidterms(client: pg.Client, demoId: Ids): Promise<void> {
  await client.query(
    `with led as (select distinct on (a.student_id, x.semester_id) a.school_id, a.student_id, x.semester_id, x.id as shift_id, x.proctor_id, x.ends_at
       from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
       where a.school_id = $1 and a.status = 'completed' and x.proctor_id is not null order by a.student_id, x.semester_id, x.starts_at),
     made as (
       insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, answers, strengths,
         improvements, outcome, score, most, submitted_at, acknowledged_at, verified_at)
       select gen_random_uuid(), l.school_id, l.student_id, l.proctor_id, 'semester', l.shift_id, l.semester_id, 'midterm', i.id, i.latest_version,
         case when l.student_id = $4 then 'submitted' else 'verified' end, case when l.student_id = $4 then $3::jsonb else $2::jsonb end,
         'Gives clear reports.', 'Pharmacology of the unit.', case when l.student_id = $4 then 'needs_improvement' else 'satisfactory' end,
         case when l.student_id = $4 then 29 else 30 end, 30, case when l.student_id = $4 then now() - interval '2 days' else l.ends_at + interval '1 day' end,
         case when l.student_id <> $4 then l.ends_at + interval '2 days' end, case when l.student_id <> $4 then l.ends_at + interval '3 days' end
       from led l join public.evaluation_instruments i on i.key = 'clinical-s-ni-u' returning *),
     planned as (
       insert into public.remediation_plans (id, school_id, student_id, faculty_id, items, actions, due_on)
       select m.id, m.school_id, m.student_id, m.evaluator_id, '[{"code": "Q3.1", "text": "Explains the reasons for care with current evidence"}]',
         'Reads two articles on the unit’s most common diagnosis and explains them in post-conference.', current_date + 14
       from made m where m.student_id = $4 returning *)
     insert into public.remediation_signatures (plan_id, school_id, party, signed_by) select p.id, p.school_id, 'faculty', p.faculty_id from planned p`,
    [
      demoId('lakeshore'),
      answersTo('clinical-s-ni-u', 'S'),
      answersTo('clinical-s-ni-u', 'S', { 'Q3.1': 'NI' }),
      demoId('jenna.student@lakeshore.example'),
    ],
  )
}
