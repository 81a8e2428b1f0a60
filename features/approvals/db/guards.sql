-- What PostgreSQL refuses of sign-up requests, whoever writes. The steps are those of rules.ts (public.transitions).

-- A decider decides, and writes nothing else: who decided and when are facts.
-- Reason: a trigger needs it.
create or replace function app.guard_signup() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare party text := case when current_user = 'app_rw' then 'decider' else 'system' end;
begin
  if old.status <> new.status or party = 'decider' then
    perform app.refuse_illegal_step('signup_requests', old.status, new.status, party);
  end if;
  if party = 'system' then return new; end if;
  new.decided_by := app.uid();
  new.decided_at := now();
  return new;
end $$;
create or replace trigger guard before update on public.signup_requests for each row execute function app.guard_signup();

-- A request and the account of its applicant change together, where the application decides.
-- Reason: a trigger needs it, and it writes what its caller may not: another person's role, place and status.
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
