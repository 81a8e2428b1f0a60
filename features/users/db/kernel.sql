-- Roles, links and states of people have no column grant: nobody writes their own. What may be written of others, and by whom, is here.

drop function if exists app.last_administrator_of(uuid), app.is_last_superadmin(uuid);
-- Is this person the last one who administers what they do: the product, a school that is active, or a facility that is at work? Of a facility,
-- nobody above it administers either. To anyone who may deactivate them.
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

-- With who is the last of what before.
do $$
begin
  if (select prorettype = 'record'::regtype from pg_proc where oid = to_regprocedure('app.lock_person(uuid)')) then drop function app.lock_person(uuid); end if;
end $$;
-- Locks a person for anyone who may deactivate them, and says whether they are the last administrator. One lock for all of them, so that two
-- superadmins cannot remove each other.
-- Reason: people are not theirs to write, and so not to lock.
create or replace function app.lock_person(p_user_id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('placewell superadmins'));
  perform from public.users u where u.id = p_user_id and app.may_deactivate(u.id) for update;
  return case when found then app.is_last_administrator(p_user_id) end;
end $$;

drop function if exists app.write_person(uuid, text, uuid, uuid, text, text, jsonb);
-- Writes role, links and status of a person, locked: role and links by a superadmin who is somebody else, active ⇄ deactivated by anyone who
-- may, with a reason that stays in the trail. A superadmin and an administrator of each tenant remain (rules.ts says it with their names).
-- Reason: nobody has the columns, and a deactivation ends sessions.
create or replace function app.write_person(p_user_id uuid, p_role text, p_school uuid, p_facility uuid, p_status text)
returns integer language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_last boolean := app.lock_person(p_user_id);
  before public.users;
  is_moved boolean;
begin
  select u.* into before from public.users u where u.id = p_user_id;
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
  update public.users u set role = p_role, linked_school_id = p_school, linked_facility_id = p_facility, status = p_status where u.id = p_user_id;
  -- Sessions, views and impersonations end with the right to them.
  delete from priv.sessions s where p_status = 'deactivated' and p_user_id in (s.user_id, s.impersonated_user_id)
    or before.role = 'superadmin' and p_role <> 'superadmin' and s.user_id = p_user_id and s.impersonated_user_id is not null
    or p_role = 'superadmin' and s.impersonated_user_id = p_user_id;
  update priv.sessions s set view_role = null, selected_school_id = null, selected_facility_id = null
    where before.role = 'superadmin' and p_role <> 'superadmin' and s.user_id = p_user_id;
  return (select u.version from public.users u where u.id = p_user_id);
end $$;

grant execute on function app.is_last_administrator(uuid), app.lock_person(uuid), app.write_person(uuid, text, uuid, uuid, text) to app_rw;

drop function if exists app.find_people(text);
-- The people whose name or address is like a pattern, at most so many if a number is given: for the superadmin, who sees all.
-- Reason: row-level security keeps the index from being used.
create or replace function app.find_people(p_pattern text, p_most integer default null) returns setof uuid
language sql stable security definer rows 200 set search_path = pg_catalog, pg_temp set enable_seqscan = off as $$
  select id from public.users where (select app.is_superadmin()) and (full_name ilike p_pattern or email ilike p_pattern) limit p_most
$$;
grant execute on function app.find_people(text, integer) to app_rw;
