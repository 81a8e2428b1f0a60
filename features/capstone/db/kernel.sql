-- Only what must see or write what its caller may not (docs/architecture.md): everything else about capstone projects is TypeScript.

-- The caller's party in a project, or null. A preceptor has been asked, has
-- accepted, or substitutes on a day; by a link, only for its project.
-- Reason: guards need it, and it reads nominations that its caller may not.
create or replace function app.capstone_party(p_project uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app.is_superadmin() or app.is_school_admin() and school_id = app.school_id() then 'school'
    when app.role() = 'student' and student_id = app.uid() and school_id = app.school_id() then 'student'
    when app.role() = 'proctor' and faculty_id = app.uid() and school_id = app.school_id() then 'faculty'
    when id in (select app.precepted_projects()) then 'preceptor'
    when app.role() = 'facility_admin' and facility_id in (select app.facility_scope(app.facility_id())) then 'facility' end
  from public.capstone_projects where id = p_project
$$;

grant execute on function app.capstone_party(uuid) to app_rw;

-- An earlier version also returned today's date.
do $$ begin
  if pg_get_function_result(to_regprocedure('app.capstone_facts(uuid[])')) like '%today%' then drop function app.capstone_facts(uuid[]); end if;
end $$;
-- What a project's parties may know about it but cannot read: names, the student's level, the facility's
-- state and time zone, minutes from the ledger, and who handles concerns: the faculty member, otherwise an
-- administrator. A facility gets the student's name once a preceptor has accepted.
-- Reason: it reads people, cohorts and the ledger.
create or replace function app.capstone_facts(p_projects uuid[])
returns table (id uuid, party text, student_name text, faculty_name text, school_name text, facility_name text, state text, level text, time_zone text,
  minutes integer, contact_id uuid, contact_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id, party, case when party <> 'facility' or exists (select from public.capstone_nominations where project_id = p.id and status = 'accepted')
      then s.full_name end, y.full_name, c.name, f.name, f.state,
    (select level from app.student_programs where student_id = p.student_id and school_id = p.school_id), coalesce(f.time_zone, c.time_zone),
    (select coalesce(sum(e.minutes + coalesce(r.minutes, 0)), 0)::integer from public.capstone_days d join public.hours_entries e on capstone_day_id = d.id
      and e.school_id = d.school_id left join public.hours_entries r on r.reverses = e.id and r.school_id = e.school_id where project_id = p.id),
    k.id, k.full_name
  from public.capstone_projects p cross join app.capstone_party(p.id) party join public.users s on s.id = p.student_id
  join public.schools c on c.id = p.school_id left join public.users y on y.id = faculty_id left join public.facilities f on f.id = p.facility_id
  left join lateral (select id, full_name from public.users where status = 'active' and linked_school_id = p.school_id
    and (id = faculty_id or role in ('school_admin', 'school_super_admin')) order by id is distinct from faculty_id, role, created_at limit 1) k on true
  where p.id = any (p_projects) and party is not null
$$;
grant execute on function app.capstone_facts(uuid[]) to app_rw;

-- The hours of days that are planned and not confirmed yet, in the columns of app.hours_of; for it only, no login reads them. Days with a
-- substitute stay planned while the project waits for a preceptor.
create or replace view app.capstone_ahead with (security_invoker = true) as
select p.student_id, p.school_id, p.semester_id, p.specialty, p.course_code, null::text as kind, d.date, 0 as done,
  extract(epoch from d.end_time - d.start_time + case when d.end_time <= d.start_time then interval '24 hours' else interval '0' end) / 3600 as scheduled
from public.capstone_projects p join public.capstone_days d on d.project_id = p.id and d.school_id = p.school_id
where d.status = 'planned' and p.status in ('matched', 'active', 'awaiting_preceptor');

-- The days of projects at a facility: kept with the day (guards.sql). `cohort_ids` are the student's cohorts on the day. Hours of another kind are
-- not at the unit. For functions and guards; no login reads it.
create or replace view app.capstone_stays with (security_invoker = true) as
  select d.id, d.school_id, p.student_id, d.facility_id, d.date, d.starts_at, d.ends_at, d.status, array(select m.cohort_id from public.cohort_memberships m
    where m.student_id = p.student_id and m.school_id = p.school_id and d.date >= m.from_date and coalesce(d.date < m.to_date, true)) as cohort_ids
  from public.capstone_projects p join public.capstone_days d on d.project_id = p.id and d.school_id = p.school_id where d.kind <> 'other';

-- What has seats on units at a time: agreed shifts, and capstone students, one each.
create or replace view app.unit_seats with (security_invoker = true) as
  select id, school_id, null::uuid as student_id, facility_id, date, starts_at, ends_at, coalesce(approved_capacity, capacity) as taken, cohort_ids
  from public.shifts where status in ('approved', 'published', 'full', 'in_progress')
  union all
  select id, school_id, student_id, facility_id, date, starts_at, ends_at, 1, cohort_ids from app.capstone_stays where status in ('planned', 'confirmed');

-- The days on which preceptors have, or may have, students, across all schools, for their load. Names neither student nor school.
-- Reason: it reads projects of other schools.
create or replace function app.preceptor_load(p_preceptors uuid[]) returns table (preceptor_id uuid, project_id uuid, starts date, ends date)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select preceptor_id, p.id, start_date, end_date from public.capstone_nominations n join public.capstone_projects p on p.id = n.project_id
  where preceptor_id = any (p_preceptors) and n.status in ('proposed', 'asked', 'accepted') and p.status in ('awaiting_preceptor', 'matched', 'active')
    and app.role() is not null
$$;
grant execute on function app.preceptor_load(uuid[]) to app_rw;

drop function if exists app.send_capstone_link(uuid, text, text, uuid, uuid, uuid, text, text, text, text);
-- Emails a link to its preceptor, once, in the transaction that created it. The token is generated
-- here and replaces the braces of `?token={}`, so the sender of a link never has it.
-- The worker also emails a preceptor by their id, without a link.
-- Reason: no login writes the outbox or digests of links, and the worker reads no addresses.
create or replace function app.mail_preceptor_link(p_id uuid, p_subject text, p_text text, p_html text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with x as (select concat(gen_random_uuid(), gen_random_uuid()) as token), made as (update public.preceptor_links
    set token_hash = encode(sha256(token::bytea), 'hex') from x where id = p_id and created_at = now()
      and coalesce(app.capstone_party(project_id), session_user) <> 'app_rw' returning preceptor_id, '?token=' || token as token)
  select app.queue_mail('preceptor_link', email, p_subject, replace(p_text, '?token={}', token), replace(p_html, '?token={}', token), null, nullif(p_id, r.id)::text)
  from (table made union select p_id, '' where session_user <> 'app_rw') m join public.preceptors r on r.id = preceptor_id
$$;
grant execute on function app.mail_preceptor_link(uuid, text, text, text) to app_rw, app_worker;

-- Who did it is set automatically: no login writes these columns.
alter table public.capstone_events alter column actor_id set default app.real_uid(), alter column acting_as set default app.acting_as();

-- Adds an entry to a project's history; with a name, because a preceptor may have no account.
-- Reason: no login writes the history.
create or replace function app.note_capstone(p_project uuid, p_event text, p_reason text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.capstone_events (school_id, project_id, party, by_name, event, reason)
  select school_id, id, coalesce(app.capstone_party(id), 'system'),
    coalesce((select full_name from public.users where id = app.uid()), (select full_name from public.preceptors where id in (select app.preceptor_ids()) limit 1), ''),
    p_event, p_reason
  from public.capstone_projects where id = p_project
$$;

drop function if exists app.capstone_minutes(uuid);

drop function if exists app.note_certificate(uuid);
