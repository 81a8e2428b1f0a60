-- Members may read all facilities: organizations, sites, units and their addresses. The same page shows information for visitors (parking,
-- badges, contacts).
grant select on public.organizations, public.sites, public.units, public.postal_codes, public.facility_events to app_rw;
create policy members_see_organizations on public.organizations for select to app_rw using ((select app.role()) is not null);
create policy members_see_sites on public.sites for select to app_rw using ((select app.role()) is not null);
create policy members_see_units on public.units for select to app_rw using ((select app.role()) is not null);
create policy members_see_postal_codes on public.postal_codes for select to app_rw using ((select app.role()) is not null);
create policy superadmin_sees_events on public.facility_events for select to app_rw using ((select app.is_superadmin()));
create policy facility_admin_sees_events on public.facility_events for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));

-- The calendar shows the location of a shift.
grant select (id, kind, name, parent_id, status, time_zone) on public.facilities to app_worker;
create policy worker_sees_facilities on public.facilities for select to app_worker using (kind in ('organization', 'site', 'unit'));

-- Those who manage a facility may write it and everything below it; guards limit the columns and the transitions. The details of a facility
-- can change only while the facility can.
grant insert (id, kind, parent_id, name, city, state, time_zone) on public.facilities to app_rw;
grant update (name, city, state, time_zone, parent_id, status) on public.facilities to app_rw;
create policy managers_add on public.facilities for insert to app_rw
  with check ((select app.is_superadmin()) or (kind <> 'organization' and (select app.role()) = 'facility_admin'
    and parent_id in (select app.facility_scope((select app.facility_id())))));
create policy managers_change on public.facilities for update to app_rw
  using (((select app.is_superadmin()) or ((select app.role()) = 'facility_admin' and id in (select app.facility_scope((select app.facility_id()))))))
  with check (((select app.is_superadmin()) or ((select app.role()) = 'facility_admin' and id in (select app.facility_scope((select app.facility_id()))))));
grant update (slug, organization_type, address, postal_code, phone, website, npi, default_lead_time_days, visibility_before_days, visibility_after_days)
  on public.organizations to app_rw;
create policy superadmin_changes on public.organizations for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin())
    and id in (select f.id from public.facilities f where f.status not in ('closed', 'archived')));
grant update (slug, cms_certification_number, site_type, address, postal_code, county, phone, latitude, longitude, parking_notes, arrival_instructions,
  badge_instructions, emergency_contact, dress_code, ehr_system, geofence_radius_m, holidays) on public.sites to app_rw;
create policy managers_change on public.sites for update to app_rw
  using (((select app.is_superadmin()) or ((select app.role()) = 'facility_admin' and id in (select app.facility_scope((select app.facility_id()))))))
  with check (((select app.is_superadmin()) or ((select app.role()) = 'facility_admin' and id in (select app.facility_scope((select app.facility_id())))))
    and id in (select f.id from public.facilities f where f.status not in ('closed', 'archived')));
grant update (code, specialty, population, care_level, shift_patterns, max_students_per_shift, max_students_by_level, exclusive_school,
  max_ratio_override, capacity_windows, blackout, has_conference_room, preceptor_available) on public.units to app_rw;
create policy managers_change on public.units for update to app_rw
  using (((select app.is_superadmin()) or ((select app.role()) = 'facility_admin' and id in (select app.facility_scope((select app.facility_id()))))))
  with check (((select app.is_superadmin()) or ((select app.role()) = 'facility_admin' and id in (select app.facility_scope((select app.facility_id())))))
    and id in (select f.id from public.facilities f where f.status not in ('closed', 'archived')));

-- A person who manages both units may copy settings from one to another of the same organization. Only the person who copied may undo it,
-- once.
grant select, insert (copy_id, source_id, unit_id, before, after, created_by), update (undone_at) on public.unit_copies to app_rw;
create policy managers_see on public.unit_copies for select to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and unit_id in (select app.facility_scope((select app.facility_id()))));
create policy copied_within_an_organization on public.unit_copies for insert to app_rw
  with check (created_by = (select app.uid())
    and ((select app.is_superadmin()) or (select app.role()) = 'facility_admin'
      and source_id in (select app.facility_scope((select app.facility_id()))) and unit_id in (select app.facility_scope((select app.facility_id()))))
    and exists (select from public.facilities s join public.facilities at on at.id = s.parent_id
      join public.facilities there on there.parent_id = at.parent_id join public.facilities u on u.parent_id = there.id
      where s.id = source_id and s.kind = 'unit' and u.id = unit_id and u.kind = 'unit'));
create policy undone_by_who_copied on public.unit_copies for update to app_rw
  using (created_by = (select app.uid()) and undone_at is null
    and ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and unit_id in (select app.facility_scope((select app.facility_id())))))
  with check (undone_at = now());
