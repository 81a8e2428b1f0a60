-- Permissions over the hierarchy (Spec §6): what someone effectively holds is role ∩ scope ∩ grants, computed only here. Policies, the
-- guard, the report and the pages that explain all call these functions.

-- A facility and all above it, bottom up.
-- Reason: policies need it, through app.facility_id.
create or replace function app.facility_line(p_node uuid) returns table (id uuid, kind text, height integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive line as (
    select id, kind, parent_id, 0 as height from public.facilities where id = p_node
    union all
    select f.id, f.kind, f.parent_id, l.height + 1 from public.facilities f join line l on f.id = l.parent_id where l.height < 20
  )
  select l.id, l.kind, l.height from line l
$$;

-- The permission to run a facility of this kind.
-- Reason: policies need it, through app.facility_id.
create or replace function app.admin_permission_of(p_kind text) returns text
language sql immutable parallel safe
return case p_kind when 'organization' then 'org_admin' when 'site' then 'site_admin' else 'unit_admin' end;

drop function if exists app.effective_permissions(uuid, uuid);
-- What a person effectively holds, and by what. By their role they run the facility they belong to. By grants that are enabled, not past
-- their last day and at an open facility, they run further facilities, above or within their own, and hold the other permissions within
-- what they run.
-- Reason: policies need it, through app.facility_id.
create or replace function app.effective_permissions(p_user uuid)
returns table (permission_type text, facility_id uuid, source text, since timestamptz, expires_on date, last_used_at timestamptz)
language sql stable security definer rows 4 set search_path = pg_catalog, pg_temp as $$
  with person as materialized (
    select u.id, u.linked_facility_id, u.created_at from public.users u
    where u.id = p_user and u.role = 'facility_admin' and u.status = 'active' and u.email_verified
  ),
  own as (select l.* from person p cross join lateral app.facility_line(p.linked_facility_id) l),
  granted as (
    select g.*, g.permission_type = app.admin_permission_of(f.kind) as runs
    from person p join public.facility_admin_permissions g on g.user_id = p.id join public.facilities f on f.id = g.facility_id
    where g.is_enabled and f.status in ('active', 'paused') and coalesce(g.expires_on >= (now() at time zone f.time_zone)::date, true)
  ),
  -- The facilities run above which nothing else has to be: one's own, and those above it by a grant.
  runs as (select o.id from own o where o.height = 0 or o.id in (select g.facility_id from granted g where g.runs))
  select app.admin_permission_of(o.kind), o.id, 'role', p.created_at, null::date, null::timestamptz from own o cross join person p where o.height = 0
  union all
  select g.permission_type, g.facility_id, 'grant', g.granted_at, g.expires_on, g.last_used_at from granted g
  where case when g.runs then g.facility_id <> (select p.linked_facility_id from person p) else g.permission_type not in ('unit_admin', 'site_admin', 'org_admin') end
    and exists (select from app.facility_line(g.facility_id) l join runs r on r.id = l.id)
$$;

-- The topmost facility that someone runs.
-- Reason: policies need it, through app.facility_id.
create or replace function app.facility_root(p_user uuid) returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(
    (select e.facility_id from app.effective_permissions(p_user) e
      where e.permission_type in ('unit_admin', 'site_admin', 'org_admin')
        and exists (select from app.facility_line(u.linked_facility_id) l where l.id = e.facility_id)
      order by (select max(l.height) from app.facility_line(e.facility_id) l) limit 1),
    u.linked_facility_id)
  from public.users u where u.id = p_user
$$;

-- Whether the person is a preceptor anywhere; called for every session.
-- Reason: it must see what its caller may not: the sign-in login reads no permissions.
create or replace function app.is_preceptor(p_user uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.facility_admin_permissions where user_id = p_user and is_enabled and permission_type = 'capstone_preceptor')
    and exists (select from app.effective_permissions(p_user) e where e.permission_type = 'capstone_preceptor')
$$;

-- What a person whom the caller may see effectively holds, everywhere; all people at once for the report.
-- Reason: it must see what its caller may not: facilities and grants outside of the caller's own part determine what is valid within it.
create or replace function app.permissions_in_force(p_user uuid default null)
returns table (user_id uuid, permission_type text, facility_id uuid, source text, since timestamptz, expires_on date, last_used_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, e.* from public.users u cross join lateral app.effective_permissions(u.id) e
  where u.role = 'facility_admin' and (p_user is null or u.id = p_user)
    and (u.id = (select app.uid()) or (select app.is_superadmin())
      or ((select app.role()) = 'facility_admin' and u.linked_facility_id in (select app.facility_scope((select app.facility_id())))))
$$;

grant execute on function app.facility_line(uuid), app.admin_permission_of(text), app.permissions_in_force(uuid) to app_rw;
grant execute on function app.facility_line(uuid) to app_worker, app_auth;

-- An earlier version also returned what is derived from the person's facility.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.permission_target(uuid, uuid)') and 'is_own' = any (p.proargnames)) then
    drop function app.permission_target(uuid, uuid);
  end if;
