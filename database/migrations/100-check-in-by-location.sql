-- For whom a site's pin was confirmed: a facility's word stands above a school's.
alter table public.sites add column pin_party text check (pin_party in ('facility', 'school', 'platform'));
-- What a student says who checks in by location from outside of the site's radius.
alter table public.attendance_records add column check_in_reason text check (length(check_in_reason) <= 500);
-- Coordinates that someone confirms come with their confirmation; changed otherwise, they have to be confirmed again.
create or replace trigger unconfirm_pin before update of latitude, longitude on public.sites
  for each row when (current_user <> 'app_rw') execute function app.unconfirm_pin();
-- Policies compare it with who asks.
drop index public.sites_pin_confirmed_by;
create index sites_pin_confirmed_by on public.sites (pin_confirmed_by);
