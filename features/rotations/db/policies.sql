-- A school's administrators run its rotations; the superadmin sees all. Students read what a wishlist offers, facilities and instructors
-- their shifts.
grant select on public.rotations to app_rw;
grant insert (id, school_id, semester_id, series_id, origin, copy_id, name, course_code, facility_id, specialty, experience_type, pattern, start_time, end_time,
  break_min, conference_min, seats, min_seats, level_seats, requires, cohort_ids, instructors, created_by) on public.rotations to app_rw;
grant update (name, course_code, facility_id, specialty, experience_type, pattern, start_time, end_time, break_min, conference_min, seats, min_seats,
  level_seats, requires, cohort_ids, instructors, canceled_at, cancel_reason) on public.rotations to app_rw;
grant delete on public.rotations to app_rw;

create policy superadmin_sees_rotations on public.rotations for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_rotations on public.rotations for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
-- Copying a semester, which superadmins may do too, creates rotations.
create policy administrators_make_rotations on public.rotations for insert to app_rw
  with check (((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id())) and created_by = (select app.real_uid()));
-- A canceled rotation stays canceled.
create policy administrators_change_rotations on public.rotations for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()) and canceled_at is null)
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
-- Undoing a semester copy removes its rotations.
create policy administrators_undo_copies_of_rotations on public.rotations for delete to app_rw
  using (copy_id is not null and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id())));
