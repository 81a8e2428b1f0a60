-- A report belongs to the school; the superadmin sees it and helps. The instructor reads it once asked for a comment, an adviser once it is
-- published, the student their own once it is published. No facility and no one else reads it.
grant select on public.semester_reports to app_rw;
grant insert (id, school_id, student_id, semester_id, edition, replaces, content, proctor_id, decision, strengths, goals_next, proctor_comment, school_comment, created_by)
  on public.semester_reports to app_rw;
grant update (status, content, generated_at, proctor_id, decision, strengths, goals_next, proctor_comment, school_comment, withheld_reason, student_comment, pdf_file_id)
  on public.semester_reports to app_rw;
create policy administrators_see_reports on public.semester_reports for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_make_reports on public.semester_reports for insert to app_rw
  with check (created_by = (select app.uid())
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_change_reports on public.semester_reports for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy instructor_sees_reports on public.semester_reports for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and (proctor_id = (select app.uid()) and status not in ('draft', 'withheld')
      or student_id in (select app.advised_student_ids()) and published_at is not null));
create policy instructor_comments on public.semester_reports for update to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id()) and proctor_id = (select app.uid()) and status not in ('draft', 'withheld'))
  with check ((select app.role()) = 'proctor' and school_id = (select app.school_id()) and proctor_id = (select app.uid()));
create policy student_sees_own_reports on public.semester_reports for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()) and published_at is not null);
create policy student_acknowledges on public.semester_reports for update to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()) and published_at is not null)
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));

-- Everyone who may read a report may open its PDF.
create policy readers_of_reports_see_files on public.files for select to app_rw
  using (purpose = 'report' and exists (select from public.semester_reports r where r.pdf_file_id = files.id));
