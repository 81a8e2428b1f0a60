-- Semesters: a school's administrators run their own, the superadmin any; its students and proctors see the active ones.
grant select, insert, delete on public.semesters to app_rw;
grant update (name, start_date, end_date, semester_type, academic_year, is_active, settings, activated_at, archived_at,
  reopened_at, reopened_by, reopen_reason) on public.semesters to app_rw;
create policy administrators_see on public.semesters for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy members_see_active on public.semesters for select to app_rw
  using (is_active and school_id = (select app.school_id()) and (select app.role()) in ('student', 'proctor'));
create policy administrators_create on public.semesters for insert to app_rw
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_change on public.semesters for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_delete on public.semesters for delete to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- Copies of a semester: the same administrators make, read and undo them.
grant select, insert on public.semester_copies to app_rw;
grant update (copied, skipped_by_reason, undone_at, undone_by) on public.semester_copies to app_rw;
create policy administrators_see on public.semester_copies for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_create on public.semester_copies for insert to app_rw
  with check (copied_by = (select app.uid())
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_change on public.semester_copies for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));

grant select on public.holidays to app_rw;
create policy everybody_signed_in on public.holidays for select to app_rw using ((select app.role()) is not null);

-- The scheduler reads when shifts are released, when hours lock, and which semester is current.
grant select (id, school_id, name, start_date, end_date, is_active, activated_at, archived_at, reopened_at, settings) on public.semesters to app_worker;
create policy worker_sees_times on public.semesters for select to app_worker using (archived_at is null);

-- The school's people read that a semester was reopened, by whom and why: it is on their reports.
grant select on public.semester_reopenings to app_rw;
create policy superadmin_sees_reopenings on public.semester_reopenings for select to app_rw using ((select app.is_superadmin()));
create policy school_sees_reopenings on public.semester_reopenings for select to app_rw
  using (school_id = (select app.school_id())
    and ((select app.is_school_admin()) or (select app.role()) in ('student', 'proctor')));
