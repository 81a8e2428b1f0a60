-- Releases and the access log: the student sees their own, administrators those of their school. Only a function writes the log; of people
-- at a facility, a verifier reads what was shown to them, and no one else reads anything.
grant select on public.consents, public.disclosures to app_rw;
create policy student_sees_own on public.consents for select to app_rw
  using (student_id = (select app.uid()) and (select app.role()) = 'student');
create policy administrators_see on public.consents for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy student_sees_own on public.disclosures for select to app_rw
  using (student_id = (select app.uid()) and (select app.role()) = 'student');
create policy verifier_sees_what_they_were_shown on public.disclosures for select to app_rw
  using ((select app.role()) = 'facility_admin' and seen_by = (select app.uid()) and facility_id in (select app.verifier_scope()));
create policy administrators_see on public.disclosures for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- Only the student gives a release, signed in as themselves; their school records what they signed on paper. Both may end it.
grant insert (id, school_id, student_id, facility_scope, text_version, signed_on, expires_at), update (revoked_at) on public.consents to app_rw;
create policy student_gives on public.consents for insert to app_rw
  with check (student_id = (select app.uid()) and school_id = (select app.school_id()) and (select app.role()) = 'student'
    and (select app.acting_as()) is null and signed_on is null and text_version <> 'paper');
create policy administrators_record on public.consents for insert to app_rw
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
    and signed_on is not null and text_version = 'paper'
    and student_id in (select u.id from public.users u where u.role = 'student' and u.email_verified and u.linked_school_id = school_id));
create policy student_revokes on public.consents for update to app_rw
  using (student_id = (select app.uid()) and (select app.role()) = 'student' and (select app.acting_as()) is null)
  with check (student_id = (select app.uid()) and (select app.role()) = 'student' and (select app.acting_as()) is null);
create policy administrators_end on public.consents for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- The emergency contact is on the student's own row, which change_self lets them write.
grant update (emergency_contact) on public.users to app_rw;

-- Whether a student is on the lists that other students see: their own choice, signed in as themselves, or the school's for a student who
-- requested it. A school may change nothing else of a student, so the sign-in login writes only this column, with the school's session.
grant select (id, role, email_verified, linked_school_id, directory_opt_out_at), update (directory_opt_out_at) on public.users to app_auth;
create policy directory_choice_is_seen on public.users for select to app_auth
  using (role = 'student' and (id = (select app.uid()) and (select app.acting_as()) is null
    or email_verified and ((select app.is_superadmin()) or (select app.is_school_admin()) and linked_school_id = (select app.school_id()))));
create policy directory_is_chosen on public.users for update to app_auth
  using (role = 'student' and (id = (select app.uid()) and (select app.acting_as()) is null
    or email_verified and ((select app.is_superadmin()) or (select app.is_school_admin()) and linked_school_id = (select app.school_id()))))
  with check (directory_opt_out_at is null or directory_opt_out_at = now());
