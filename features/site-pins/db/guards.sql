-- What PostgreSQL refuses of a site's pin whoever writes it: those who manage a site may write its address as well (features/facilities).

-- A confirmation is the writer's own, made now, as the party they belong to; coordinates that change without one are no longer confirmed.
create or replace function app.guard_site_pin() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if row(new.pin_party, new.pin_confirmed_by, new.pin_confirmed_at) is distinct from row(old.pin_party, old.pin_confirmed_by, old.pin_confirmed_at) then
    if new.pin_confirmed_by is distinct from app.uid() or new.pin_confirmed_at is distinct from now() or new.pin_party is distinct from
      (case when app.is_superadmin() then 'platform' when app.role() = 'facility_admin' then 'facility' when app.is_school_admin() then 'school' end) then
      raise exception 'a pin is confirmed by the one who writes it' using errcode = '42501';
    end if;
  elsif row(new.latitude, new.longitude) is distinct from row(old.latitude, old.longitude) then
    new.pin_party := null; new.pin_confirmed_by := null; new.pin_confirmed_at := null;
  end if;
  return new;
end $$;
create or replace trigger guard_pin before update of latitude, longitude, pin_party, pin_confirmed_by, pin_confirmed_at on public.sites for each row
  when (current_user = 'app_rw') execute function app.guard_site_pin();
