-- Permissions over the hierarchy (Spec §6): what somebody effectively holds is role ∩ scope ∩ grants, worked out here and
-- nowhere else. Policies, the guard, the report and the pages that explain all ask these functions.

-- A place and all above it, from below upwards.
create or replace function app.facility_line(p_node uuid) returns table (id uuid, kind text, height integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive line as (
    select f.id, f.kind, f.parent_id, 0 as height from public.facilities f where f.id = p_node
    union all
    select f.id, f.kind, f.parent_id, l.height + 1 from public.facilities f join line l on f.id = l.parent_id where l.height < 20
  )
  select l.id, l.kind, l.height from line l
$$;

-- Who runs a place of this kind.
create or replace function app.admin_permission_of(p_kind text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case p_kind when 'organization' then 'org_admin' when 'site' then 'site_admin' else 'unit_admin' end
$$;

-- What a person effectively holds, and by what. By their role they run the place they belong to. By grants that are enabled,
-- not past their last day and at a place that is open, they run further places, above their own or within it, and hold the other
-- permissions within what they run. With a place: only what holds there, given there or above it.
create or replace function app.effective_permissions(p_user uuid, p_facility uuid)
returns table (permission_type text, facility_id uuid, source text, since timestamptz, expires_on date, last_used_at timestamptz)
language sql stable security definer rows 4 set search_path = pg_catalog, pg_temp as $$
  with recursive person as materialized (
    select u.id, u.linked_facility_id, u.created_at from public.users u
    where u.id = p_user and u.role = 'facility_admin' and u.status = 'active' and u.email_verified
  ),
  own as (select l.id, l.kind, l.height from person p cross join lateral app.facility_line(p.linked_facility_id) l),
  granted as (
    select g.permission_type, g.facility_id, f.kind, g.granted_at, g.expires_on, g.last_used_at
    from person p join public.facility_admin_permissions g on g.user_id = p.id join public.facilities f on f.id = g.facility_id
    where g.is_enabled and f.status in ('active', 'paused')
      and (g.expires_on is null or g.expires_on >= (now() at time zone f.time_zone)::date)
  ),
  -- The place run: one's own, and what is granted above it.
  runs as (
    select app.admin_permission_of(o.kind) as permission_type, o.id as facility_id, 'role' as source, p.created_at as since,
      null::date as expires_on, null::timestamptz as last_used_at
    from own o cross join person p where o.height = 0
    union all
    select g.permission_type, g.facility_id, 'grant', g.granted_at, g.expires_on, g.last_used_at
    from granted g join own o on o.id = g.facility_id and o.height > 0
    where g.permission_type = app.admin_permission_of(g.kind)
  ),
  held as (
    select r.* from runs r
    union all
    select g.permission_type, g.facility_id, 'grant', g.granted_at, g.expires_on, g.last_used_at from granted g
    where (g.permission_type not in ('unit_admin', 'site_admin', 'org_admin') or g.permission_type = app.admin_permission_of(g.kind))
      and not exists (select 1 from runs r where r.facility_id = g.facility_id and r.permission_type = g.permission_type)
      and exists (select 1 from app.facility_line(g.facility_id) l join runs r on r.facility_id = l.id)
  )
  select h.permission_type, h.facility_id, h.source, h.since, h.expires_on, h.last_used_at from held h
  where p_facility is null or exists (select 1 from app.facility_line(p_facility) l where l.id = h.facility_id)
$$;

-- The topmost place that somebody runs.
create or replace function app.facility_root(p_user uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select e.facility_id from app.effective_permissions(p_user, null) e
      where e.permission_type in ('unit_admin', 'site_admin', 'org_admin')
        and exists (select 1 from app.facility_line(u.linked_facility_id) l where l.id = e.facility_id)
      order by (select max(l.height) from app.facility_line(e.facility_id) l) limit 1),
    u.linked_facility_id)
  from public.users u where u.id = p_user
$$;

create or replace function app.is_preceptor(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when exists (select 1 from public.facility_admin_permissions g
      where g.user_id = p_user and g.is_enabled and g.permission_type = 'capstone_preceptor')
    then exists (select 1 from app.effective_permissions(p_user, null) e where e.permission_type = 'capstone_preceptor')
    else false end
$$;

-- Does the asker hold this permission there? For the policies and commands of whatever a permission opens.
create or replace function app.holds_permission(p_type text, p_facility uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select 1 from app.effective_permissions((select app.uid()), p_facility) e where e.permission_type = p_type)
$$;

-- May the asker know what this person holds: themselves, the superadmin, and a facility admin for the people of their part of the tree.
create or replace function app.may_see_permissions(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(p_user = app.uid() or app.is_superadmin() or (app.role() = 'facility_admin'
    and exists (select 1 from public.users u where u.id = p_user and u.linked_facility_id in (select app.facility_scope(app.facility_id())))), false)
$$;

-- get-user-facility-permissions (Spec §7): no row at all when the person or the place is not there, or not the asker's to know.
create or replace function app.user_facility_permissions(p_user uuid, p_facility uuid)
returns table (role text, status text, permission_type text, facility_id uuid, facility_name text, source text, since timestamptz,
  expires_on date, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.role, u.status, e.permission_type, e.facility_id, g.name, e.source, e.since, e.expires_on, e.last_used_at
  from public.users u
  join public.facilities f on f.id = p_facility
  left join lateral app.effective_permissions(u.id, f.id) e on true
  left join public.facilities g on g.id = e.facility_id
  where u.id = p_user and app.may_see_permissions(u.id)
  order by e.source desc, e.permission_type, g.name
$$;
grant execute on function app.user_facility_permissions(uuid, uuid), app.holds_permission(text, uuid), app.facility_line(uuid),
  app.admin_permission_of(text) to app_rw;

-- What somebody whom the asker may know effectively holds, everywhere; all people at once for the report.
create or replace function app.permissions_in_force(p_user uuid default null)
returns table (user_id uuid, permission_type text, facility_id uuid, source text, since timestamptz, expires_on date, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, e.permission_type, e.facility_id, e.source, e.since, e.expires_on, e.last_used_at
  from public.users u cross join lateral app.effective_permissions(u.id, null) e
  where u.role = 'facility_admin' and (p_user is null or u.id = p_user)
    and (u.id = (select app.uid()) or (select app.is_superadmin())
      or ((select app.role()) = 'facility_admin' and u.linked_facility_id in (select app.facility_scope((select app.facility_id())))))
$$;
grant execute on function app.permissions_in_force(uuid) to app_rw;

-- The asker made use of a permission, at most one write an hour. Who acts as somebody else uses nothing of theirs.
create or replace function app.use_permission(p_type text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.facility_admin_permissions g set last_used_at = now()
  where g.user_id = app.uid() and app.acting_as() is null and g.permission_type = p_type and g.is_enabled
    and (g.last_used_at is null or g.last_used_at < now() - interval '1 hour')
$$;
-- Would there be anything to write? Asked by what otherwise only reads.
create or replace function app.permission_use_is_due(p_types text[]) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.acting_as() is null and exists (select 1 from public.facility_admin_permissions g
    where g.user_id = app.uid() and g.permission_type = any (p_types) and g.is_enabled
      and (g.last_used_at is null or g.last_used_at < now() - interval '1 hour'))
$$;
grant execute on function app.use_permission(text), app.permission_use_is_due(text[]) to app_rw;

-- The words people read for a permission.
create or replace function app.permission_label(p_type text) returns text
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select case p_type when 'capstone_preceptor' then 'preceptor' when 'unit_admin' then 'unit admin' when 'site_admin' then 'site admin'
    when 'org_admin' then 'organization admin' when 'verifier' then 'verifier' when 'view_only_reports' then 'report reader'
    when 'billing_view' then 'billing viewer' else p_type end
$$;
grant execute on function app.permission_label(text) to app_rw;

-- May this person hold this permission there? Raises the sentence that says what is in the way.
create or replace function app.check_permission_target(p_user_id uuid, p_type text, p_facility_id uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  person public.users;
  place public.facilities;
  what text := app.permission_label(p_type);
begin
  select u.* into person from public.users u where u.id = p_user_id;
  if person.id is null then perform app.refuse('This person does not exist.', 'PW404'); end if;
  if person.role <> 'facility_admin' then
    perform app.refuse(case p_type when 'capstone_preceptor' then 'Only a facility admin can be a preceptor.'
      else 'Only a facility admin can be given this permission.' end, 'PW409');
  end if;
  if person.status <> 'active' then
    perform app.refuse(case p_type when 'capstone_preceptor' then 'Only an active person can be a preceptor.'
      else 'Only an active person can be given this permission.' end, 'PW409');
  end if;
  select f.* into place from public.facilities f where f.id = p_facility_id and f.status in ('active', 'paused');
  if place.id is null then perform app.refuse('This facility does not exist, or is closed.', 'PW404'); end if;
  if p_type in ('unit_admin', 'site_admin', 'org_admin') then
    if p_type <> app.admin_permission_of(place.kind) then
      perform app.refuse(place.name || ' is ' || case place.kind when 'unit' then 'a unit' when 'site' then 'a site' else 'an organization' end
        || ': who runs it is ' || case place.kind when 'unit' then 'a unit admin' when 'site' then 'a site admin' else 'an organization admin' end || '.', 'PW409');
    end if;
    if p_facility_id = person.linked_facility_id then
      perform app.refuse(person.full_name || ' belongs to ' || place.name || ' and runs it already.', 'PW409');
    end if;
    -- Above their own place it widens what they run.
    if exists (select 1 from app.facility_line(person.linked_facility_id) l where l.id = p_facility_id) then return; end if;
  end if;
  if person.linked_facility_id is null or p_facility_id not in (select app.facility_scope(app.facility_root(person.id))) then
    perform app.refuse('This facility is outside the part of the hierarchy that ' || person.full_name || ' belongs to.', 'PW409');
  end if;
end $$;

-- Every change of a permission is an event, however it came about; a request that led to it shares its end.
create or replace function app.permission_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before text := case when tg_op = 'INSERT' then null when old.is_enabled then 'enabled' else 'disabled' end;
  after text := case when new.is_enabled then 'enabled' else 'disabled' end;
begin
  if not new.is_enabled and new.expires_on < (select (now() at time zone f.time_zone)::date from public.facilities f where f.id = new.facility_id) then
    after := 'expired';
  end if;
  if before is not distinct from after and (tg_op = 'INSERT' or old.expires_on is not distinct from new.expires_on) then return null; end if;
  insert into public.permission_events (actor_id, acting_as, subject, user_id, facility_id, permission_type, from_status, to_status, reason)
    values (coalesce(app.real_uid(), case when tg_op = 'INSERT' then new.granted_by end), app.acting_as(), 'permission', new.user_id, new.facility_id, new.permission_type, before, after,
      left(nullif(current_setting('app.reason', true), ''), 1000));
  if tg_op = 'UPDATE' and old.is_enabled and not new.is_enabled then
    update public.permission_requests r set status = case after when 'expired' then 'expired' else 'revoked' end
      where r.target_user_id = new.user_id and r.scope_node = new.facility_id and r.permission = new.permission_type and r.status = 'approved';
  end if;
  return null;
end $$;
create or replace trigger history after insert or update of is_enabled, expires_on on public.facility_admin_permissions
  for each row execute function app.permission_changed();

-- Turning a permission on or off directly. On is the superadmin's alone: an upsert. Off sets is_enabled to false (Spec §7); rows
-- are never deleted. A facility admin may end what others hold within their own place, the preceptor permission and their own
-- permissions excepted. Where a preceptor has been at work, somebody must say who takes over, or that nobody has to.
create or replace function app.set_facility_permission(p_user_id uuid, p_facility_id uuid, p_type text, p_is_enabled boolean,
  p_expires_on date default null, p_successor_id uuid default null, p_no_successor boolean default false)
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  held public.facility_admin_permissions;
  place text := (select f.name from public.facilities f where f.id = p_facility_id);
  what text := app.permission_label(p_type);
begin
  if not app.is_superadmin() and (p_is_enabled or app.role() is distinct from 'facility_admin' or p_type = 'capstone_preceptor') then
    raise exception 'Only a superadmin may change permissions' using errcode = '42501';
  end if;
  if p_user_id in (app.uid(), app.real_uid()) then raise exception 'Nobody decides for themselves' using errcode = '42501'; end if;
  if not app.is_superadmin() and (p_facility_id not in (select app.facility_scope(app.facility_id())) or not app.may_see_permissions(p_user_id)) then
    perform app.refuse('This person does not exist.', 'PW404');
  end if;
  perform 1 from public.users u where u.id = p_user_id for share;
  if not found then perform app.refuse('This person does not exist.', 'PW404'); end if;
  if not p_is_enabled then
    select g.* into held from public.facility_admin_permissions g
      where g.user_id = p_user_id and g.facility_id = p_facility_id and g.permission_type = p_type and g.is_enabled for update;
    if held.user_id is null then return; end if;
    if p_type = 'capstone_preceptor' and held.last_used_at is not null and p_successor_id is null and not p_no_successor then
      perform app.refuse('This preceptor has been at work. Say who takes over, or that nobody has to.', 'PW409');
    end if;
    if p_successor_id is not null then
      if p_successor_id = p_user_id then perform app.refuse('Somebody else has to take over.', 'PW409'); end if;
      perform app.set_facility_permission(p_successor_id, p_facility_id, p_type, true, held.expires_on);
    end if;
    update public.facility_admin_permissions g set is_enabled = false
      where g.user_id = p_user_id and g.facility_id = p_facility_id and g.permission_type = p_type;
    perform app.notify(p_user_id, 'permission_decision', 'Your ' || what || ' permission was turned off',
      'It no longer holds at ' || place || '.' || coalesce(' ' || (select s.full_name from public.users s where s.id = p_successor_id) || ' takes over.', ''));
    return;
  end if;
  perform app.check_permission_target(p_user_id, p_type, p_facility_id);
  if p_expires_on < (select (now() at time zone f.time_zone)::date from public.facilities f where f.id = p_facility_id) then
    perform app.refuse('The last day is over already.');
  end if;
  perform app.give_permission(p_user_id, p_facility_id, p_type, p_expires_on);
end $$;

-- The upsert itself, once somebody entitled has decided; tells the person, once per change.
create or replace function app.give_permission(p_user_id uuid, p_facility_id uuid, p_type text, p_expires_on date) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare place text := (select f.name from public.facilities f where f.id = p_facility_id);
begin
  insert into public.facility_admin_permissions as g (user_id, facility_id, permission_type, is_enabled, granted_by, expires_on)
    values (p_user_id, p_facility_id, p_type, true, app.real_uid(), p_expires_on)
    on conflict (user_id, facility_id, permission_type) do update set is_enabled = true, expires_on = excluded.expires_on,
      granted_at = case when g.is_enabled then g.granted_at else now() end,
      granted_by = case when g.is_enabled then g.granted_by else excluded.granted_by end,
      last_used_at = case when g.is_enabled then g.last_used_at end
      where not g.is_enabled or g.expires_on is distinct from excluded.expires_on;
  if found then
    perform app.notify(p_user_id, 'permission_decision',
      case p_type when 'capstone_preceptor' then 'You are a preceptor at ' || place
        else 'You have a new permission at ' || place end,
      case p_type when 'capstone_preceptor' then 'The preceptor pages are open to you.'
        else 'You are now ' || app.permission_label(p_type) || ' at ' || place || '.' end
        || coalesce(' Until ' || to_char(p_expires_on, 'FMMonth FMDD, YYYY') || '.', ''),
      case p_type when 'capstone_preceptor' then '/preceptor/dashboard' else '/facility/management' end);
  end if;
end $$;
grant execute on function app.set_facility_permission(uuid, uuid, text, boolean, date, uuid, boolean) to app_rw;

-- Who took the list of permissions away, how long it was and what it was filtered by. Superadmin only.
create or replace function app.note_permission_export(p_rows integer, p_filter jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_superadmin() then raise exception 'Only a superadmin may export permissions' using errcode = '42501'; end if;
  insert into public.audit_events (actor_id, acting_as, action, entity, reason, changes)
  values (app.real_uid(), app.acting_as(), 'export', 'facility_admin_permissions', nullif(current_setting('app.reason', true), ''),
    jsonb_build_object('rows', p_rows, 'filter', p_filter));
end $$;
grant execute on function app.note_permission_export(integer, jsonb) to app_rw;

-- Ends a permission because the person leaves: for whoever may deactivate that person.
create or replace function app.end_permission_of(p_user_id uuid, p_facility_id uuid, p_type text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.may_deactivate(p_user_id) then raise exception 'Only their administrators may end permissions' using errcode = '42501'; end if;
  update public.facility_admin_permissions g set is_enabled = false
    where g.user_id = p_user_id and g.facility_id = p_facility_id and g.permission_type = p_type and g.is_enabled;
end $$;
grant execute on function app.end_permission_of(uuid, uuid, text) to app_rw;
