-- Reason: policies need it.
create or replace function app.advised_cohort_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select cohort_id from public.cohort_advisors
    where user_id = (select app.uid()) and school_id = (select app.school_id())
$$;
-- Administrators see their school's cohorts and who was in them when; a proctor the
-- cohorts they advise; a student their own membership and cohort.
-- Reason: policies need it.
create or replace function app.my_cohort_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select cohort_id from public.cohort_memberships
    where student_id = (select app.uid()) and school_id = (select app.school_id())
  union select app.advised_cohort_ids()
$$;
-- The cohorts that a student is in now or is planned to join: on which days a shift of one is open to them is asked with its seat.
-- Reason: policies need it.
create or replace function app.cohorts_of_mine() returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(array_agg(cohort_id), '{}') from app.memberships_ahead where student_id = (select app.uid())
$$;
grant execute on function app.my_cohort_ids(), app.advised_cohort_ids(), app.cohorts_of_mine() to app_rw;

grant select on public.cohorts, public.cohort_advisors, public.cohort_memberships to app_rw;
create policy superadmin_sees_cohorts on public.cohorts for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_cohorts on public.cohorts for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy members_see_own_cohorts on public.cohorts for select to app_rw
  using (school_id = (select app.school_id()) and id in (select app.my_cohort_ids()));
create policy superadmin_sees_advisors on public.cohort_advisors for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_advisors on public.cohort_advisors for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy members_see_own_advisors on public.cohort_advisors for select to app_rw
  using (school_id = (select app.school_id()) and cohort_id in (select app.my_cohort_ids()));
-- Advisors who leave remove themselves from their cohorts.
grant delete on public.cohort_advisors to app_rw;
create policy see_own_advising on public.cohort_advisors for select to app_rw using (user_id = (select app.uid()));
create policy stop_advising on public.cohort_advisors for delete to app_rw using (user_id = (select app.uid()));
create policy superadmin_sees_memberships on public.cohort_memberships for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_memberships on public.cohort_memberships for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy see_own_memberships on public.cohort_memberships for select to app_rw
  using (student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy advisors_see_memberships on public.cohort_memberships for select to app_rw
  using (school_id = (select app.school_id()) and cohort_id in (select app.advised_cohort_ids()));
-- A proctor reads the students currently in a cohort they advise.
create policy advisors_see_students on public.users for select to app_rw
  using ((select app.role()) = 'proctor' and role = 'student' and linked_school_id = (select app.school_id()) and id in (select app.advised_student_ids()));

-- Only administrators read bulk changes.
grant select on public.cohort_changes to app_rw;
create policy superadmin_sees_changes on public.cohort_changes for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_changes on public.cohort_changes for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));

-- Administrators write their school's cohorts; the guards check each step and its fields.
grant insert (id, school_id, program_id, name, code, admission_term, start_date, expected_graduation, required_hours_total, required_specialties,
  structured, size_target) on public.cohorts to app_rw;
grant update (status, program_id, name, code, former_names, admission_term, start_date, expected_graduation, required_hours_total, required_specialties, structured,
  size_target) on public.cohorts to app_rw;
create policy administrators_create on public.cohorts for insert to app_rw with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
-- Only an empty cohort can be archived.
create policy administrators_change on public.cohorts for update to app_rw
  using (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))))
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
    and (status <> 'archived' or id not in (select m.cohort_id from public.cohort_memberships m
      where coalesce(m.to_date, 'infinity') > (now() at time zone (select s.time_zone from public.schools s where s.id = cohorts.school_id))::date)));

-- Advisors must be active proctors or administrators of the school.
grant insert (cohort_id, school_id, user_id) on public.cohort_advisors to app_rw;
create policy administrators_name_advisors on public.cohort_advisors for insert to app_rw
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))) and exists (select from public.users u
    where u.id = user_id and u.linked_school_id = school_id and u.status = 'active' and u.role in ('proctor', 'school_admin', 'school_super_admin')));
create policy administrators_release_advisors on public.cohort_advisors for delete to app_rw using (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));

-- A membership begins in a cohort that is not over, and ends once.
grant insert (cohort_id, school_id, student_id, from_date, reason, begun_by_change) on public.cohort_memberships to app_rw;
grant update (to_date, end_reason, ended_by_change) on public.cohort_memberships to app_rw;
create policy administrators_begin on public.cohort_memberships for insert to app_rw
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
    and cohort_id in (select c.id from public.cohorts c where c.status not in ('graduated', 'archived')));
create policy administrators_end on public.cohort_memberships for update to app_rw
  using (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))) with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));

grant insert (id, school_id, kind, cohort_id, on_date, end_reason, student_count, note) on public.cohort_changes to app_rw;
grant update (undone_count) on public.cohort_changes to app_rw;
create policy administrators_make_changes on public.cohort_changes for insert to app_rw with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_undo on public.cohort_changes for update to app_rw
  using (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))) with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));

-- The scheduler computes clearance from the cohort, program and level of a student.
grant select (student_id, school_id, cohort_id, from_date, to_date) on public.cohort_memberships to app_worker;
grant select (id, name, program_id, status) on public.cohorts to app_worker;
grant select (cohort_id, school_id, user_id) on public.cohort_advisors to app_worker;
create policy worker_sees_advisors on public.cohort_advisors for select to app_worker using (true);
create policy worker_sees_memberships on public.cohort_memberships for select to app_worker using (coalesce(to_date, 'infinity') > from_date);
grant select (school_id, created_at, undone_at) on public.cohort_changes to app_worker;
create policy worker_sees_recent_changes on public.cohort_changes for select to app_worker using (created_at > now() - interval '2 days');
create policy worker_sees_cohorts on public.cohorts for select to app_worker using (status in ('planned', 'active', 'on_hold', 'graduated', 'archived'));
