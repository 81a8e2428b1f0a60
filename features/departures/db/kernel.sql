-- What a person holds that someone else depends on, for those who may deactivate them: the list must be whole, also where row-level
-- security shows the asker only a part (a preceptor's shift that a school is still drafting). Nothing for others. It is worded and sorted
-- by rules.ts from the facts of each kind; it gave the words before, which is another type: that one goes first.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.held_by(uuid)') and 'label' = any (p.proargnames)) then drop function app.held_by(uuid); end if;
end $$;
-- Reason: it reads rows of several schools and facilities.
create or replace function app.held_by(p_user_id uuid)
returns table (kind text, id text, date date, school_id uuid, facility_id uuid, facts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select h.* from (
    select case when p_user_id = any (app.instructors_of(x)) then 'lead' else 'precept' end, x.id::text, x.date, x.school_id, x.facility_id, app.shift_facts(x)
      from public.shifts x where x.id in (select app.led_by(p_user_id)) and x.starts_at > now()
        and x.status not in ('cancelled', 'withdrawn', 'declined', 'expired', 'completed', 'closed')
    union all
    select case when a.status in ('requested', 'waitlisted') then 'request' else 'seat' end, a.id::text, x.date, x.school_id, x.facility_id,
        app.shift_facts(x) || jsonb_build_object('status', a.status)
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      where a.student_id = p_user_id and a.status in ('requested', 'waitlisted', 'offered', 'assigned') and x.starts_at > now()
    union all
    select 'swap', w.id::text, x.date, x.school_id, x.facility_id, app.shift_facts(x) || jsonb_build_object('name', o.full_name)
      from public.shift_swaps w join public.assignments a on a.id = w.assignment_id join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
      join public.users o on o.id = case p_user_id when w.from_student_id then w.to_student_id else w.from_student_id end
      where p_user_id in (w.from_student_id, w.to_student_id) and w.status in ('proposed', 'accepted')
    union all
    select 'cohort', c.id::text, null, c.school_id, null, jsonb_build_object('name', c.name) from public.cohort_advisors a join public.cohorts c on c.id = a.cohort_id
      where a.user_id = p_user_id and c.status <> 'archived'
    union all
    select 'permission', g.facility_id || ' ' || g.permission_type, g.expires_on, null, g.facility_id, jsonb_build_object('permission', g.permission_type, 'at', f.name)
      from public.facility_admin_permissions g join public.facilities f on f.id = g.facility_id where g.user_id = p_user_id and g.is_enabled
    union all
    select 'permission_request', q.id::text, null, null, q.scope_node, jsonb_build_object('permission', q.permission, 'at', f.name, 'name', t.full_name)
      from public.permission_requests q join public.facilities f on f.id = q.scope_node join public.users t on t.id = q.target_user_id
      where p_user_id in (q.requester_id, q.target_user_id) and q.status in ('draft', 'submitted')
    union all
    select 'invitation', i.id::text, null, i.school_id, i.facility_id, jsonb_build_object('name', i.full_name, 'email', i.email)
      from public.invitations i where i.invited_by = p_user_id and i.status in ('sent', 'opened') and i.expires_at > now()
  ) h (kind, id, date, school_id, facility_id, facts)
  where app.may_deactivate(p_user_id)
$$;

grant execute on function app.held_by(uuid) to app_rw;

drop function if exists app.start_departure(uuid);
-- For the worker: the session in which the job of a departure acts as the person who decided on it.
-- Reason: it opens a session for someone else.
create or replace function app.open_departure_session(p_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into priv.sessions (token_hash, user_id, expires_at, job_id)
  select encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), d.decided_by, now() + interval '24 hours', j.id
  from public.departures d join public.jobs j on j.id = d.job_id and j.asked_by = d.decided_by and j.status = 'queued' and j.created_at = now()
  where d.id = p_id and d.status = 'planned' and d.failure is null
$$;
grant execute on function app.open_departure_session(uuid) to app_worker;
