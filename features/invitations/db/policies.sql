-- Invitations are read by those who administer the place. They are written by those who may invite such people there
-- (rules.ts: invitableRoles), for 30 days at most: the superadmin everyone, a school's administrators in their measure, a facility admin their like.
grant select on public.invitations to app_rw;
grant insert (id, email, full_name, role, school_id, facility_id, student_number, cohort_name, program_name, phone, message, expires_at, batch_id)
  on public.invitations to app_rw;
grant update (status, expires_at) on public.invitations to app_rw;
create policy superadmin_sees_invitations on public.invitations for select to app_rw using ((select app.is_superadmin()));
create policy school_admin_sees_invitations on public.invitations for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy facility_admin_sees_invitations on public.invitations for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy inviters_invite on public.invitations for insert to app_rw
  with check (status = 'sent' and invited_by = (select app.uid()) and expires_at <= now() + interval '30 days' and ((select app.is_superadmin())
    or ((select app.role()) = 'school_super_admin' and school_id = (select app.school_id()))
    or ((select app.role()) = 'school_admin' and school_id = (select app.school_id()) and role in ('student', 'proctor'))
    or ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))));
create policy inviters_change on public.invitations for update to app_rw
  using ((select app.is_superadmin())
    or ((select app.role()) = 'school_super_admin' and school_id = (select app.school_id()))
    or ((select app.role()) = 'school_admin' and school_id = (select app.school_id()) and role in ('student', 'proctor'))
    or ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id())))))
  with check ((status = 'sent' and expires_at <= now() + interval '30 days' or status = 'revoked') and ((select app.is_superadmin())
    or ((select app.role()) = 'school_super_admin' and school_id = (select app.school_id()))
    or ((select app.role()) = 'school_admin' and school_id = (select app.school_id()) and role in ('student', 'proctor'))
    or ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))));

-- What a school chose for the columns of its files: its administrators' to read and to choose.
grant select, insert on public.import_columns to app_rw;
grant update (field, chosen_by, chosen_at) on public.import_columns to app_rw;
create policy administrators_see on public.import_columns for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_choose on public.import_columns for insert to app_rw
  with check (chosen_by = (select app.uid())
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_change on public.import_columns for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check (chosen_by = (select app.uid())
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));

-- The worker finds who is to know that an invitation cannot be delivered, and which links are past their time; it reads no addresses.
grant select (id, status, resend_count, invited_by, accepted_at, expires_at) on public.invitations to app_worker;
create policy worker_sees_invitations on public.invitations for select to app_worker
  using (status in ('sent', 'opened', 'accepted', 'revoked'));

-- By a link, as app.invitation_of_link finds it: the sign-in login notes that it was opened and that a new one is asked for. It is accepted by
-- app.join_by_invitation alone.
grant select (id, status, expires_at), update (status, opened_at, renewal_asked_at) on public.invitations to app_auth;
create policy link_sees_open on public.invitations for select to app_auth using (status in ('sent', 'opened'));
create policy link_opens on public.invitations for update to app_auth using (status in ('sent', 'opened')) with check (status in ('sent', 'opened'));
