-- Only what must see or write what its caller may not: an applicant is not yet one of the decider's people.

drop function if exists app.signups_to_decide(text);
-- The trigger that settles the account reads it under its own lock (guards.sql).
drop function if exists app.lock_applicant(uuid);
-- Decided in TypeScript since then.
drop function if exists app.decide_signup(uuid, text, text, uuid, uuid), app.approve_signups(uuid[]),
  app.may_decide_signup(uuid, text, uuid, uuid);

-- An earlier version was of one request, or of all.
drop function if exists app.applicants_to_decide(uuid);
-- The applicants of those of these requests that the caller may decide (as their administrator, never
-- their own). Same rule as the policies of the requests.
-- Reason: it must see what its caller may not: the applicant before approval.
create or replace function app.applicants_to_decide(p_ids uuid[])
returns table (id uuid, full_name text, email text, email_verified boolean, is_deactivated boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.id, u.full_name, u.email, u.email_verified, u.status = 'deactivated'
  from public.signup_requests r
  join public.users u on u.id = r.user_id
  where r.id = any (p_ids) and r.user_id not in ((select app.uid()), (select app.real_uid())) and (
      (select app.is_superadmin())
      or ((select app.is_school_admin()) and r.school_id = (select app.school_id())
        and (r.role in ('student', 'proctor') or (r.role = 'school_admin' and (select app.role()) = 'school_super_admin')))
      or ((select app.role()) = 'facility_admin' and r.role = 'facility_admin'
        and r.facility_id in (select app.facility_scope((select app.facility_id())))))
$$;

grant execute on function app.applicants_to_decide(uuid[]) to app_rw;

-- Sets the school or facility of an applicant without a known one: by the superadmin, before deciding.
-- Reason: it must write what its caller may not: no login writes the school or facility of a row.
create or replace function app.set_applicant_tenant(p_id uuid, p_school_id uuid, p_facility_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.signup_requests r set school_id = p_school_id, facility_id = p_facility_id
  where r.id = p_id and r.status = 'pending' and app.is_superadmin() and r.user_id not in (app.uid(), app.real_uid())
$$;

grant execute on function app.set_applicant_tenant(uuid, uuid, uuid) to app_rw;
