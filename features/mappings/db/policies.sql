-- A school's administrators see and decide their school's mappings. A facility admin sees those that affect their part of the hierarchy,
-- and proposes and withdraws those within it, for schools with an agreement. The superadmin sees and decides all. New mappings are never
-- active, and no job activates any.
grant select, insert (id, school_id, program_id, course_code, specialty, facility_id, specialties, min_hours, priority, origin, confidence, words, rationale, run_id),
  update (specialties, min_hours, priority, rationale, status, review_note) on public.mappings to app_rw;
create policy superadmin_sees_mappings on public.mappings for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_mappings on public.mappings for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy facility_admins_see_mappings on public.mappings for select to app_rw
  using ((select app.role()) = 'facility_admin' and (facility_id in (select app.facility_scope((select app.facility_id())))
    or facility_id in (select l.id from app.facility_line((select app.facility_id())) l)));
create policy administrators_add_mappings on public.mappings for insert to app_rw
  with check (status = 'proposed' and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id())));
create policy facility_admins_propose_mappings on public.mappings for insert to app_rw
  with check (status = 'proposed' and (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id())))
    and school_id in (select p.school_id from public.partnerships p where p.status = 'active'));
create policy administrators_change_mappings on public.mappings for update to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
  with check (((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
    and (status <> 'active' or (select app.job_id()) is null));
create policy facility_admins_change_mappings on public.mappings for update to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));

-- Runs are started and reviewed by facility admins for their own part, and by the superadmin.
grant select, insert (id, school_id, facility_id, job_id), update (status, courses, units, known, proposals, applied, finished_at) on public.mapping_runs to app_rw;
create policy superadmin_sees_mapping_runs on public.mapping_runs for select to app_rw using ((select app.is_superadmin()));
create policy facility_admins_see_mapping_runs on public.mapping_runs for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy superadmin_starts_mapping_runs on public.mapping_runs for insert to app_rw with check (status = 'queued' and (select app.is_superadmin()));
create policy facility_admins_start_mapping_runs on public.mapping_runs for insert to app_rw
  with check (status = 'queued' and (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id())))
    and school_id in (select p.school_id from public.partnerships p where p.status = 'active'));
create policy managers_change_mapping_runs on public.mapping_runs for update to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));

-- A facility admin sees the words for every facility, and those of their own facilities and of the facilities above.
grant select, insert (id, facility_id, term, specialty), delete on public.mapping_words to app_rw;
create policy superadmin_sees_mapping_words on public.mapping_words for select to app_rw using ((select app.is_superadmin()));
create policy facility_admins_see_mapping_words on public.mapping_words for select to app_rw
  using ((select app.role()) = 'facility_admin' and (facility_id is null or facility_id in (select app.facility_scope((select app.facility_id())))
    or facility_id in (select l.id from app.facility_line((select app.facility_id())) l)));
create policy managers_add_mapping_words on public.mapping_words for insert to app_rw
  with check ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy managers_remove_mapping_words on public.mapping_words for delete to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));

-- Facilities with an agreement may read what a school's programs require: hours by course, and nothing about students.
create policy partners_see_programs on public.programs for select to app_rw
  using ((select app.role()) = 'facility_admin' and (id in (select m.program_id from public.mappings m)
    or school_id in (select p.school_id from public.partnerships p where p.status = 'active')));
