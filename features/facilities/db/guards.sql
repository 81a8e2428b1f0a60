-- What PostgreSQL refuses of places whoever signed in writes, and the history it writes itself. The steps are those of rules.ts
-- (public.transitions).

-- Who added a facility is a fact: no login has the column.
alter table public.facilities alter column created_by set default app.real_uid();

-- Organizations are the superadmin's; what is closed or archived does not change but by a step; a place lies below one that is active
-- and that its author manages.
-- Reason: a trigger needs it.
create or replace function app.guard_facility() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare above public.facilities;
begin
  if new.kind = 'organization' and not app.is_superadmin() then raise exception 'facility.superadmin' using errcode = 'PW403'; end if;
  if tg_op = 'INSERT' or new.parent_id is distinct from old.parent_id then
    select f.* into above from public.facilities f where f.id = new.parent_id;
    if above.id is not null and not app.manages_facility(above.id) then raise exception 'facility.no_target' using errcode = 'PW404'; end if;
    if above.status <> 'active' then
      raise exception 'facility.parent_inactive' using errcode = 'PW409', detail = jsonb_build_object('name', above.name, 'status', above.status);
    end if;
  end if;
  if tg_op = 'INSERT' then return new; end if;
  if new.status <> old.status then
    perform app.refuse_illegal_step('facilities', old.status, new.status, case when app.is_superadmin() then 'superadmin' else 'manager' end);
    if new.status in ('closed', 'archived') and exists (select from public.shifts x where x.facility_id = new.id and app.is_shift_ahead(x.status, x.starts_at)) then
      raise exception 'facility.undecided' using errcode = 'PW409';
    end if;
    new.archived_at := case when new.status = 'archived' then now() end;
  elsif old.status in ('closed', 'archived') then
    raise exception 'facility.not_changeable' using errcode = 'PW409', detail = jsonb_build_object('name', old.name, 'status', old.status);
  end if;
  return new;
end $$;
create or replace trigger guard before update on public.facilities for each row
  when (current_user = 'app_rw') execute function app.guard_facility();
-- After the row: a policy has looked at who writes by then.
create or replace trigger guard_new after insert on public.facilities for each row
  when (current_user = 'app_rw') execute function app.guard_facility();

-- What belongs to a place changes while the place does.
-- Reason: a trigger needs it.
create or replace function app.guard_facility_details() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare node public.facilities;
begin
  select f.* into node from public.facilities f where f.id = new.id;
  if node.status in ('closed', 'archived') then
    raise exception 'facility.not_changeable' using errcode = 'PW409', detail = jsonb_build_object('name', node.name, 'status', node.status);
  end if;
  return new;
end $$;
create or replace trigger guard before update on public.organizations for each row
  when (current_user = 'app_rw') execute function app.guard_facility_details();
create or replace trigger guard before update on public.sites for each row
  when (current_user = 'app_rw') execute function app.guard_facility_details();
create or replace trigger guard before update on public.units for each row
  when (current_user = 'app_rw') execute function app.guard_facility_details();

-- A step, a move and the beginning each leave a line; a paused unit that is decided on again leaves another.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.write_facility_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.facility_events (facility_id, actor_id, acting_as, from_status, to_status, reason)
  values (new.id, app.real_uid(), app.acting_as(), case when tg_op = 'UPDATE' then old.status end, new.status,
    left(nullif(btrim(coalesce(nullif(current_setting('app.event_reason', true), ''), current_setting('app.reason', true))), ''), 1000));
  return null;
end $$;
create or replace trigger leave_event after insert or update of status, parent_id on public.facilities for each row
  when (current_user = 'app_rw') execute function app.write_facility_event();
