-- What PostgreSQL refuses and records for permissions, regardless of who writes.

-- The application sets who holds what, and until when; PostgreSQL sets who gave it and since when.
create or replace trigger guard before insert on public.facility_admin_permissions for each row when (current_user = 'app_rw')
  execute function app.note_facts('granted_at', 'now', 'granted_by', 'real_uid', 'last_used_at', '');
create or replace trigger guard_again before update on public.facility_admin_permissions for each row
  when (current_user = 'app_rw' and not old.is_enabled and new.is_enabled)
  execute function app.note_facts('granted_at', 'now', 'granted_by', 'real_uid', 'last_used_at', '');
drop function if exists app.guard_permission();

-- Every change of a permission is an event, regardless of its cause.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.permission_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.permission_events (actor_id, acting_as, subject, user_id, facility_id, permission_type, from_status, to_status, reason)
    select coalesce(app.real_uid(), case when tg_op = 'INSERT' then new.granted_by end), app.acting_as(), 'permission', new.user_id, new.facility_id, new.permission_type,
      case when old.is_enabled then 'enabled' when tg_op = 'UPDATE' then 'disabled' end,
      case when new.is_enabled then 'enabled' when new.expires_on < (now() at time zone f.time_zone)::date then 'expired' else 'disabled' end,
      left(nullif(current_setting('app.reason', true), ''), 1000)
    from public.facilities f where f.id = new.facility_id;
  return null;
end $$;
create or replace trigger history after update of is_enabled, expires_on on public.facility_admin_permissions for each row
  when ((new.is_enabled, new.expires_on) is distinct from (old.is_enabled, old.expires_on)) execute function app.permission_changed();
create or replace trigger history_of_new after insert on public.facility_admin_permissions
  for each row execute function app.permission_changed();

-- When someone's role or facility changes, permissions outside their new scope end.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.end_permissions_out_of_reach() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.facility_admin_permissions p set is_enabled = false
    where p.user_id = new.id and p.is_enabled and (new.role <> 'facility_admin' or new.linked_facility_id is null
      or p.facility_id not in (select app.facility_scope(new.linked_facility_id)));
  return null;
end $$;
create or replace trigger end_permissions after update of role, linked_facility_id on public.users for each row
  when (old.role is distinct from new.role or old.linked_facility_id is distinct from new.linked_facility_id) execute function app.end_permissions_out_of_reach();
