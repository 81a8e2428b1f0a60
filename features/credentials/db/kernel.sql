-- Only what must see or write what its caller may not (docs/architecture.md): everything else about submissions is TypeScript.

do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.clearance_facts(uuid[], uuid)') and 'role' <> all (p.proargnames)) then
    drop function app.clearance_facts(uuid[], uuid), app.people_to_clear(uuid[], uuid);
  end if;
end $$;
-- Those of the given people whose clearance the caller may know: themselves; for administrators the people of their school; for
-- instructors the students on shifts that they lead or of capstone projects on which they are faculty, and the candidates for
-- the given shift of theirs. One row for each submission with status and dates, never values or files.
-- Reason: it must see what its caller may not: an instructor reads no people and no submissions.
create or replace function app.clearance_facts(p_people uuid[], p_shift uuid) returns table (id uuid, role text, school_id uuid, program_id uuid, level text, cohort_ids uuid[],
  type_id uuid, status text, issued_on date, expires_on date, conditional_until date, waived_until date, waived_requirement_id uuid, facility_id uuid, submitted_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with p (id, role, school_id, program_id, level, cohort_ids) as (
    select u.id, u.role, u.linked_school_id, c.program_id, c.level, array_remove(array[c.cohort_id], null)
    from public.users u left join app.student_cohorts c on c.student_id = u.id and c.school_id = u.linked_school_id
      and from_date <= app.school_today(u.linked_school_id) and coalesce(to_date, 'infinity') > app.school_today(u.linked_school_id)
    where u.id = any (p_people) and u.role in ('student', 'proctor') and u.linked_school_id is not null and (
      u.id = (select app.uid()) and (select app.role()) is not null
      or (select app.is_superadmin()) or (select app.is_school_admin()) and u.linked_school_id = (select app.school_id())
      or (select app.role()) = 'proctor' and (u.linked_school_id = (select app.school_id()) and exists (
        select from public.assignments a where a.student_id = u.id and a.school_id = u.linked_school_id and a.shift_id in (select app.led_shift_ids()))
      or (u.id, u.linked_school_id) in (select k.student_id, k.school_id from public.capstone_projects k where k.faculty_id = (select app.uid()))
      or exists (select from public.shifts s where s.id = p_shift and s.id in (select app.led_shift_ids()) and s.school_id = u.linked_school_id and (s.cohort_ids = '{}' or c.cohort_id = any (s.cohort_ids))))))
  select p.*, c.type_id, status, issued_on, expires_on, conditional_until, waived_until, waived_requirement_id, facility_id, submitted_at
  from p left join public.credentials c on c.person_id = p.id and c.school_id = p.school_id and status <> 'superseded'
$$;
grant execute on function app.clearance_facts(uuid[], uuid) to app_rw;

drop function if exists app.keep_decided_clearance(jsonb);

-- The facilities whose types the caller reviews: those where they have the permission "verifier", and all below.
-- Reason: policies need it.
create or replace function app.verifier_scope() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.id from app.effective_permissions((select app.uid())) e cross join lateral app.facility_scope(e.facility_id) l (id)
  where (select app.role()) = 'facility_admin' and e.permission_type = 'verifier'
$$;

-- Who sent this, for anyone who may see it, because a facility's verifier reads no people; and for a facility's own
-- type the day of their next shift there, which orders its queue and is shown to no one (decision 023).
-- Reason: it must see what its caller may not.
create or replace function app.submitter(p_id uuid, out full_name text, out next_shift date)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.full_name, (select min(date) from public.assignments a join public.shifts s on s.id = shift_id where student_id = person_id
    and a.status in ('offered', 'assigned') and ends_at > now() and s.facility_id in (select app.facility_scope(owner_facility_id)))
  from public.credentials c join public.credential_types t on t.id = type_id join public.users u on u.id = person_id
  where c.id = p_id and (app.administers_school(school_id) or owner_facility_id in (select app.verifier_scope()))
$$;
grant execute on function app.verifier_scope(), app.submitter(uuid) to app_rw;
drop function if exists app.name_of_submitter(uuid);

drop function if exists app.notify_credential(uuid, text, jsonb), app.remind_of_expiry(uuid[]);

