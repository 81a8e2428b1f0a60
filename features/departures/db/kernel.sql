-- A person's holdings that row-level security may hide from those who may deactivate them, although that list must be complete: shifts they
-- lead (for a preceptor also a school's drafts), permissions, requests and invitations. Empty for other callers.
-- features/departures/server/queries/held-by.ts adds the rest. An earlier version returned another type, so it is dropped first.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.held_by(uuid)') and 'detail' <> all (p.proargnames)) then drop function app.held_by(uuid); end if;
end $$;
-- Reason: it reads rows of several schools and facilities.
create or replace function app.held_by(p_user_id uuid)
returns table (kind text, id text, date date, school_id uuid, facility_id uuid, start_time time, end_time time, detail text, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select * from (
    select case when p_user_id = any (app.instructors_of(x)) then 'lead' else 'precept' end, x.id::text, date, school_id, facility_id, start_time, end_time, null, null
      from public.shifts x where x.id in (select app.led_by(p_user_id)) and starts_at > now()
        and status not in ('cancelled', 'withdrawn', 'declined', 'expired', 'completed', 'closed')
    union all
    select 'permission', facility_id || ' ' || permission_type, expires_on, null, facility_id, null, null, permission_type, null
      from public.facility_admin_permissions where user_id = p_user_id and is_enabled
    union all
    select 'permission_request', q.id::text, null, null, q.scope_node, null, null, q.permission, t.full_name
      from public.permission_requests q join public.users t on t.id = q.target_user_id
      where p_user_id in (q.requester_id, q.target_user_id) and q.status in ('draft', 'submitted')
    union all
    select 'invitation', i.id::text, null, school_id, facility_id, null, null, email, full_name
      from public.invitations i where invited_by = p_user_id and status in ('sent', 'opened') and expires_at > now()
  ) h where app.may_deactivate(p_user_id)
$$;

grant execute on function app.held_by(uuid) to app_rw;

drop function if exists app.start_departure(uuid);
-- Opens the session in which the job of a departure acts as the person who decided on it; for the worker.
-- Reason: it opens a session for someone else.
create or replace function app.open_departure_session(p_id uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into priv.sessions (token_hash, user_id, expires_at, job_id)
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), d.decided_by, now() + interval '24 hours', j.id
  from public.departures d join public.jobs j on j.id = d.job_id and j.asked_by = d.decided_by and j.status = 'queued' and j.created_at = now()
  where d.id = p_id and d.status = 'planned' and d.failure is null
$$;
grant execute on function app.open_departure_session(uuid) to app_worker;
