-- What must see or write what its caller may not: an applicant is not yet one of the decider's people.

-- Decided in TypeScript from now on.
drop function if exists app.decide_signup(uuid, text, text, uuid, uuid), app.approve_signups(uuid[]),
  app.may_decide_signup(uuid, text, uuid, uuid);

-- The requests that the asker may decide (their administrators, never themselves), with the applicant.
-- The policies say the same.
-- Reason: it must see what its caller may not: the applicant before approval.
create or replace function app.signups_to_decide(p_within text)
returns table (id uuid, user_id uuid, full_name text, email text, email_verified boolean, role text, school_id uuid, facility_id uuid,
  place_name text, message text, status text, decision_note text, decided_by_name text, decided_at timestamptz, created_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.id, r.user_id, u.full_name, u.email, u.email_verified, r.role, r.school_id, r.facility_id,
    coalesce(s.name, f.name, r.place_name), r.message, r.status, r.decision_note, d.full_name, r.decided_at, r.created_at
  from public.signup_requests r
  join public.users u on u.id = r.user_id
  left join public.schools s on s.id = r.school_id
  left join public.facilities f on f.id = r.facility_id
  left join public.users d on d.id = r.decided_by
  where r.user_id not in ((select app.uid()), (select app.real_uid())) and (
      (select app.is_superadmin())
      or ((select app.is_school_admin()) and r.school_id = (select app.school_id())
        and (r.role in ('student', 'proctor') or (r.role = 'school_admin' and (select app.role()) = 'school_super_admin')))
      or ((select app.role()) = 'facility_admin' and r.role = 'facility_admin'
        and r.facility_id in (select app.facility_scope((select app.facility_id())))))
    and case p_within when 'school' then r.school_id = (select app.selected_school_id()) when 'facility' then r.role = 'facility_admin'
      and (r.facility_id is null or r.facility_id in (select app.facility_scope((select app.selected_facility_id())))) else true end
$$;
grant execute on function app.signups_to_decide(text) to app_rw;

-- The applicant of a request that the asker may decide, locked; and who decided it.
-- Reason: it must see what its caller may not: the applicant before approval.
create or replace function app.lock_applicant(p_id uuid)
returns table (full_name text, email_verified boolean, is_deactivated boolean, decided_by_name text)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select u.full_name, u.email_verified, u.status = 'deactivated', (select d.full_name from public.users d where d.id = r.decided_by)
  from public.signup_requests r join public.users u on u.id = r.user_id
  where r.id = p_id and r.user_id not in (app.uid(), app.real_uid()) and case app.role()
    when 'superadmin' then true
    when 'school_super_admin' then r.role in ('student', 'proctor', 'school_admin') and r.school_id = app.school_id()
    when 'school_admin' then r.role in ('student', 'proctor') and r.school_id = app.school_id()
    when 'facility_admin' then r.role = 'facility_admin' and r.facility_id in (select app.facility_scope(app.facility_id()))
  end
  for update of u
$$;

-- Says where an applicant belongs whose place is not known: the superadmin, before they decide.
-- Reason: it must write what its caller may not: no login writes where a row belongs.
create or replace function app.place_applicant(p_id uuid, p_school_id uuid, p_facility_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.signup_requests r set school_id = p_school_id, facility_id = p_facility_id
  where r.id = p_id and r.status = 'pending' and app.is_superadmin() and r.user_id not in (app.uid(), app.real_uid())
$$;

-- Notifies the applicant of what the asker has just decided.
-- Reason: it must write what its caller may not: the notifications of another person.
create or replace function app.notify_applicant(p_id uuid, p_code text, p_values jsonb, p_action_url text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array[r.user_id], 'signup_decision', p_code, p_values, p_action_url, 'signup ' || r.id || ' ' || r.version)
  from public.signup_requests r where r.id = p_id and r.decided_by = app.uid() and r.decided_at = now()
$$;
grant execute on function app.lock_applicant(uuid), app.place_applicant(uuid, uuid, uuid), app.notify_applicant(uuid, text, jsonb, text) to app_rw;
