import type pg from 'pg'
import type { PlainDate } from '#core/plain-date.ts'

type Ids = (name: string) => string
type Seed = { client: pg.Client; demoId: Ids; today: PlainDate; school: string }

/**
 * Attendance at the demonstration's past shifts, and the instructors' reports: most students on time by code, some late, gone early, off
 * site or without a connection; reports in every status, older ones accepted.
 */
export async function insertAttendance(client: pg.Client, demoId: Ids, today: PlainDate): Promise<void> {
  const seed: Seed = { client, demoId, today, school: demoId('lakeshore') }
  await insertRecords(seed)
  await insertReports(seed)
  await insertIncidents(seed)
  await insertCallOut(seed)
  await nameAPreceptor(seed)
  await nameASecondInstructor(seed)
}

/** Pseudo-random values of each seat decide what was unusual. The shifts of two cohorts cover all cases. */
async function insertRecords({ client, school, demoId }: Seed): Promise<void> {
  await client.query(
    `insert into public.attendance_records (id, school_id, shift_id, student_id, status, check_in_at, check_in_method, check_in_pressed_at, check_in_received_at,
       check_in_offline, late_min, left_early_min, distance_m, is_inside, check_in_reason, check_out_at, check_out_method, check_out_pressed_at, check_out_received_at,
       check_out_reason, called_out_at, absence_reason)
     select a.id, a.school_id, a.shift_id, a.student_id, a.status, t.came, case when t.came is not null then t.way end,
       case when t.way <> 'instructor' then t.came end, case when t.way <> 'instructor' then t.came + case when t.is_offline then interval '3 hours' else '0' end end,
       t.came is not null and t.way <> 'instructor' and t.is_offline, greatest(0, coalesce(t.late, 0)), case when t.came is not null then t.early else 0 end,
       case when t.came is not null and t.way = 'location' then case when t.is_away then 640 else 20 + d.dice % 60 end end,
       case when t.came is not null and t.way = 'location' then not t.is_away end,
       case when t.came is not null and t.way = 'location' and t.is_away then 'We met at the clinic across the street.' end,
       t.left_at, case when t.left_at is null then null when t.way = 'instructor' then 'instructor' else 'student' end,
       case when t.way <> 'instructor' then t.left_at end, case when t.way <> 'instructor' then t.left_at + case when t.forgot then interval '14 hours' else '0' end end,
       case when t.left_at is not null and t.forgot then 'My phone was off. I left with the group.' end,
       case a.status when 'absent_excused' then x.starts_at - interval '3 hours' end, case a.status when 'absent_excused' then 'Fever since last night.' end
     from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
     cross join lateral (select get_byte(uuid_send(a.id), 0) as dice, x.facility_id in (select f.id from public.facilities f where f.parent_id = $2) as has_pin) d
     cross join lateral (select case when d.dice % 16 = 0 then 22 else -(d.dice % 12) end as late, case when d.dice % 31 = 3 then 40 else 0 end as early,
       d.dice % 29 = 5 as forgot) l
     cross join lateral (select a.status = 'completed' as is_there,
       case when d.dice % 11 = 4 and not l.forgot then 'instructor' when d.has_pin and d.dice % 3 = 1 and l.late <= 15 then 'location' else 'code' end as way) w
     cross join lateral (select l.late, l.early, l.forgot, w.way, d.dice % 7 = 0 as is_offline, d.dice % 37 = 1 as is_away,
       case when w.is_there then x.starts_at + make_interval(mins => l.late) end as came,
       case when w.is_there then x.ends_at - make_interval(mins => l.early) end as left_at) t
     where a.school_id = $1 and x.status = 'completed' and a.status in ('completed', 'absent_excused', 'no_show')`,
    [school, demoId('harborview-main')],
  )
}

/**
 * The latest shifts of each instructor have a report in each status; all earlier ones were accepted. Only reports with exceptions need the
 * school's review.
 */
