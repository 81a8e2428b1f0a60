-- Students see their own attendance, instructors and preceptors that of their own shifts, school
-- administrators all of the school's, the superadmin all. A facility sees nothing else. Those who see it
-- may write it, as far as the guard allows. A record belongs to a seat that a student holds.
grant select on public.attendance_records to app_rw;
grant insert (id, school_id, shift_id, student_id) on public.attendance_records to app_rw;
grant update (status, check_in_at, check_in_method, check_in_pressed_at, check_in_offline, check_out_at, check_out_method, check_out_pressed_at,
  check_out_offline, check_out_reason, distance_m, is_inside, check_in_reason, called_out_at, absence_reason) on public.attendance_records to app_rw;
create policy superadmin_sees_attendance on public.attendance_records for select to app_rw
  using ((select app.is_superadmin()));
create policy superadmin_records_attendance on public.attendance_records for insert to app_rw
  with check ((select app.is_superadmin())
    and (id, school_id, shift_id, student_id) in (select a.id, a.school_id, a.shift_id, a.student_id from public.assignments a where a.status = 'assigned'));
create policy superadmin_changes_attendance on public.attendance_records for update to app_rw
  using ((select app.is_superadmin()))
  with check ((select app.is_superadmin()));
create policy administrators_sees_attendance on public.attendance_records for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_records_attendance on public.attendance_records for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and (id, school_id, shift_id, student_id) in (select a.id, a.school_id, a.shift_id, a.student_id from public.assignments a where a.status = 'assigned'));
create policy administrators_changes_attendance on public.attendance_records for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy student_sees_own_attendance on public.attendance_records for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy student_records_own_attendance on public.attendance_records for insert to app_rw
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id())
    and (id, school_id, shift_id, student_id) in (select a.id, a.school_id, a.shift_id, a.student_id from public.assignments a where a.status = 'assigned'));
create policy student_changes_own_attendance on public.attendance_records for update to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()))
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy instructor_sees_attendance_of_own_shifts on public.attendance_records for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select app.led_shift_ids()));
create policy instructor_records_attendance_of_own_shifts on public.attendance_records for insert to app_rw
  with check ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select app.led_shift_ids())
    and (id, school_id, shift_id, student_id) in (select a.id, a.school_id, a.shift_id, a.student_id from public.assignments a where a.status = 'assigned'));
create policy instructor_changes_attendance_of_own_shifts on public.attendance_records for update to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select app.led_shift_ids()))
  with check ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select app.led_shift_ids()));

create policy preceptor_sees_attendance_of_own_shifts on public.attendance_records for select to app_rw
  using ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()));
create policy preceptor_records_attendance_of_own_shifts on public.attendance_records for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts())
    and (id, school_id, shift_id, student_id) in (select a.id, a.school_id, a.shift_id, a.student_id from public.assignments a where a.status = 'assigned'));
create policy preceptor_changes_attendance_of_own_shifts on public.attendance_records for update to app_rw
  using ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()))
  with check ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()));

-- The scheduler proposes no-shows.
grant select (id, school_id, shift_id, student_id, status, updated_at, updated_by), insert (id, school_id, shift_id, student_id), update (status) on public.attendance_records to app_worker;
create policy worker_sees_attendance on public.attendance_records for select to app_worker using (status in ('expected', 'checked_in', 'no_show_proposed'));
create policy worker_adds_attendance on public.attendance_records for insert to app_worker
  with check (status = 'expected' and (id, school_id, shift_id, student_id) in (select a.id, a.school_id, a.shift_id, a.student_id from public.assignments a));
create policy worker_proposes_no_shows on public.attendance_records for update to app_worker
  using (status = 'expected') with check (status = 'no_show_proposed');
-- It locks the records from which it posts hours, and changes none of them.
create policy worker_sees_completed on public.attendance_records for select to app_worker using (status = 'completed');
create policy worker_locks_completed on public.attendance_records for update to app_worker using (status = 'completed') with check (false);
