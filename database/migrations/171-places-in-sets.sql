-- Places come out of files in thousands: what is written beside each new one is written in one statement for all of them.
drop trigger details on public.facilities;
create or replace function app.facility_details() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.organizations (id, slug) select a.id, app.slug_of(a.name, a.id) from added a
    where a.kind = 'organization' and not exists (select 1 from public.organizations o where o.id = a.id) on conflict do nothing;
  insert into public.sites (id, slug) select a.id, app.slug_of(a.name, a.id) from added a
    where a.kind = 'site' and not exists (select 1 from public.sites s where s.id = a.id) on conflict do nothing;
  insert into public.units (id) select a.id from added a
    where a.kind = 'unit' and not exists (select 1 from public.units u where u.id = a.id) on conflict do nothing;
  return null;
end $$;
create trigger details after insert on public.facilities referencing new table as added for each statement execute function app.facility_details();

drop trigger audit on public.facilities;
create trigger audit after update or delete on public.facilities for each row execute function app.audit_row();
create function app.audit_new_facilities() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  actor uuid := app.real_uid();
  acting uuid := app.acting_as();
begin
  insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, facility_id, reason, changes, version)
    select actor, acting, 'insert', 'facilities', a.id::text, a.id, nullif(current_setting('app.reason', true), ''), '{}', a.version from added a;
  return null;
end $$;
create trigger audit_new after insert on public.facilities referencing new table as added for each statement execute function app.audit_new_facilities();