async function insertReports({ client, school, demoId, today }: Seed): Promise<void> {
  await client.query(
    `insert into public.shift_reports (id, school_id, proctor_id, status, due_at, teaching_summary, activities, census, acuity_note, facility_feedback, returned_reason,
       submitted_at, accepted_at, accepted_by)
     select x.id, x.school_id, x.proctor_id, k.status, x.ends_at + interval '48 hours',
       case when k.status <> 'due' then 'Assessment and documentation, in pairs with the nurses of the unit.' end,
       case when k.status <> 'due' then 'Vital signs, medication rounds with the nurse, patient education.' end, case when k.status <> 'due' then 24 end,
       case when k.status = 'submitted' then 'Two admissions at once in the morning.' end,
       case when k.status in ('due', 'draft') then '{}' else '{"welcome": 5, "support": 4, "suitability": 5, "comment": null}'::jsonb end,
       case when k.status = 'returned' then 'Please say who was late, and why.' end,
       case when k.status in ('submitted', 'returned', 'accepted') then least(now(), x.ends_at + interval '5 hours') end,
       case when k.status = 'accepted' then least(now(), x.ends_at + interval '1 day') end,
       case when k.status = 'accepted' and k.is_unusual then $2::uuid end
     from (select y.*, row_number() over (partition by y.proctor_id order by y.starts_at desc, y.id) as nth from public.shifts y
       where y.school_id = $1 and y.status = 'completed' and y.proctor_id is not null and y.seats_taken > 0) x
     cross join lateral (select exists (select from public.attendance_records r where r.shift_id = x.id
       and (r.status <> 'completed' or r.late_min > 15 or r.left_early_min > 0 or not coalesce(r.is_inside, true) or r.check_out_reason is not null)) as is_unusual) u
     cross join lateral (select u.is_unusual, case when x.nth = 1 or x.ends_at > $3::date - interval '2 days' then 'due' when x.nth = 2 then 'draft'
       when x.nth = 3 and u.is_unusual then 'submitted' when x.nth = 4 and u.is_unusual then 'returned' when x.nth = 5 then 'due' else 'accepted' end as status) k`,
    [school, demoId('ana.coordinator@lakeshore.example'), today],
  )
}

/** A near miss that was accepted with its report, and a needlestick on a shift whose report needs the school's review. */
async function insertIncidents({ client, school, demoId }: Seed): Promise<void> {
  for (const [name, status, kind, severity, narrative] of [
    [
      'near miss',
      'accepted',
      'near_miss',
      'minor',
      'A bed was left raised after a transfer. The student noticed it before anyone was hurt.',
    ],
    [
      'needlestick',
      'submitted',
      'exposure_needlestick',
      'serious',
      'A needle pricked a student while recapping. Employee health was called at once.',
    ],
  ] as const)
    await client.query(
      `insert into public.shift_incidents (id, shift_id, school_id, kind, severity, seats, narrative, reported_to, follow_up_by, created_at, created_by)
       select $2, r.id, r.school_id, $4, $5, (select array_agg(a.id) from (select a.id from public.assignments a where a.shift_id = r.id and a.status = 'completed' order by a.id limit 1) a),
         $6, 'Charge nurse of the unit', x.date + 7, x.ends_at - interval '2 hours', r.proctor_id
       from public.shift_reports r join public.shifts x on x.id = r.id where r.school_id = $1 and r.status = $3 and r.proctor_id is not null order by x.starts_at desc limit 1`,
      [school, demoId(`incident ${name}`), status, kind, severity, narrative],
    )
}

/** A student of the next shift called out in time; never the sign-in student, whose days stay unchanged. */
async function insertCallOut({ client, school, demoId }: Seed): Promise<void> {
  await client.query(
    `insert into public.attendance_records (id, school_id, shift_id, student_id, status, called_out_at, absence_reason)
     select a.id, a.school_id, a.shift_id, a.student_id, 'called_out', now() - interval '1 hour', 'A fever, and the clinic told me to stay home.'
     from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
     where a.school_id = $1 and a.status = 'assigned' and x.status in ('published', 'full') and x.starts_at > now() and a.student_id <> $2 order by x.starts_at, a.id limit 1`,
    [school, demoId('jenna.student@lakeshore.example')],
  )
}

/** A preceptor leads the next intensive care shift together with the instructor, and records attendance. */
async function nameAPreceptor({ client, school, demoId }: Seed): Promise<void> {
  await client.query(
    `update public.shifts set preceptor_id = $2 where id = (select x.id from public.shifts x
       where x.school_id = $1 and x.facility_id = $3 and x.status in ('published', 'full') and x.starts_at > now() order by x.starts_at limit 1)`,
    [school, demoId('priya.preceptor@harborview.example'), demoId('main-icu')],
  )
}

/** Two instructors lead the last shift of the semester's clinical groups together. */
async function nameASecondInstructor({ client, school }: Seed): Promise<void> {
  await client.query(
    `update public.shifts set more_proctor_ids = array[k.person_id] from (
       select x.id as shift_id, u.id as person_id from public.shifts x join public.users u on u.linked_school_id = x.school_id and u.role = 'proctor' and u.status = 'active'
       where x.school_id = $1 and x.status = 'published' and x.experience_type = 'group' and x.starts_at > now() and x.proctor_id is not null and u.id <> x.proctor_id
         and not exists (select from priv.leader_times t where t.person_id = u.id and t.busy && tstzrange(x.starts_at - interval '8 hours', x.ends_at + interval '8 hours'))
       order by x.starts_at desc, u.full_name limit 1) k where shifts.id = k.shift_id`,
    [school],
  )
}
