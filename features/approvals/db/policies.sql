-- The same people read and decide sign-up requests (and, under the policies of accounts, the applicant reads them). The
-- superadmin decides all; a school's administrators their students and proctors, its super admins also school admins; a
-- facility admin other facility admins at their own node or below it; no one decides their own.
grant select on public.signup_requests to app_rw;
grant update (status, decision_note) on public.signup_requests to app_rw;
create policy deciders_see_signups on public.signup_requests for select to app_rw
  using (user_id not in ((select app.uid()), (select app.real_uid())) and (
    (select app.is_superadmin())
    or ((select app.is_school_admin()) and school_id = (select app.school_id())
      and (role in ('student', 'proctor') or (role = 'school_admin' and (select app.role()) = 'school_super_admin')))
    or ((select app.role()) = 'facility_admin' and role = 'facility_admin'
      and facility_id in (select app.facility_scope((select app.facility_id()))))));
create policy deciders_decide on public.signup_requests for update to app_rw
  using (user_id not in ((select app.uid()), (select app.real_uid())) and (
    (select app.is_superadmin())
    or ((select app.is_school_admin()) and school_id = (select app.school_id())
      and (role in ('student', 'proctor') or (role = 'school_admin' and (select app.role()) = 'school_super_admin')))
    or ((select app.role()) = 'facility_admin' and role = 'facility_admin'
      and facility_id in (select app.facility_scope((select app.facility_id()))))))
  with check (status in ('approved', 'declined', 'returned') and decided_by = (select app.uid())
    and user_id not in ((select app.uid()), (select app.real_uid())) and (
    (select app.is_superadmin())
    or ((select app.is_school_admin()) and school_id = (select app.school_id())
      and (role in ('student', 'proctor') or (role = 'school_admin' and (select app.role()) = 'school_super_admin')))
    or ((select app.role()) = 'facility_admin' and role = 'facility_admin'
      and facility_id in (select app.facility_scope((select app.facility_id()))))));
