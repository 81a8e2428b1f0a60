-- Members know the places of the field: organizations, sites, units and where they lie. What concerns those who come to work there
-- (parking, badges, whom to call) is on the same page for them. Writing goes through the procedures alone.
grant select on public.organizations, public.sites, public.units, public.postal_codes, public.facility_events to app_rw;
create policy members_see_organizations on public.organizations for select to app_rw using ((select app.role()) is not null);
create policy members_see_sites on public.sites for select to app_rw using ((select app.role()) is not null);
create policy members_see_units on public.units for select to app_rw using ((select app.role()) is not null);
create policy members_see_postal_codes on public.postal_codes for select to app_rw using ((select app.role()) is not null);
create policy superadmin_sees_events on public.facility_events for select to app_rw using ((select app.is_superadmin()));
create policy facility_admin_sees_events on public.facility_events for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));

-- The calendar says where a shift is.
grant select (id, name, parent_id) on public.facilities to app_worker;
create policy worker_sees_places on public.facilities for select to app_worker using (kind in ('site', 'unit'));
