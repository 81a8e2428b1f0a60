-- Functions that see or write what their caller may not (docs/architecture.md); everything else about evaluations is in TypeScript.

-- The students and semesters for which the caller has submitted an evaluation. Only then may the caller see what others wrote.
-- Reason: a policy on the table itself needs it.
create or replace function app.evaluated_by_me() returns table (student_id uuid, semester_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select student_id, semester_id from public.evaluations where evaluator_id = app.uid() and not is_self and submitted_at is not null
    and status not in ('voided', 'draft', 'returned') and semester_id is not null
$$;
grant execute on function app.evaluated_by_me() to app_rw;

-- Earlier versions returned a count of each answer, or names and one row for each group.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.feedback_in_groups(uuid, uuid, uuid)') and p.proargnames && '{times, semester_name}') then
    drop function app.feedback_in_groups(uuid, uuid, uuid);
  end if;
end $$;
-- Student feedback on sites and instructors by semester: each answer and each comment separately, sorted by content. Only whole groups of
-- five or more are returned, so that neither a single response nor the newest can be identified. For one target, or for all.
-- Reason: no login may read the rows (Domain 2.13: identities are never shown).
create or replace function app.feedback_in_groups(p_school uuid, p_target uuid default null, p_semester uuid default null)
returns table (about text, target_id uuid, semester_id uuid, given integer, instrument_id uuid, instrument_version integer, code text, point text, comment text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with rows as (select f.*, coalesce(f.facility_id, f.instructor_id) as target, greatest(5, (v.content ->> 'min_n_to_show')::integer) as least_shown,
      row_number() over (of_one order by f.created_at, f.id) as at, count(*) over of_one as all_given
    from public.placement_feedback f join public.instrument_versions v on v.instrument_id = f.instrument_id and v.number = f.instrument_version
    where f.school_id = p_school and (p_target is null or p_target in (f.facility_id, f.instructor_id)) and (p_semester is null or p_semester = f.semester_id)
      and (app.administers_school(p_school) or f.instructor_id = app.uid() and app.role() = 'proctor' and p_school = app.school_id())
    window of_one as (partition by f.semester_id, coalesce(f.facility_id, f.instructor_id))),
  shown as (select *, count(*) over (partition by semester_id, target) as given from rows where at <= all_given / least_shown * least_shown)
  select s.about, s.target, s.semester_id, s.given::integer, x.* from shown s left join lateral (
    select s.instrument_id, s.instrument_version, a ->> 'code', a ->> 'point', null from jsonb_array_elements(s.answers) a
    union all select null, null, null, null, s.comment where s.comment is not null) x (instrument_id, version, code, point, comment) on true
  order by 2, 3, 5, 6, 7, 8, md5(x.comment)
$$;
grant execute on function app.feedback_in_groups(uuid, uuid, uuid) to app_rw;

-- The names of the students of some evaluations and of the faculty of their plans: for those who take part in them, and for the
-- administrators of their school. Other names in them are not students' (app.name_of_proctor).
-- Reason: students, instructors and evaluators with a link may not read people.
create or replace function app.names_in_evaluations(p_ids uuid[]) returns table (id uuid, full_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.full_name from public.evaluations e left join public.remediation_plans p on p.id = e.id join public.users u on u.id in (e.student_id, p.faculty_id)
  where e.id = any (p_ids) and (app.uid() in (e.student_id, e.evaluator_id) or e.preceptor_id in (select app.preceptor_ids())
    or e.project_id in (select c.id from public.capstone_projects c where c.faculty_id = app.uid()) or app.administers_school(e.school_id)
    or app.role() = 'proctor' and (e.student_id, e.semester_id) in (select * from app.evaluated_by_me()))
$$;
grant execute on function app.names_in_evaluations(uuid[]) to app_rw;
