-- People who manage a site confirm its pin, and so do schools with an active partnership there until its facility did. They may write only
-- their own confirmation, now. features/facilities writes everything else of a site.
grant update (latitude, longitude, geofence_radius_m, pin_confirmed_at, pin_confirmed_by, pin_party) on public.sites to app_rw;
create policy superadmin_confirms_pins on public.sites for update to app_rw using ((select app.is_superadmin()))
  with check ((select app.is_superadmin()) and pin_party = 'platform' and pin_confirmed_by = (select app.uid()) and pin_confirmed_at = now()
    and id in (select f.id from public.facilities f where f.status not in ('closed', 'archived')));
create policy facility_admin_confirms_pins on public.sites for update to app_rw
  using ((select app.role()) = 'facility_admin' and id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and pin_party = 'facility' and pin_confirmed_by = (select app.uid()) and pin_confirmed_at = now()
    and id in (select f.id from public.facilities f where f.status not in ('closed', 'archived')));
create policy partner_school_confirms_pins on public.sites for update to app_rw
  using ((select app.is_school_admin()) and (pin_confirmed_at is null or pin_party <> 'facility') and id in (
    select s.site_id from public.partnerships p join public.partnership_sites s on s.partnership_id = p.id
      where p.school_id = (select app.school_id()) and p.status = 'active' and not p.all_sites
    union all select f.id from public.partnerships p cross join lateral app.facility_scope(p.organization_id) f (id)
      where p.school_id = (select app.school_id()) and p.status = 'active' and p.all_sites))
  with check ((select app.is_school_admin()) and pin_party = 'school' and pin_confirmed_by = (select app.uid()) and pin_confirmed_at = now()
    and id in (select f.id from public.facilities f where f.status not in ('closed', 'archived')));
