-- A student sees the own attendance, an instructor and a preceptor that of the own shifts, the school's administrators all of the
-- school's, the superadmin all. A facility sees none else. Who sees it writes it, as far as the guard lets them.
grant select on public.attendance_records to app_rw;
grant insert (id) on public.attendance_records to app_rw;
grant update (status, check_in_at, check_in_method, check_in_pressed_at, check_in_offline, check_out_at, check_out_method, check_out_pressed_at,
  check_out_offline, check_out_reason, distance_m, is_inside, check_in_reason, called_out_at, absence_reason) on public.attendance_records to app_rw;
create policy superadmin_sees_attendance on public.attendance_records for select to app_rw
  using ((select app.is_superadmin()));
create policy superadmin_records_attendance on public.attendance_records for insert to app_rw
  with check ((select app.is_superadmin()));
create policy superadmin_changes_attendance on public.attendance_records for update to app_rw
  using ((select app.is_superadmin()))
  with check ((select app.is_superadmin()));
create policy administrators_sees_attendance on public.attendance_records for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_records_attendance on public.attendance_records for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_changes_attendance on public.attendance_records for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy student_sees_own_attendance on public.attendance_records for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy student_records_own_attendance on public.attendance_records for insert to app_rw
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy student_changes_own_attendance on public.attendance_records for update to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()))
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy instructor_sees_attendance_of_own_shifts on public.attendance_records for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select s.id from public.shifts s where s.proctor_id = (select app.uid())));
create policy instructor_records_attendance_of_own_shifts on public.attendance_records for insert to app_rw
  with check ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select s.id from public.shifts s where s.proctor_id = (select app.uid())));
create policy instructor_changes_attendance_of_own_shifts on public.attendance_records for update to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select s.id from public.shifts s where s.proctor_id = (select app.uid())))
  with check ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select s.id from public.shifts s where s.proctor_id = (select app.uid())));

create policy preceptor_sees_attendance_of_own_shifts on public.attendance_records for select to app_rw
  using ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()));
create policy preceptor_records_attendance_of_own_shifts on public.attendance_records for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()));
create policy preceptor_changes_attendance_of_own_shifts on public.attendance_records for update to app_rw
  using ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()))
  with check ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()));
