-- Sign-up requests are read by whoever may decide them (and, with the accounts, by the applicant); they change through
-- the procedures alone. The condition is app.may_decide_signup written out, so that it is asked once per query.
grant select on public.signup_requests to app_rw;
create policy deciders_see_signups on public.signup_requests for select to app_rw
  using (user_id not in ((select app.uid()), (select app.real_uid())) and (
    (select app.is_superadmin())
    or ((select app.is_school_admin()) and school_id = (select app.school_id())
      and (role in ('student', 'proctor') or (role = 'school_admin' and (select app.role()) = 'school_super_admin')))
    or ((select app.role()) = 'facility_admin' and role = 'facility_admin'
      and facility_id in (select app.facility_scope((select app.facility_id()))))));
