-- What PostgreSQL refuses for a site's pin, regardless of who writes it: those who manage a site may also write its address
-- (features/facilities).

-- A confirmation is by the writer, now, for the party they belong to; changed coordinates without one are no longer confirmed. A school
-- writes nothing else of a site.
create or replace trigger guard_pin before update on public.sites for each row
  when (current_user = 'app_rw' and ((new.pin_party, new.pin_confirmed_by, new.pin_confirmed_at) is distinct from (old.pin_party, old.pin_confirmed_by, old.pin_confirmed_at)
    and (new.pin_confirmed_by, new.pin_confirmed_at, new.pin_party) is distinct from (app.uid(), now(),
      case when app.is_superadmin() then 'platform' when app.role() = 'facility_admin' then 'facility' when app.is_school_admin() then 'school' end)
    or app.is_school_admin() and to_jsonb(new) - '{latitude,longitude,geofence_radius_m,pin_confirmed_at,pin_confirmed_by,pin_party}'::text[]
      <> to_jsonb(old) - '{latitude,longitude,geofence_radius_m,pin_confirmed_at,pin_confirmed_by,pin_party}'::text[]))
  execute function app.refuse_row('a pin is confirmed by the one who writes it, and a school writes nothing else', '42501');
create or replace trigger guard_pin_moved before update of latitude, longitude on public.sites for each row
  when (current_user = 'app_rw' and (new.latitude, new.longitude) is distinct from (old.latitude, old.longitude)
    and (new.pin_party, new.pin_confirmed_by, new.pin_confirmed_at) is not distinct from (old.pin_party, old.pin_confirmed_by, old.pin_confirmed_at))
  execute function app.note_facts('pin_party', '', 'pin_confirmed_by', '', 'pin_confirmed_at', '');
drop function if exists app.guard_site_pin();
