-- What callers need from cohorts but may not see or write themselves.

-- Today in the school's time zone.
-- Reason: policies and triggers need it, for every caller.
create or replace function app.school_today(p_school_id uuid) returns date
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (now() at time zone time_zone)::date from public.schools where id = p_school_id
$$;

drop function if exists app.cohort_status(text, date, date);

-- The program's requirement for a cohort: the one in force on its first day, with where it is documented.
create or replace view app.cohort_hours with (security_invoker = true) as
select c.id as cohort_id, c.school_id, coalesce((was.hours ->> 'total_required_hours')::numeric, g.total_required_hours) as total_required_hours,
  coalesce(was.hours -> 'requirements', g.requirements) as requirements, case when was.hours is null then g.hours_source else was.hours ->> 'source' end as source
from public.cohorts c join public.programs g on g.id = c.program_id and g.school_id = c.school_id
left join lateral (select e as hours from jsonb_array_elements(g.earlier_hours) e where c.start_date < (e ->> 'until')::date
  order by e ->> 'until' limit 1) was on true;
grant select on app.cohort_hours to app_rw;

-- The cohort and program of a student, from when to when: for functions that check the caller, and no login.
create or replace view app.student_cohorts with (security_invoker = true) as
select m.student_id, m.school_id, m.from_date, m.to_date, c.id as cohort_id, c.name, c.start_date, c.expected_graduation, c.required_hours_total, c.requirements,
  g.id as program_id, g.name as program_name, g.level
from public.cohort_memberships m join public.cohorts c on c.id = m.cohort_id left join public.programs g on g.id = c.program_id;

-- Memberships that are not over: of today, and planned ones. Most have no end, and need no look at the school's day.
create or replace view app.memberships_ahead with (security_invoker = true) as
select m.student_id, m.school_id, m.cohort_id, m.from_date, m.to_date from public.cohort_memberships m
where m.to_date is null or m.to_date >= current_date and m.to_date > greatest(m.from_date, app.school_today(m.school_id));

-- The membership of each student today, otherwise the next one: a move or an end that is planned changes nothing before its day.
create or replace view app.current_memberships with (security_invoker = true) as
select m.* from app.memberships_ahead m where m.from_date < current_date or m.from_date <= app.school_today(m.school_id)
  or not exists (select from app.memberships_ahead e where e.student_id = m.student_id and e.school_id = m.school_id and e.from_date < m.from_date);
grant select on app.memberships_ahead, app.current_memberships to app_rw, app_worker;

-- A student's current cohort with its own or its program's requirement, for the same functions.
create or replace view app.student_programs with (security_invoker = true) as
select m.student_id, m.school_id, m.cohort_id, c.name, c.start_date, c.expected_graduation, g.name as program_name, g.level,
  coalesce(c.required_hours_total, nullif(q.total_required_hours, 0))::float8 as required,
  case when c.requirements <> '[]' then c.requirements else q.requirements end as asked
from app.current_memberships m join public.cohorts c on c.id = m.cohort_id left join public.programs g on g.id = c.program_id
left join app.cohort_hours q on q.cohort_id = m.cohort_id;

-- The students currently in a cohort that the caller advises.
-- Reason: policies need it.
create or replace function app.advised_student_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.student_id from public.cohort_memberships m
  where m.school_id = (select app.school_id()) and m.cohort_id in (select app.advised_cohort_ids())
    and m.from_date <= app.school_today(m.school_id) and coalesce(m.to_date > app.school_today(m.school_id), true)
$$;

-- The names of a cohort's advisors, for everyone who may see the cohort. Email addresses are for administrators and proctors.
-- Reason: it shows names of people whom its caller may not see.
create or replace function app.cohort_advisor_list(p_cohort_ids uuid[]) returns table (cohort_id uuid, user_id uuid, full_name text, email text, role text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.cohort_id, u.id, u.full_name, case when app.role() <> 'student' then u.email end, u.role from public.cohort_advisors a join public.users u on u.id = a.user_id
  where a.cohort_id = any (p_cohort_ids) and (app.administers_school(a.school_id) or a.school_id = app.school_id() and a.cohort_id in (select app.my_cohort_ids()))
$$;

-- Classmates: only the names of those in the caller's own cohort today, except those who opted out of the directory.
-- Reason: it shows names of people whom its caller may not see.
create or replace function app.classmates(p_cohort_id uuid) returns table (full_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with here as (select m.student_id from public.cohort_memberships m cross join app.school_today(m.school_id) t
    where m.cohort_id = p_cohort_id and m.school_id = app.school_id() and m.from_date <= t and (m.to_date is null or m.to_date > t))
  select u.full_name from here h join public.users u on u.id = h.student_id and u.linked_school_id = app.school_id() and u.status = 'active'
  where app.uid() in (table here) and u.id <> app.uid() and u.directory_opt_out_at is null
$$;

drop function if exists app.cohort_roster(uuid, date);
-- Everyone who was ever in a cohort, for the school's administrators and the proctors who advise it.
-- Reason: the school may no longer see anyone who left it, and keeps only their name here.
create or replace function app.cohort_students(p_cohort_id uuid)
returns table (student_id uuid, full_name text, student_number text, email text, status text, graduation_date date, is_here boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct u.id, u.full_name, h.student_number, h.email, h.status, h.graduation_date, h.id is not null
  from public.cohort_memberships m join public.users u on u.id = m.student_id left join public.users h on h.id = u.id and h.linked_school_id = m.school_id
  where m.cohort_id = p_cohort_id and (app.administers_school(m.school_id)
    or app.role() = 'proctor' and m.school_id = app.school_id() and m.cohort_id in (select app.advised_cohort_ids()))
$$;

-- Until when the caller's students were in cohorts of other schools, if that is after a day.
-- Reason: the caller may not see another school's memberships, and a student is in one cohort at a time.
create or replace function app.stays_elsewhere(p_school_id uuid, p_students uuid[], p_on date) returns table (student_id uuid, until date)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.student_id, max(greatest(m.from_date, coalesce(m.to_date, m.from_date)))
  from public.cohort_memberships m join public.users u on u.id = m.student_id and u.linked_school_id = p_school_id
  where m.student_id = any (p_students) and m.school_id <> p_school_id and (select app.administers_school(p_school_id))
    and m.from_date is distinct from m.to_date and (m.from_date > p_on or m.to_date > p_on)
  group by m.student_id
$$;

grant execute on function app.school_today(uuid) to app_worker;
grant execute on function app.school_today(uuid), app.advised_student_ids(), app.cohort_advisor_list(uuid[]),
  app.classmates(uuid), app.cohort_students(uuid), app.stays_elsewhere(uuid, uuid[], date) to app_rw;

-- A student's year of study on a day: 1 in the first twelve months of the cohort, and so on; null without a cohort.
-- Reason: it reads cohorts that its caller may not, and limits are counted with it for many rows at once.
create or replace function app.year_of_study(p_student uuid, p_date date) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select greatest(1, 1 + extract(year from age(p_date, c.start_date))::integer) from app.student_cohorts c
  where c.student_id = p_student and p_date >= c.from_date and (c.to_date is null or p_date < c.to_date) limit 1
$$;
