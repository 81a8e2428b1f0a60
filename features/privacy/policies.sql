-- Releases and the log of what was shown: the student's own, and for the administrators of the school that keeps the record. No
-- place reads either; both are written by the functions alone.
grant select on public.consents, public.disclosures to app_rw;
create policy student_sees_own on public.consents for select to app_rw
  using (student_id = (select app.uid()) and (select app.role()) = 'student');
create policy administrators_see on public.consents for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy student_sees_own on public.disclosures for select to app_rw
  using (student_id = (select app.uid()) and (select app.role()) = 'student');
create policy administrators_see on public.disclosures for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- Whom to call when something happens is on the student's own row, which change_self lets them write.
grant update (emergency_contact) on public.users to app_rw;
