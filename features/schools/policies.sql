-- A school's programs are known to its members; boards' rules to all who administer. Who belonged to a school is its administrators' to know.
grant select on public.regulatory_profiles, public.programs, public.school_members to app_rw;
create policy members_see_profiles on public.regulatory_profiles for select to app_rw using ((select app.role()) is not null);
create policy superadmin_sees_programs on public.programs for select to app_rw using ((select app.is_superadmin()));
create policy members_see_programs on public.programs for select to app_rw using (school_id = (select app.school_id()));
create policy administrators_see_members on public.school_members for select to app_rw using ((select app.is_superadmin())
  or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy see_own on public.school_members for select to app_rw using (user_id = (select app.uid()));
-- The code that lets students in is its administrators' to hand out.
grant select on public.school_join_codes to app_rw;
create policy administrators_see_code on public.school_join_codes for select to app_rw using ((select app.is_superadmin())
  or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- The calendar asks whether a school publishes by itself.
grant select (id, settings) on public.schools to app_worker;
create policy worker_sees_settings on public.schools for select to app_worker using (is_active);
