-- A school's administrators see and decide the mapping of their school; a facility admin sees what concerns their own part of the hierarchy, and
-- proposes and takes back what lies in it, for schools they have an agreement with; the superadmin sees and decides all. Nothing is active
-- when it is added, and no job activates.
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

-- Runs are started and looked through by facility admins for their own part, and by the superadmin.
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

-- Words are those of everywhere, and of one's own facilities and what they belong to.
grant select, insert (id, facility_id, term, specialty), delete on public.mapping_words to app_rw;
create policy superadmin_sees_mapping_words on public.mapping_words for select to app_rw using ((select app.is_superadmin()));
create policy facility_admins_see_mapping_words on public.mapping_words for select to app_rw
  using ((select app.role()) = 'facility_admin' and (facility_id is null or facility_id in (select app.facility_scope((select app.facility_id())))
    or facility_id in (select l.id from app.facility_line((select app.facility_id())) l)));
create policy managers_add_mapping_words on public.mapping_words for insert to app_rw
  with check ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy managers_remove_mapping_words on public.mapping_words for delete to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));

-- What a program requires is known to the facilities that its school has an agreement with: hours by course, and nothing of students.
create policy partners_see_programs on public.programs for select to app_rw
  using ((select app.role()) = 'facility_admin' and (id in (select m.program_id from public.mappings m)
    or school_id in (select p.school_id from public.partnerships p where p.status = 'active')));
