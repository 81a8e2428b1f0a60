-- Requests for permissions (domain 2.18): draft → submitted → approved | declined | withdrawn; approved → expired | revoked. One
-- guarded command per transition; the trigger below leaves an event of each.

-- Who decides (rules.ts: mayDecide): the superadmin all; a facility admin within what they run, never the preceptor permission.
-- Who runs a place only because it was granted gives nobody else the running of it. Nobody decides for themselves, nor what
-- they asked for.
create or replace function app.may_decide_permission(p_requester uuid, p_target uuid, p_permission text, p_node uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(p_target not in (app.uid(), app.real_uid()) and p_requester not in (app.uid(), app.real_uid()) and case app.role()
    when 'superadmin' then true
    when 'facility_admin' then p_permission <> 'capstone_preceptor' and p_node in (select app.facility_scope(
      case when p_permission in ('unit_admin', 'site_admin', 'org_admin')
        then (select u.linked_facility_id from public.users u where u.id = app.uid()) else app.facility_id() end))
  end, false)
$$;
grant execute on function app.may_decide_permission(uuid, uuid, text, uuid) to app_rw;

-- Whom a request is told: of those who may decide it the ones nearest to the place; where there is nobody, and for preceptors, the superadmins.
create or replace function app.permission_deciders(p_request public.permission_requests) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with near as (
    select u.id, l.height from app.facility_line(p_request.scope_node) l
    join public.users u on u.linked_facility_id = l.id and u.role = 'facility_admin' and u.status = 'active' and u.email_verified
    where p_request.permission <> 'capstone_preceptor' and u.id not in (p_request.requester_id, p_request.target_user_id)
    union all
    -- Whoever is named to run a place is asked before those above it.
    select g.user_id, l.height from app.facility_line(p_request.scope_node) l
    join public.facility_admin_permissions g on g.facility_id = l.id and g.permission_type = app.admin_permission_of(l.kind) and g.is_enabled
    where p_request.permission in ('verifier', 'view_only_reports', 'billing_view') and g.user_id not in (p_request.requester_id, p_request.target_user_id)
      and exists (select 1 from app.effective_permissions(g.user_id, l.id) e where e.permission_type = g.permission_type)
  ),
  nearest as (select distinct n.id from near n where n.height = (select min(m.height) from near m))
  select n.id from nearest n
  union all
  select u.id from public.users u where u.role = 'superadmin' and u.status = 'active' and u.email_verified and not exists (select 1 from nearest)
$$;

create or replace function app.permission_request_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.permission_events (actor_id, acting_as, subject, request_id, user_id, facility_id, permission_type, from_status, to_status, reason)
    values (app.real_uid(), app.acting_as(), 'request', new.id, new.target_user_id, new.scope_node, new.permission,
      case when tg_op = 'UPDATE' then old.status end, new.status,
      left(coalesce(case when new.status in ('approved', 'declined') then new.decision_note when new.status = 'submitted' then new.justification end,
        nullif(current_setting('app.reason', true), '')), 1000));
  return null;
end $$;
create or replace trigger history_of_new after insert on public.permission_requests
  for each row execute function app.permission_request_changed();
create or replace trigger history after update of status on public.permission_requests
  for each row when (old.status is distinct from new.status) execute function app.permission_request_changed();

-- What stands against asking this, in a sentence; nothing when it may be asked.
create or replace function app.check_permission_request(p_target uuid, p_permission text, p_node uuid, p_expires_on date, p_review_on date)
returns void language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare today date := (select (now() at time zone f.time_zone)::date from public.facilities f where f.id = p_node);
begin
  if app.role() is distinct from 'facility_admin' then
    perform app.refuse('A superadmin gives permissions directly, on the page of the person.', 'PW409');
  end if;
  if not app.may_see_permissions(p_target) then perform app.refuse('This person does not exist.', 'PW404'); end if;
  perform app.check_permission_target(p_target, p_permission, p_node);
  if p_expires_on < today then perform app.refuse('The last day is over already.'); end if;
  if p_review_on < today then perform app.refuse('The day of the review is over already.'); end if;
  if exists (select 1 from app.effective_permissions(p_target, p_node) e
      where e.permission_type = p_permission and e.facility_id = p_node and (e.expires_on is null or e.expires_on >= p_expires_on)) then
    perform app.refuse((select u.full_name from public.users u where u.id = p_target) || ' has this permission already.', 'PW409');
  end if;
end $$;

-- Writes a draft, or changes it; its writer chooses the id, and the same again changes nothing.
create or replace function app.save_permission_request(p_id uuid, p_target uuid, p_permission text, p_node uuid, p_justification text,
  p_expires_on date, p_review_on date) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r public.permission_requests;
begin
  perform app.check_permission_request(p_target, p_permission, p_node, p_expires_on, p_review_on);
  select q.* into r from public.permission_requests q where q.id = p_id for update;
  if r.id is not null and r.requester_id is distinct from app.uid() then perform app.refuse('There is no such request.', 'PW404'); end if;
  if r.status <> 'draft' then
    if (r.target_user_id, r.permission, r.scope_node, r.justification, r.expires_on, r.auto_review_on)
      is not distinct from (p_target, p_permission, p_node, btrim(p_justification), p_expires_on, p_review_on) then return; end if;
    perform app.refuse('This request was sent already. Withdraw it and ask again.', 'PW409');
  end if;
  insert into public.permission_requests as q (id, requester_id, target_user_id, permission, scope_node, justification, expires_on, auto_review_on, created_by)
    values (p_id, app.uid(), p_target, p_permission, p_node, btrim(p_justification), p_expires_on, p_review_on, app.real_uid())
    on conflict (id) do update set target_user_id = excluded.target_user_id, permission = excluded.permission, scope_node = excluded.scope_node,
      justification = excluded.justification, expires_on = excluded.expires_on, auto_review_on = excluded.auto_review_on;
end $$;

-- The requester's own request, locked; what is somebody else's is not there.
create or replace function app.lock_own_permission_request(p_id uuid) returns public.permission_requests
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r public.permission_requests;
begin
  select q.* into r from public.permission_requests q where q.id = p_id and q.requester_id = app.uid() for update;
  if r.id is null or app.role() is null then perform app.refuse('There is no such request.', 'PW404'); end if;
  return r;
end $$;

create or replace function app.submit_permission_request(p_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.permission_requests := app.lock_own_permission_request(p_id);
  waiting public.permission_requests;
begin
  if r.status = 'submitted' then return; end if;
  if r.status <> 'draft' then perform app.refuse('This request was already ' || r.status || '.', 'PW409'); end if;
  perform app.check_permission_request(r.target_user_id, r.permission, r.scope_node, r.expires_on, r.auto_review_on);
  select q.* into waiting from public.permission_requests q
    where q.target_user_id = r.target_user_id and q.permission = r.permission and q.scope_node = r.scope_node and q.status = 'submitted';
  if waiting.id is not null then perform app.refuse('This has been asked for already and waits for an answer.', 'PW409'); end if;
  update public.permission_requests q set status = 'submitted', submitted_at = now() where q.id = p_id returning q.* into r;
  perform app.notify(d, 'permission_requested', 'A permission is asked for',
      (select u.full_name from public.users u where u.id = r.requester_id) || ' asks: ' || (select u.full_name from public.users u where u.id = r.target_user_id)
        || ' as ' || app.permission_label(r.permission) || ' at ' || (select f.name from public.facilities f where f.id = r.scope_node) || '.',
      '/admin/permission-requests?request=' || r.id, 'permission request ' || r.id || ' ' || r.version)
    from app.permission_deciders(r) d;
end $$;

create or replace function app.withdraw_permission_request(p_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare r public.permission_requests := app.lock_own_permission_request(p_id);
begin
  if r.status = 'withdrawn' then return; end if;
  if r.status not in ('draft', 'submitted') then
    perform app.refuse('This request was already ' || r.status
      || coalesce(' by ' || (select u.full_name from public.users u where u.id = r.decided_by), '') || '.', 'PW409');
  end if;
  update public.permission_requests q set status = 'withdrawn' where q.id = p_id;
end $$;

-- Approves or declines. The row is locked: of two deciders the second reads what the first decided. The same decision again by
-- the same person is answered as the first time.
create or replace function app.decide_permission_request(p_id uuid, p_decision text, p_note text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  r public.permission_requests;
  note text := nullif(btrim(p_note), '');
  place text;
begin
  if p_decision not in ('approved', 'declined') or p_decision is null then perform app.refuse('There is no such decision.'); end if;
  select q.* into r from public.permission_requests q where q.id = p_id for update;
  if r.id is null or r.status = 'draft' then perform app.refuse('There is no such request.', 'PW404'); end if;
  if not app.may_decide_permission(r.requester_id, r.target_user_id, r.permission, r.scope_node) then
    -- Who may see it is told why; to everybody else it does not exist.
    if r.requester_id in (app.uid(), app.real_uid()) or r.target_user_id in (app.uid(), app.real_uid())
      or (app.role() = 'facility_admin' and r.scope_node in (select app.facility_scope(app.facility_id()))) then
      perform app.refuse('Nobody decides for themselves, and preceptors are the superadmin''s to decide.', '42501');
    end if;
    perform app.refuse('There is no such request.', 'PW404');
  end if;
  if r.status = p_decision and r.decided_by = app.uid() and r.decision_note is not distinct from note then return r.status; end if;
  if r.status <> 'submitted' then
    perform app.refuse('This request was already ' || r.status
      || coalesce(' by ' || (select u.full_name from public.users u where u.id = r.decided_by), '') || '.', 'PW409');
  end if;
  if p_decision = 'declined' and note is null then perform app.refuse('Say why: the requester reads it.'); end if;
  place := (select f.name from public.facilities f where f.id = r.scope_node);
  if p_decision = 'approved' then
    perform app.check_permission_target(r.target_user_id, r.permission, r.scope_node);
    if r.expires_on < (select (now() at time zone f.time_zone)::date from public.facilities f where f.id = r.scope_node) then
      perform app.refuse('The last day it was asked for is over. Decline it: it can be asked for again.', 'PW409');
    end if;
  end if;
  perform set_config('app.reason', coalesce(note, r.justification), true);
  update public.permission_requests q set status = p_decision, decision_note = note, decided_by = app.uid(), decided_at = now() where q.id = p_id
    returning q.* into r;
  if p_decision = 'approved' then
    perform app.give_permission(r.target_user_id, r.scope_node, r.permission, r.expires_on);
    perform app.use_permission(t) from unnest(array['unit_admin', 'site_admin', 'org_admin']) t;
  end if;
  if r.requester_id <> r.target_user_id or p_decision = 'declined' then
    perform app.notify(r.requester_id, 'permission_decision',
      case p_decision when 'approved' then 'Your request was approved' else 'Your request was declined' end,
      (select u.full_name from public.users u where u.id = r.target_user_id) || ' as ' || app.permission_label(r.permission) || ' at ' || place
        || case p_decision when 'approved' then ': approved.' else ': declined.' end || coalesce(' ' || note, ''),
      '/admin/permission-requests?request=' || r.id, 'permission decision ' || r.id || ' ' || r.version);
  end if;
  return r.status;
end $$;
grant execute on function app.save_permission_request(uuid, uuid, text, uuid, text, date, date), app.submit_permission_request(uuid),
  app.withdraw_permission_request(uuid), app.decide_permission_request(uuid, text, text) to app_rw;

-- For the worker: ends what is past its last day, tells a week ahead, and reminds of reviews that are due. Any number of
-- processes may call it at once. Returns how many permissions it ended.
create or replace function app.expire_permissions() returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ended integer := 0;
  g record;
begin
  for g in
    select p.user_id, p.facility_id, p.permission_type, f.name as place from public.facility_admin_permissions p join public.facilities f on f.id = p.facility_id
    where p.is_enabled and p.expires_on < (now() at time zone f.time_zone)::date order by p.user_id, p.facility_id for update of p skip locked
  loop
    update public.facility_admin_permissions p set is_enabled = false
      where p.user_id = g.user_id and p.facility_id = g.facility_id and p.permission_type = g.permission_type;
    perform app.notify(g.user_id, 'permission_decision', 'Your ' || app.permission_label(g.permission_type) || ' permission has ended',
      'Its last day at ' || g.place || ' is over. If you still need it, ask again.', '/admin/permission-requests?ask=me');
    ended := ended + 1;
  end loop;
  perform app.notify(p.user_id, 'permission_decision', 'Your ' || app.permission_label(p.permission_type) || ' permission ends soon',
      'Its last day at ' || f.name || ' is ' || to_char(p.expires_on, 'FMMonth FMDD, YYYY') || '.', '/admin/permission-requests?ask=me',
      'permission ends ' || p.permission_type || ' ' || p.facility_id || ' ' || p.expires_on)
    from public.facility_admin_permissions p join public.facilities f on f.id = p.facility_id
    where p.is_enabled and p.expires_on between (now() at time zone f.time_zone)::date and (now() at time zone f.time_zone)::date + 7
      and p.granted_at < now() - interval '1 day';
  perform app.notify(r.decided_by, 'permission_requested', 'A permission is due for review',
      (select u.full_name from public.users u where u.id = r.target_user_id) || ' is ' || app.permission_label(r.permission) || ' at ' || f.name
        || '. Look whether it is still needed.', '/admin/permission-requests?request=' || r.id, 'permission review ' || r.id)
    from public.permission_requests r join public.facilities f on f.id = r.scope_node
    where r.status = 'approved' and r.auto_review_on <= (now() at time zone f.time_zone)::date;
  return ended;
end $$;
grant execute on function app.expire_permissions() to app_worker;

-- Withdraws an open request because its requester, or the person it is for, leaves: for whoever may deactivate that person.
create or replace function app.withdraw_request_of(p_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.may_deactivate(p_user_id) then raise exception 'Only their administrators may withdraw requests' using errcode = '42501'; end if;
  update public.permission_requests q set status = 'withdrawn'
    where q.id = p_id and p_user_id in (q.requester_id, q.target_user_id) and q.status in ('draft', 'submitted');
end $$;
grant execute on function app.withdraw_request_of(uuid, uuid) to app_rw;
