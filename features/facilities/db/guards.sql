-- What PostgreSQL refuses on facilities no matter who is signed in, and the history it writes itself. The transitions are those of rules.ts
-- (public.transitions).

-- No login may set who added a facility.
alter table public.facilities alter column created_by set default app.real_uid();

-- Only the superadmin changes organizations; a closed or archived facility changes only by a transition. New organizations are checked
-- after the insert, when a policy has already checked the writer.
create or replace trigger guard before update on public.facilities for each row
  when (current_user = 'app_rw' and new.kind = 'organization' and not app.is_superadmin()) execute function app.refuse_row('facility.superadmin', 'PW403');
create or replace trigger guard_new after insert on public.facilities for each row
  when (current_user = 'app_rw' and new.kind = 'organization' and not app.is_superadmin()) execute function app.refuse_row('facility.superadmin', 'PW403');
create or replace trigger guard_settled before update on public.facilities for each row
  when (current_user = 'app_rw' and new.status = old.status and old.status in ('closed', 'archived'))
  execute function app.refuse_row('facility.not_changeable', 'PW409', 'name', 'status');
create or replace trigger guard_step before update on public.facilities for each row
  when (current_user = 'app_rw' and new.status <> old.status) execute function app.guard_step('manager', 'superadmin');
create or replace trigger note_archived before update on public.facilities for each row
  when (current_user = 'app_rw' and new.status = 'archived' and old.status <> 'archived') execute function app.note_facts('archived_at', 'now');
create or replace trigger note_restored before update on public.facilities for each row
  when (current_user = 'app_rw' and new.status <> 'archived' and new.status <> old.status) execute function app.note_facts('archived_at', '');

-- A facility's parent must be active and managed by its author; a facility with upcoming shifts cannot be closed.
-- Reason: a trigger needs it, and it reads shifts that its caller may not see.
create or replace function app.guard_facility() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare above public.facilities;
begin
  if tg_argv[0] = 'closing' then
    if exists (select from public.shifts where facility_id = new.id and app.is_shift_ahead(status, starts_at)) then
      raise exception 'facility.undecided' using errcode = 'PW409';
    end if;
    return new;
  end if;
  select * into above from public.facilities where id = new.parent_id;
  if above.id is not null and not app.manages_facility(above.id) then raise exception 'facility.no_target' using errcode = 'PW404'; end if;
  if above.status <> 'active' then
    raise exception 'facility.parent_inactive' using errcode = 'PW409', detail = jsonb_build_object('name', above.name, 'status', above.status);
  end if;
  return new;
end $$;
create or replace trigger guard_moved before update on public.facilities for each row
  when (current_user = 'app_rw' and new.parent_id is distinct from old.parent_id) execute function app.guard_facility('parent');
create or replace trigger guard_parent after insert on public.facilities for each row
  when (current_user = 'app_rw') execute function app.guard_facility('parent');
create or replace trigger guard_step_closing before update on public.facilities for each row
  when (current_user = 'app_rw' and new.status <> old.status and new.status in ('closed', 'archived')) execute function app.guard_facility('closing');

drop trigger if exists guard on public.organizations;
drop trigger if exists guard on public.sites;
drop trigger if exists guard on public.units;
drop function if exists app.guard_facility_details();

-- No login may set who did it.
alter table public.facility_events alter column actor_id set default app.real_uid(), alter column acting_as set default app.acting_as();

-- Creating, moving and every change of status each write an event, and so does deciding again on a paused unit's shifts.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.write_facility_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.facility_events (facility_id, from_status, to_status, reason)
  values (new.id, old.status, new.status,
    left(nullif(btrim(coalesce(nullif(current_setting('app.event_reason', true), ''), current_setting('app.reason', true))), ''), 1000));
  return null;
end $$;
create or replace trigger leave_event after insert or update of status, parent_id on public.facilities for each row
  when (current_user = 'app_rw') execute function app.write_facility_event();
