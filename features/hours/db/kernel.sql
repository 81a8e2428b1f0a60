-- The ledger hours of some students of a school by kind, and their scheduled hours, by semester, specialty and course; optionally of one
-- semester only, or by day. The caller must have checked access. Uses a generic plan, because planning took ten times as long as reading.
-- Reason: it must see seats and shifts that its caller may not.
create or replace function app.hours_of(p_students uuid[], p_school uuid, p_semester uuid default null, p_by_day boolean default false)
returns table (student_id uuid, semester_id uuid, specialty text, course text, kind text, day date, done double precision, scheduled double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
  select h.student_id, h.semester_id, h.specialty, course_code, h.kind, case when p_by_day then date end, sum(h.done)::float8 / 60, sum(h.scheduled)::float8
  from (select student_id, school_id, semester_id, specialty, course_code, kind, date, minutes as done, 0.0 as scheduled from public.hours_entries
    union all
    select a.student_id, a.school_id, x.semester_id, x.specialty, nullif(x.course_code, ''), null, x.date, 0, x.credited_hours
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where a.status in ('assigned', 'checked_in', 'completed') and x.status in ('published', 'full', 'in_progress', 'completed')
        and a.id not in (select assignment_id from public.hours_entries where student_id = any (p_students) and school_id = p_school and assignment_id is not null)
    union all select * from app.capstone_ahead) h
  where student_id = any (p_students) and school_id = p_school and (p_semester is null or semester_id = p_semester)
  group by 1, 2, 3, 4, 5, 6
$$;

-- The data for progress, for some students or all active ones of a school, as far as the caller may know it: students their own, a school
-- its students', an instructor those they advise or lead on a shift, and the worker everyone's. Cohort, required hours, hours to make up,
-- the hours of hours_of, and with one student of each school the dates of its semesters.
-- Reason: it must see people, seats, shifts, cohorts and semesters that its caller may not.
create or replace function app.progress_facts(p_students uuid[], p_school uuid default null, p_by_day boolean default false)
returns table (student_id uuid, full_name text, school_id uuid, cohort_id uuid, cohort_name text, starts date, ends date, program_name text, level text,
  required double precision, requirements jsonb, to_make_up double precision, hours jsonb, semesters jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with mine as (select id, full_name, linked_school_id as school from public.users
    where (id = any (p_students) or p_students is null and linked_school_id = p_school and role = 'student' and status = 'active')
      and (session_user = 'app_worker' or id = (select app.uid()) or (select app.is_superadmin()) or linked_school_id = (select app.school_id())
        and ((select app.is_school_admin()) or (select app.role()) = 'proctor' and (id in (select app.advised_student_ids())
          or (id, linked_school_id) in (select student_id, school_id from public.assignments where shift_id = any (array(select app.led_shift_ids())))))))
  select i.id, i.full_name, i.school, c.cohort_id, c.name, c.start_date, c.expected_graduation, c.program_name, c.level, c.required, c.asked,
    (select sum(hours) from public.makeup_needs where student_id = i.id and school_id = i.school and status = 'open'), h.x,
    case when row_number() over (partition by i.school) = 1 then (select jsonb_agg(jsonb_build_object('id', id, 'start_date', start_date, 'end_date', end_date,
      'is_active', is_active, 'is_draft', not is_active and activated_at is null)) from public.semesters where school_id = i.school) end
  from mine i left join (select h.student_id, jsonb_agg(to_jsonb(h) - 'student_id') as x from (select school, array_agg(id) as ids from mine group by 1) s,
    app.hours_of(s.ids, s.school, null, p_by_day) h group by 1) h on h.student_id = i.id
  left join app.student_programs c on c.student_id = i.id and c.school_id = i.school
$$;
grant execute on function app.progress_facts(uuid[], uuid, boolean) to app_rw, app_worker;

