-- A student may read, report, answer and withdraw their own, and name an instructor of their shifts, who may read it and say whether it is
-- right; the school's administrators may read and decide those of the school, never their own; the superadmin all.
grant select on public.hours_requests to app_rw;
grant insert (id, school_id, student_id, date, minutes, kind, specialty, course_code, note, evidence_file_ids, instructor_id) on public.hours_requests to app_rw;
grant update (status, answer, evidence_file_ids, decision_note, decided_by, decided_at, confirmation, confirmation_note, confirmed_at) on public.hours_requests to app_rw;
create policy student_sees_own on public.hours_requests for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy administrators_see on public.hours_requests for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy student_reports on public.hours_requests for insert to app_rw
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()) and status = 'pending'
    and (instructor_id is null or instructor_id in (select unnest(app.instructors_of(s)) from public.shifts s
      join public.assignments a on a.shift_id = s.id and a.school_id = s.school_id where a.student_id = (select app.uid()) and app.holds_seat(a.status))));
create policy student_answers on public.hours_requests for update to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()))
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id())
    and status in ('pending', 'withdrawn'));
create policy instructor_sees_named on public.hours_requests for select to app_rw
  using ((select app.role()) = 'proctor' and instructor_id = (select app.uid()) and school_id = (select app.school_id()));
create policy instructor_confirms on public.hours_requests for update to app_rw
  using ((select app.role()) = 'proctor' and instructor_id = (select app.uid()) and school_id = (select app.school_id()) and status in ('pending', 'needs_info'))
  with check ((select app.role()) = 'proctor' and instructor_id = (select app.uid()) and school_id = (select app.school_id()) and confirmed_at = now());
create policy administrators_decide on public.hours_requests for update to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
  with check (((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
    and status in ('approved', 'not_approved', 'needs_info') and decided_by = (select app.uid()) and decided_at = now());

-- Readers of reported hours may see their evidence files, but only files of that student and school.
create policy seen_with_hours_requests on public.files for select to app_rw
  using (purpose = 'evidence' and exists (select from public.hours_requests r
    where r.school_id = files.school_id and r.student_id = files.owner_id and files.id = any (r.evidence_file_ids)));
