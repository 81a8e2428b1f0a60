-- Members see their school's programs; all administrators see board rules. Only a school's administrators see who belonged to it.
grant select on public.regulatory_profiles, public.programs, public.school_members to app_rw;
create policy members_see_profiles on public.regulatory_profiles for select to app_rw using ((select app.role()) is not null);
create policy superadmin_sees_programs on public.programs for select to app_rw using ((select app.is_superadmin()));
create policy members_see_programs on public.programs for select to app_rw using (school_id = (select app.school_id()));
create policy administrators_see_members on public.school_members for select to app_rw using ((select app.is_superadmin())
  or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy see_own on public.school_members for select to app_rw using (user_id = (select app.uid()));
-- Only a school's administrators see its join code and hand it out.
grant select on public.school_join_codes to app_rw;
create policy administrators_see_code on public.school_join_codes for select to app_rw using ((select app.is_superadmin())
  or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- Administrators change their school and its programs; the superadmin creates schools and writes board rules.
grant insert (id, name, slug, address, city, state, postal_code, phone, website, time_zone, primary_contact, unitid, aliases, latitude, longitude)
  on public.schools to app_rw;
grant execute on function app.slug_of(text, uuid) to app_rw;
grant update (name, address, city, state, postal_code, phone, website, time_zone, primary_contact, settings, regulatory_profile_id, is_active, unitid,
  aliases, latitude, longitude) on public.schools to app_rw;
create policy superadmin_creates on public.schools for insert to app_rw with check ((select app.is_superadmin()));
create policy administrators_change on public.schools for update to app_rw
  using (((select app.is_superadmin()) or ((select app.is_school_admin()) and id = (select app.school_id()))))
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and id = (select app.school_id()))));

grant insert (school_id), update (changed_at) on public.school_join_codes to app_rw;
create policy administrators_draw_code on public.school_join_codes for insert to app_rw
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_renew_code on public.school_join_codes for update to app_rw
  using (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))))
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));

grant insert (id, school_id, name, level, total_required_hours, requirements, hours_from, hours_source) on public.programs to app_rw;
grant update (name, level, total_required_hours, requirements, hours_from, hours_source, earlier_hours, is_active) on public.programs to app_rw;
create policy administrators_add_programs on public.programs for insert to app_rw
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_change_programs on public.programs for update to app_rw
  using (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))))
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));

grant insert (id, jurisdiction, level, effective_from, effective_to, max_students_per_instructor, max_students_per_preceptor, ratio_covers_simulation,
  sim_cap_pct, sim_cap_scope, sim_exchange_ratio, min_total_hours, min_hours_per_area, source_url, verified_on) on public.regulatory_profiles to app_rw;
grant update (jurisdiction, level, effective_from, effective_to, max_students_per_instructor, max_students_per_preceptor, ratio_covers_simulation,
  sim_cap_pct, sim_cap_scope, sim_exchange_ratio, min_total_hours, min_hours_per_area, source_url, verified_on) on public.regulatory_profiles to app_rw;
create policy superadmin_adds_profiles on public.regulatory_profiles for insert to app_rw with check ((select app.is_superadmin()));
create policy superadmin_changes_profiles on public.regulatory_profiles for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));

-- The scheduler reads whether a school publishes automatically.
grant select (id, name, settings, time_zone, regulatory_profile_id) on public.schools to app_worker;
create policy worker_sees_settings on public.schools for select to app_worker using (is_active);

grant select (id, name, level) on public.programs to app_worker;
-- The scheduler notifies students who fall behind the hours that a board requires.
grant select on public.regulatory_profiles to app_worker;
create policy worker_sees_profiles on public.regulatory_profiles for select to app_worker using (true);
create policy worker_sees_programs on public.programs for select to app_worker using (true);
