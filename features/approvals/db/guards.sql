-- What PostgreSQL refuses on sign-up requests, regardless of who writes. The steps are those of rules.ts (public.transitions).

-- A decider writes only the decision: who decided and when are set automatically.
create or replace trigger guard before update on public.signup_requests for each row
  when (current_user = 'app_rw' or old.status <> new.status) execute function app.guard_step('system', 'app_rw=decider');
create or replace trigger note_decision before update on public.signup_requests for each row
  when (current_user = 'app_rw') execute function app.note_facts('decided_by', 'uid', 'decided_at', 'now');
drop function if exists app.guard_signup();

-- When the application decides a request, its applicant's account changes with it.
-- Reason: a trigger needs it, and it writes what its caller may not: another person's role, tenant and status.
create or replace function app.settle_signup() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.status = 'approved' then
    update public.users u set status = 'active', role = new.role, linked_school_id = new.school_id, linked_facility_id = new.facility_id
      where u.id = new.user_id and u.email_verified and u.status <> 'deactivated'
        and (case new.role when 'facility_admin' then new.facility_id else new.school_id end) is not null;
    if not found then raise exception 'signup.not_approvable' using errcode = 'PW409'; end if;
  else
    update public.users u set status = new.status where u.id = new.user_id and u.status in ('pending', 'returned', 'declined');
  end if;
  return null;
end $$;
create or replace trigger settle after update of status on public.signup_requests
  for each row when (current_user = 'app_rw') execute function app.settle_signup();
