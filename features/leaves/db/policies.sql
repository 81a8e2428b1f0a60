-- The school's administrators record their students' leaves and read them with the reason; a student reads their own. No one else reads
-- any: an instructor learns the days from a notification, and that a seat is free.
grant select on public.student_leaves to app_rw;
grant insert (id, school_id, student_id, starts_on, ends_on, reason, note, freed, recorded_by) on public.student_leaves to app_rw;
grant update (starts_on, ends_on, reason, note, freed, canceled_at) on public.student_leaves to app_rw;
create policy student_sees_own on public.student_leaves for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy administrators_see on public.student_leaves for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_record on public.student_leaves for insert to app_rw
  with check (((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
    and recorded_by = (select app.uid()) and canceled_at is null);
create policy administrators_change on public.student_leaves for update to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));

-- The scheduler sends no reminders about hours to students on leave.
grant select (school_id, student_id, during) on public.student_leaves to app_worker;
create policy worker_sees_days on public.student_leaves for select to app_worker using (canceled_at is null);
