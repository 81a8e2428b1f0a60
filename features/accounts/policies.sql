-- People: everybody sees themselves; a school's administrators their school's people, facility administrators theirs.
-- Role, status, links and verification change only through definer functions: no column grant covers them.
grant select on public.users to app_rw;
grant update (full_name, graduation_date, license_in_progress, phone, time_format) on public.users to app_rw;
create policy see_self on public.users for select to app_rw using (id = (select app.uid()));
create policy superadmin_sees_all on public.users for select to app_rw using ((select app.is_superadmin()));
create policy school_admin_sees_school on public.users for select to app_rw
  using ((select app.is_school_admin()) and linked_school_id = (select app.school_id()));
create policy facility_admin_sees_facility on public.users for select to app_rw
  using ((select app.role()) = 'facility_admin' and linked_facility_id in (select app.facility_scope((select app.facility_id()))));
create policy change_self on public.users for update to app_rw
  using (id = (select app.uid())) with check (id = (select app.uid()));

-- The scheduler (docs/decisions/118) names people and finds who runs a school; it changes none of them.
grant select (id, full_name, role, status, linked_school_id, linked_facility_id) on public.users to app_worker;
create policy worker_sees_people on public.users for select to app_worker using (status in ('pending', 'returned', 'active', 'deactivated'));

-- Schools and facilities are names on a map: any approved person may read them; sign-up reads them through a function.
grant select on public.schools, public.facilities to app_rw;
create policy members_see_schools on public.schools for select to app_rw using ((select app.role()) is not null or id = (select u.linked_school_id from public.users u where u.id = (select app.uid())));
create policy members_see_facilities on public.facilities for select to app_rw using ((select app.role()) is not null);

-- Who signed up by themselves sees where their request stands; it changes only through app.resubmit_signup and its decision.
grant select on public.signup_requests to app_rw;
create policy applicant_sees_own on public.signup_requests for select to app_rw using (user_id = (select app.uid()));
