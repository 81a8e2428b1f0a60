-- The superadmin's administration of people. Roles, links and states have no column grant: these functions are the only
-- way, and each checks who asks, which version was seen, that role and link fit, and that a superadmin remains.

-- Does this role go with these links? Raises the sentence that says what is missing (Spec §6).
create or replace function app.check_role_links(p_role text, p_school uuid, p_facility uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_role not in ('superadmin', 'school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor') then
    perform app.refuse('We can’t find that role.');
  end if;
  if p_role = 'superadmin' then
    if p_school is not null or p_facility is not null then perform app.refuse('A superadmin belongs to no school and no facility.'); end if;
  elsif p_role = 'facility_admin' then
    if p_school is not null then perform app.refuse('A facility admin belongs to a facility, not to a school.'); end if;
    if p_facility is null then perform app.refuse('Choose the facility of this facility admin.'); end if;
    if not exists (select 1 from public.facilities f where f.id = p_facility and f.status in ('active', 'paused')) then
      perform app.refuse('This facility does not exist, or is closed.');
    end if;
  else
    if p_facility is not null then perform app.refuse('This role belongs to a school, not to a facility.'); end if;
    if p_school is null then perform app.refuse('Choose the school this person belongs to.'); end if;
    if not exists (select 1 from public.schools s where s.id = p_school and s.is_active) then
      perform app.refuse('This school does not exist, or is no longer active.');
    end if;
  end if;
end $$;

-- May the asker deactivate this person and let them in again? The superadmin everyone; others themselves and whom they may invite to
-- that role and place, and never while acting as someone else.
create or replace function app.may_deactivate(p_user_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.is_superadmin() or (app.acting_as() is null and (p_user_id = app.uid() or exists (select 1 from public.users u where u.id = p_user_id
    and app.role_may_invite(app.role(), app.school_id(), app.facility_id(), u.role, u.linked_school_id, u.linked_facility_id)))), false)
$$;

-- Locks the person for a change and refuses what nobody may do: change a stale version, take the last superadmin away. One lock for all of them, so that two superadmins cannot remove each other.
create or replace function app.lock_person_row(p_user_id uuid, p_version integer, p_keeps_superadmin boolean) returns public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare person public.users;
begin
  select u.* into person from public.users u where u.id = p_user_id for update;
  if person.id is null then perform app.refuse('This person does not exist.', 'PW404'); end if;
  perform app.refuse_old_version(p_version, person.version, person.full_name || ' was just changed. Review it before you decide.');
  if person.role = 'superadmin' and person.status = 'active' and not p_keeps_superadmin
    and not exists (select 1 from public.users u
      where u.role = 'superadmin' and u.status = 'active' and u.email_verified and u.id <> person.id) then
    perform app.refuse('This is the last superadmin. Name another one first.', 'PW409');
  end if;
  return person;
end $$;

create or replace function app.lock_person(p_user_id uuid, p_version integer, p_keeps_superadmin boolean) returns public.users
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('placewell superadmins'));
  if not app.is_superadmin() then raise exception 'Only a superadmin may change people' using errcode = '42501'; end if;
  if p_user_id = app.real_uid() then perform app.refuse('You cannot change your own role. Ask another superadmin.', 'PW409'); end if;
  return app.lock_person_row(p_user_id, p_version, p_keeps_superadmin);
end $$;

drop function if exists app.lock_departing(uuid, integer, boolean);

