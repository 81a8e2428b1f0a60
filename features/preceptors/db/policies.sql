-- A facility's admins keep the preceptors of their part of the tree, and each preceptor with an account the own profile. A school's people see
-- those of partner facilities, since they agree to who takes their students. Students and nobody see none.
grant select on public.preceptors, public.preceptor_requirements, public.preceptor_link_events to app_rw;
grant insert (id, facility_id, full_name, email, license_no, license_type, license_state, is_multistate, license_expires_on, years_experience, years_in_setting,
  education, orientation_completed_on, max_students, accepts, availability, bio, created_by) on public.preceptors to app_rw;
grant update (full_name, license_no, license_type, license_state, is_multistate, license_expires_on, years_experience, years_in_setting, education,
  orientation_completed_on, max_students, accepts, availability, bio) on public.preceptors to app_rw;
create policy superadmin_sees_preceptors on public.preceptors for select to app_rw using ((select app.is_superadmin()));
create policy school_sees_partners_preceptors on public.preceptors for select to app_rw
  using (((select app.is_school_admin()) or (select app.role()) = 'proctor') and facility_id in (select app.partner_facilities((select app.school_id()))));
create policy facility_sees_preceptors on public.preceptors for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy preceptor_sees_own_profile on public.preceptors for select to app_rw using (id in (select app.preceptor_ids()));
create policy facility_invites_preceptors on public.preceptors for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy facility_changes_preceptors on public.preceptors for update to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy preceptor_changes_own_profile on public.preceptors for update to app_rw
  using ((select app.role()) = 'facility_admin' and user_id = (select app.uid()))
  with check ((select app.role()) = 'facility_admin' and user_id = (select app.uid()));

create policy members_see_requirements on public.preceptor_requirements for select to app_rw using ((select app.role()) is not null);

create policy superadmin_sees_link_events on public.preceptor_link_events for select to app_rw using ((select app.is_superadmin()));
create policy school_sees_link_events on public.preceptor_link_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));

-- The trigger of an evaluation that the scheduler opens names its preceptor.
grant select (id, full_name) on public.preceptors to app_worker;
create policy worker_names_preceptors on public.preceptors for select to app_worker using (accepts in (true, false));
