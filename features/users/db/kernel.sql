-- Roles, links and statuses of people have no column grant, because no one writes their own. These functions write them for others.

drop function if exists app.last_administrator_of(uuid), app.is_last_superadmin(uuid);
-- Whether this person is the last administrator of what they run: the product, an active school, or a facility in operation that no one
-- above administers either. For callers who may deactivate them.
-- Reason: it counts administrators whom its caller may not see.
create or replace function app.is_last_administrator(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.users u
    left join public.schools s on s.id = u.linked_school_id and s.is_active and u.role in ('school_admin', 'school_super_admin')
    left join public.facilities f on f.id = u.linked_facility_id and f.status in ('active', 'paused') and u.role = 'facility_admin'
    where u.id = p_user_id and u.status = 'active' and app.may_deactivate(u.id) and (u.role = 'superadmin' or s.id is not null or f.id is not null)
      and not exists (select from public.users o where o.id <> u.id and o.status = 'active' and o.email_verified and case u.role
        when 'superadmin' then o.role = 'superadmin'
        when 'facility_admin' then o.role = 'facility_admin' and o.linked_facility_id in (select app.nodes_above(f.id))
        else o.role in ('school_admin', 'school_super_admin') and o.linked_school_id = s.id end))
$$;

-- An earlier version also returned who is the last administrator of what.
do $$
begin
  if (select prorettype = 'record'::regtype from pg_proc where oid = to_regprocedure('app.lock_person(uuid)')) then drop function app.lock_person(uuid); end if;
end $$;
-- Locks a person for callers who may deactivate them, and returns whether they are the last administrator. One lock for all people, so that
-- two superadmins can't remove each other.
-- Reason: the callers may not write people, and so may not lock them.
create or replace function app.lock_person(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('placewell superadmins'));
  perform from public.users where id = p_user_id and app.may_deactivate(id) for update;
  return case when found then app.is_last_administrator(p_user_id) end;
end $$;

drop function if exists app.write_person(uuid, text, uuid, uuid, text, text, jsonb);
-- Writes role, links and status of a locked person: role and links by another superadmin, active ⇄ deactivated by anyone who may, with a
-- reason that stays in the audit log. A superadmin and an administrator of each tenant must remain (rules.ts has the texts with their
-- names).
-- Reason: no login has the columns, and a deactivation ends sessions.
create or replace function app.write_person(p_user_id uuid, p_role text, p_school uuid, p_facility uuid, p_status text)
returns integer language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_last boolean := app.lock_person(p_user_id);
  before public.users;
  is_moved boolean;
begin
  select * into before from public.users where id = p_user_id;
  is_moved := (before.role, before.linked_school_id, before.linked_facility_id) is distinct from (p_role, p_school, p_facility);
  if is_last is null
    or is_moved and (not app.is_superadmin() or p_user_id = app.real_uid() or before.status in ('pending', 'returned', 'declined'))
    or p_status <> before.status and (before.status, p_status) not in (('active', 'deactivated'), ('deactivated', 'active'))
    or is_last and (p_status = 'deactivated' or before.role = 'superadmin' and p_role <> 'superadmin') then
    raise exception 'person.not_theirs' using errcode = '42501';
  end if;
  if p_status = 'deactivated' and before.status = 'active' and nullif(btrim(current_setting('app.reason', true)), '') is null then
    raise exception 'person.no_reason' using errcode = 'PW400';
  end if;
  update public.users set role = p_role, linked_school_id = p_school, linked_facility_id = p_facility, status = p_status where id = p_user_id;
  -- Sessions, views and impersonations end with the right to them.
  delete from priv.sessions where p_status = 'deactivated' and p_user_id in (user_id, impersonated_user_id)
    or before.role = 'superadmin' and p_role <> 'superadmin' and user_id = p_user_id and impersonated_user_id is not null
    or p_role = 'superadmin' and impersonated_user_id = p_user_id;
  update priv.sessions set view_role = null, selected_school_id = null, selected_facility_id = null
    where before.role = 'superadmin' and p_role <> 'superadmin' and user_id = p_user_id;
  return (select version from public.users where id = p_user_id);
end $$;

grant execute on function app.is_last_administrator(uuid), app.lock_person(uuid), app.write_person(uuid, text, uuid, uuid, text) to app_rw;

drop function if exists app.find_people(text);
-- The people whose name or address matches a pattern, limited if p_most is given; for the superadmin, who sees all.
-- Reason: row-level security would prevent the use of the index.
create or replace function app.find_people(p_pattern text, p_most integer default null) returns setof uuid
language sql stable security definer rows 200 set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
  select id from public.users where (select app.is_superadmin()) and (full_name ilike p_pattern or email ilike p_pattern) limit p_most
$$;
grant execute on function app.find_people(text, integer) to app_rw;