end $$;
-- A person's relation to a facility: the facts that a rule needs before a permission is given there. Locks the person, so that they are not
-- deactivated meanwhile. For callers who may see the person, or a request about them at that facility.
-- Reason: it must see what its caller may not: the person may belong outside of the caller's own part, and app_rw may lock no one.
create or replace function app.permission_target(p_user uuid, p_facility uuid)
returns table (full_name text, role text, status text, linked_facility_id uuid, is_within boolean)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select u.full_name, u.role, u.status, u.linked_facility_id, p_facility in (select app.facility_scope(app.facility_root(u.id))) from public.users u
  where u.id = p_user and (u.id = app.uid() or app.is_superadmin() or app.role() = 'facility_admin' and (
    u.linked_facility_id in (select app.facility_scope(app.facility_id())) or p_facility in (select app.facility_scope(app.facility_id()))
    and exists (select from public.permission_requests q where q.target_user_id = u.id and q.scope_node = p_facility and q.status <> 'draft')))
  for share of u
$$;
grant execute on function app.permission_target(uuid, uuid) to app_rw;

-- Records that the caller used a permission, at most one write an hour, and nothing while someone acts as them.
-- Reason: it must write what its caller may not: no one changes their own permissions.
create or replace function app.use_permission(p_type text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.facility_admin_permissions g set last_used_at = now()
  where g.user_id = app.uid() and app.acting_as() is null and g.permission_type = p_type and g.is_enabled
    and (g.last_used_at is null or g.last_used_at < now() - interval '1 hour')
$$;

grant execute on function app.use_permission(text) to app_rw;

drop function if exists app.permission_label(text);

drop function if exists app.notify_permission(uuid, uuid, text, uuid);

drop function if exists app.notify_permission(uuid, uuid, text, text, jsonb, text);

-- Ends a permission because the person leaves, or restores it when that is undone (its end is recorded with the departure): for callers who
-- may deactivate that person; no one restores their own. Returns false if there was nothing to do.
drop function if exists app.end_permission_of(uuid, uuid, text), app.may_see_permissions(uuid);
-- Reason: it must write what its caller may not: permissions of people who leave.
create or replace function app.switch_permission_of(p_user_id uuid, p_facility_id uuid, p_type text, p_on boolean) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.may_deactivate(p_user_id) or (p_on and p_user_id = app.uid()) then raise exception 'Only their administrators may end permissions' using errcode = '42501'; end if;
  update public.facility_admin_permissions g set is_enabled = p_on
    where g.user_id = p_user_id and g.facility_id = p_facility_id and g.permission_type = p_type and g.is_enabled <> p_on
      and (not p_on or (coalesce(g.expires_on >= current_date, true) and exists (select from public.departure_steps s join public.departures d
        on d.id = s.departure_id where d.user_id = p_user_id and s.kind = 'permission' and s.item_id = p_facility_id || ' ' || p_type
        and s.action = 'free' and s.taken_at is not null and not s.given_back)));
  return found;
end $$;
grant execute on function app.switch_permission_of(uuid, uuid, text, boolean) to app_rw;
