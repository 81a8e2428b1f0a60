-- The preceptor permission (Spec §6): the superadmin enables or disables it per facility admin and facility. Enabling is
-- an upsert, disabling sets is_enabled to false (Spec §7); rows are never deleted, the audit trail is the history.
create or replace function app.set_facility_permission(p_user_id uuid, p_facility_id uuid, p_type text, p_is_enabled boolean)
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  person public.users;
  place text := (select f.name from public.facilities f where f.id = p_facility_id);
begin
  if not app.is_superadmin() then raise exception 'Only a superadmin may change permissions' using errcode = '42501'; end if;
  select u.* into person from public.users u where u.id = p_user_id for share;
  if person.id is null then perform app.refuse('This person does not exist.', 'PW404'); end if;
  if not p_is_enabled then
    update public.facility_admin_permissions p set is_enabled = false
      where p.user_id = p_user_id and p.facility_id = p_facility_id and p.permission_type = p_type and p.is_enabled;
    if found then
      perform app.notify(p_user_id, 'permission_decision', 'Your preceptor permission was turned off', 'It no longer holds at ' || place || '.');
    end if;
    return;
  end if;
  if person.role <> 'facility_admin' then perform app.refuse('Only a facility admin can be a preceptor.', 'PW409'); end if;
  if person.status <> 'active' then perform app.refuse('Only an active person can be a preceptor.', 'PW409'); end if;
  if not exists (select 1 from public.facilities f where f.id = p_facility_id and f.status in ('active', 'paused')) then
    perform app.refuse('This facility does not exist, or is closed.', 'PW404');
  end if;
  if person.linked_facility_id is null or p_facility_id not in (select app.facility_scope(person.linked_facility_id)) then
    perform app.refuse('This facility is outside the part of the hierarchy that ' || person.full_name || ' belongs to.', 'PW409');
  end if;
  insert into public.facility_admin_permissions as p (user_id, facility_id, permission_type, is_enabled, granted_by)
    values (p_user_id, p_facility_id, p_type, true, app.real_uid())
    on conflict (user_id, facility_id, permission_type) do update
      set is_enabled = true, granted_at = now(), granted_by = excluded.granted_by where not p.is_enabled;
  if found then
    perform app.notify(p_user_id, 'permission_decision', 'You are a preceptor at ' || place, 'The preceptor pages are open to you.', '/preceptor/dashboard');
  end if;
end $$;
grant execute on function app.set_facility_permission(uuid, uuid, text, boolean) to app_rw;
