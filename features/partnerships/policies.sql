-- A school's administrators see their school's partnerships, a facility admin those of the organization or the sites in their
-- scope, the superadmin all. A draft is its author's side alone. Writing goes through the procedures.
grant select on public.partnerships, public.partnership_sites, public.partnership_programs, public.partnership_files, public.partnership_events to app_rw;
create policy superadmin_sees_partnerships on public.partnerships for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_partnerships on public.partnerships for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()) and (status <> 'draft' or direction = 'school_requested'));
create policy facility_admins_see_partnerships on public.partnerships for select to app_rw
  using ((select app.role()) = 'facility_admin' and id in (select app.my_partnership_ids()) and (status <> 'draft' or direction = 'facility_invited'));

-- What belongs to a partnership is seen with it: this query is under the policies above.
create policy seen_with_partnership on public.partnership_sites for select to app_rw
  using (partnership_id in (select p.id from public.partnerships p));
create policy seen_with_partnership on public.partnership_programs for select to app_rw
  using (partnership_id in (select p.id from public.partnerships p));
create policy seen_with_partnership on public.partnership_files for select to app_rw
  using (partnership_id in (select p.id from public.partnerships p));
create policy seen_with_partnership on public.partnership_events for select to app_rw
  using (partnership_id in (select p.id from public.partnerships p));