-- Why this person cannot leave yet: the last administrator of an active school, or of a facility that nobody above administers.
create or replace function app.last_administrator_obstacle(p_user_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.full_name || ' is the last administrator of ' || coalesce(s.name, f.name)
    || '. Invite another administrator first; once they have accepted, ' || u.full_name || ' can leave.'
  from public.users u
  left join public.schools s on s.id = u.linked_school_id and s.is_active
  left join public.facilities f on f.id = u.linked_facility_id and f.status in ('active', 'paused')
  where u.id = p_user_id and u.status = 'active' and (u.id = (select app.uid()) or app.may_deactivate(u.id)) and case
    when u.role in ('school_admin', 'school_super_admin') then s.id is not null and not exists (select 1 from public.users o
      where o.linked_school_id = s.id and o.role in ('school_admin', 'school_super_admin') and o.status = 'active' and o.email_verified and o.id <> u.id)
    when u.role = 'facility_admin' then f.id is not null and not exists (select 1 from public.users o
      where o.role = 'facility_admin' and o.linked_facility_id in (select app.nodes_above(f.id)) and o.status = 'active' and o.email_verified and o.id <> u.id)
    else false end
$$;
grant execute on function app.may_deactivate(uuid), app.last_administrator_obstacle(uuid) to app_rw;

-- What somebody could do and no longer can ends with the change: views, impersonations, preceptor permissions out of scope.
create or replace function app.trim_after_change(p_before public.users, p_after public.users) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_before.role = 'superadmin' and p_after.role <> 'superadmin' then
    delete from priv.sessions s where s.user_id = p_after.id and s.impersonated_user_id is not null;
    update priv.sessions s set view_role = null, selected_school_id = null, selected_facility_id = null where s.user_id = p_after.id;
  end if;
  if p_after.role = 'superadmin' then
    delete from priv.sessions s where s.impersonated_user_id = p_after.id;
  end if;
  update public.facility_admin_permissions p set is_enabled = false
    where p.user_id = p_after.id and p.is_enabled
      and (p_after.role <> 'facility_admin' or p_after.linked_facility_id is null
        or p.facility_id not in (select app.facility_scope(p_after.linked_facility_id)));
end $$;

create or replace function app.change_person_role(p_user_id uuid, p_version integer, p_role text, p_school uuid, p_facility uuid)
returns integer language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  before public.users;
  after public.users;
begin
  before := app.lock_person(p_user_id, p_version, p_role = 'superadmin');
  if before.status in ('pending', 'returned', 'declined') then
    perform app.refuse(before.full_name || ' waits for approval. Decide on the request first.', 'PW409');
  end if;
  perform app.check_role_links(p_role, p_school, p_facility);
  if (before.role, before.linked_school_id, before.linked_facility_id) is not distinct from (p_role, p_school, p_facility) then
    return before.version;
  end if;
  update public.users u set role = p_role, linked_school_id = p_school, linked_facility_id = p_facility
    where u.id = p_user_id returning u.* into after;
  perform app.trim_after_change(before, after);
  perform app.notify_code(array[after.id], 'account_changed', 'account.changed', jsonb_build_object('role', after.role,
    'place', coalesce((select s.name from public.schools s where s.id = after.linked_school_id),
      (select f.name from public.facilities f where f.id = after.linked_facility_id))));
  return after.version;
end $$;

create or replace function app.deactivate_person(p_user_id uuid, p_version integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  obstacle text;
  before public.users;
  after public.users;
begin
  perform pg_advisory_xact_lock(hashtext('placewell superadmins'));
  if not app.may_deactivate(p_user_id) then raise exception 'Only their administrators may deactivate people' using errcode = '42501'; end if;
  before := app.lock_person_row(p_user_id, p_version, false);
  if before.status <> 'active' then perform app.refuse('Only an active person can be deactivated.', 'PW409'); end if;
  if nullif(btrim(current_setting('app.reason', true)), '') is null then perform app.refuse('Say why. The reason is kept.'); end if;
  obstacle := app.last_administrator_obstacle(p_user_id);
  if obstacle is not null then perform app.refuse(obstacle, 'PW409'); end if;
  update public.users u set status = 'deactivated' where u.id = p_user_id returning u.* into after;
  delete from priv.sessions s where s.user_id = p_user_id or s.impersonated_user_id = p_user_id;
  return after.version;
end $$;

create or replace function app.reactivate_person(p_user_id uuid, p_version integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  before public.users;
  after public.users;
begin
  perform pg_advisory_xact_lock(hashtext('placewell superadmins'));
  if not app.may_deactivate(p_user_id) then raise exception 'Only their administrators may reactivate people' using errcode = '42501'; end if;
  before := app.lock_person_row(p_user_id, p_version, true);
  if before.status <> 'deactivated' then perform app.refuse('This person is not deactivated.', 'PW409'); end if;
  perform app.check_role_links(before.role, before.linked_school_id, before.linked_facility_id);
  update public.users u set status = 'active' where u.id = p_user_id returning u.* into after;
  return after.version;
end $$;

drop function if exists app.undo_person_change(bigint);

-- Taking a list of people out of the product leaves a row: who, how many, found by what.
create or replace function app.note_people_export(p_rows integer, p_filter jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_superadmin() then raise exception 'Only a superadmin may export people' using errcode = '42501'; end if;
  insert into public.audit_events (actor_id, acting_as, action, entity, reason, changes)
  values (app.real_uid(), app.acting_as(), 'export', 'users', nullif(current_setting('app.reason', true), ''),
    jsonb_build_object('rows', p_rows, 'filter', p_filter));
end $$;

grant execute on function app.change_person_role(uuid, integer, text, uuid, uuid), app.deactivate_person(uuid, integer),
  app.reactivate_person(uuid, integer), app.note_people_export(integer, jsonb) to app_rw;

-- What happened since a version, to whoever may change it (database/versions.sql).
create or replace function app.person_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['users'], p_id, p_version, p_fields) from public.users u where u.id = p_id and (app.is_superadmin() or (u.role = 'student' and app.administers_school(u.linked_school_id)))
$$;
grant execute on function app.person_changes(uuid, integer, text[]) to app_rw;
