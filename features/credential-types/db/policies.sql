-- Everyone reads the platform's types; a school's are for its members, a facility's for its
-- people and the schools that work with its organization. Each owner writes their own.
grant select on public.credential_types to app_rw;
grant insert (id, code, name, category, evidence, series, fields, needs_file, validity, grace_days, allows_waiver, conditional_days, conditional_times,
  is_restricted, instructions, example_url, owner_school_id, owner_facility_id) on public.credential_types to app_rw;
grant update (name, fields, needs_file, validity, grace_days, allows_waiver, conditional_days, conditional_times, instructions, example_url, status)
  on public.credential_types to app_rw;
create policy superadmin_sees_types on public.credential_types for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_creates_types on public.credential_types for insert to app_rw with check ((select app.is_superadmin()));
create policy superadmin_changes_types on public.credential_types for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
create policy platform_types_are_seen on public.credential_types for select to app_rw
  using (owner_school_id is null and owner_facility_id is null and (select app.role()) is not null);
create policy members_see_types on public.credential_types for select to app_rw
  using (owner_school_id = (select app.school_id()));
create policy schools_see_types_of_facilities on public.credential_types for select to app_rw
  using (owner_facility_id in (select app.asking_facilities()) and (select app.role()) in ('student', 'proctor', 'school_admin', 'school_super_admin'));
create policy facility_sees_types on public.credential_types for select to app_rw
  using ((select app.role()) = 'facility_admin' and owner_facility_id is not null
    and (owner_facility_id in (select app.facility_scope((select app.facility_id()))) or owner_facility_id in (select l.id from app.facility_line((select app.facility_id())) l)));
create policy administrators_create_types on public.credential_types for insert to app_rw
  with check ((select app.is_school_admin()) and owner_school_id = (select app.school_id()));
create policy administrators_change_types on public.credential_types for update to app_rw
  using ((select app.is_school_admin()) and owner_school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and owner_school_id = (select app.school_id()));
create policy facility_creates_types on public.credential_types for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and owner_facility_id in (select app.facility_scope((select app.facility_id()))));
create policy facility_changes_types on public.credential_types for update to app_rw
  using ((select app.role()) = 'facility_admin' and owner_facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and owner_facility_id in (select app.facility_scope((select app.facility_id()))));

-- Requirements are visible to those they apply to, drafts only to their owner.
-- A requirement names a type of the platform or of its own owner.
grant select on public.credential_requirements to app_rw;
grant insert (id, type_id, school_id, program_id, cohort_id, facility_id, applies_to, levels, validity, is_mandatory, due_weeks, due_date, active_from,
  active_to, status, instructions, file_ids, providers) on public.credential_requirements to app_rw;
grant update (applies_to, levels, validity, is_mandatory, due_weeks, due_date, active_from, active_to, status, instructions, file_ids, providers)
  on public.credential_requirements to app_rw;
create policy superadmin_sees_requirements on public.credential_requirements for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_creates_requirements on public.credential_requirements for insert to app_rw with check ((select app.is_superadmin()));
create policy superadmin_changes_requirements on public.credential_requirements for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
create policy members_see_requirements on public.credential_requirements for select to app_rw
  using (school_id = (select app.school_id()) and (status <> 'draft' or (select app.is_school_admin())));
create policy schools_see_requirements_of_facilities on public.credential_requirements for select to app_rw
  using (facility_id in (select app.asking_facilities()) and status <> 'draft' and (select app.role()) in ('student', 'proctor', 'school_admin', 'school_super_admin'));
create policy facility_sees_requirements on public.credential_requirements for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id is not null
    and (facility_id in (select app.facility_scope((select app.facility_id()))) or facility_id in (select l.id from app.facility_line((select app.facility_id())) l)));
create policy administrators_create_requirements on public.credential_requirements for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and exists (select 1 from public.credential_types t where t.id = type_id and t.owner_facility_id is null
      and (t.owner_school_id is null or t.owner_school_id = (select app.school_id()))));
create policy administrators_change_requirements on public.credential_requirements for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy facility_creates_requirements on public.credential_requirements for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id())))
    and exists (select 1 from public.credential_types t where t.id = type_id and t.owner_school_id is null));
create policy facility_changes_requirements on public.credential_requirements for update to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));

-- Anyone who sees a requirement sees its attachments, which belong to its school, or to its facility or one above it.
create policy who_sees_requirements_sees_attachments on public.files for select to app_rw
  using (purpose = 'requirement' and exists (select from public.credential_requirements r where files.id = any (r.file_ids)
    and (r.school_id = files.school_id or files.facility_id in (select l.id from app.facility_line(r.facility_id) l))));

-- The scheduler computes clearance from the requirements in force.
grant select on public.credential_requirements to app_worker;
grant select (id, code, name, validity, grace_days, status, category, evidence, owner_facility_id, created_at, updated_at) on public.credential_types to app_worker;
create policy worker_sees_requirements on public.credential_requirements for select to app_worker using (status = 'active');
create policy worker_sees_types on public.credential_types for select to app_worker using (status in ('active', 'retired'));
