-- Invitations can be read by those who administer the school or facility. They can be written, for at most 30 days, by those who may invite
-- there (rules.ts: invitableRoles): the superadmin everyone, a school's administrators within limits, a facility admin other facility
-- admins.
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

-- What a school chose for the columns of its files; its administrators may read and change it.
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

-- The worker finds whom to notify when an invitation can't be delivered, and which links have expired; it reads no addresses.
grant select (id, role, status, resend_count, invited_by, accepted_at, expires_at) on public.invitations to app_worker;
create policy worker_sees_invitations on public.invitations for select to app_worker
  using (status in ('sent', 'opened', 'accepted', 'revoked'));

-- A link is the identity of its transaction (app.invitation_link; decision 191): the sign-in login sees the invitation, its tenant with all
-- ancestors, and the sender's name. It records that the invitation was opened, that a new one is requested, and that the account at its
-- address joined (app.join_by_invitation), which also settles a pending sign-up.
grant select (id, status, email, full_name, role, school_id, facility_id, message, expires_at, batch_id, invited_by, cohort_name, accepted_at),
  update (status, opened_at, renewal_asked_at, accepted_at, accepted_user_id) on public.invitations to app_auth;
create policy link_sees_itself on public.invitations for select to app_auth using (id = (select l.id from app.invitation_link() l));
create policy link_opens on public.invitations for update to app_auth
  using (status in ('sent', 'opened') and id = (select l.id from app.invitation_link() l))
  with check (status in ('sent', 'opened') and accepted_user_id is null or status = 'accepted' and accepted_at = now() and expires_at > now()
    and accepted_user_id = (select l.account_id from app.invitation_link() l where l.is_member and not l.is_replaced));
grant select (is_active) on public.schools to app_auth;
create policy invitation_names_school on public.schools for select to app_auth using (id in (select i.school_id from public.invitations i));
grant select (status) on public.facilities to app_auth;
create policy invitation_names_facilities on public.facilities for select to app_auth
  using (id in (select n from public.invitations i cross join lateral app.nodes_above(i.facility_id) n));
create policy invitation_names_sender on public.users for select to app_auth using (id in (select i.invited_by from public.invitations i));
grant select (user_id, status), update (status, decided_by, decided_at) on public.signup_requests to app_auth;
create policy invited_has_asked on public.signup_requests for select to app_auth using (user_id = (select l.account_id from app.invitation_link() l));
create policy invitation_answers on public.signup_requests for update to app_auth
  using (status in ('pending', 'returned') and user_id = (select l.account_id from app.invitation_link() l))
  with check (status = 'approved' and user_id = (select l.account_id from app.invitation_link() l where l.is_member) and decided_at = now()
    and decided_by in (select i.invited_by from public.invitations i where i.accepted_at = now()));
grant insert (actor_id, action, entity, entity_id, school_id, facility_id) on public.audit_events to app_auth;
create policy invited_joins on public.audit_events for insert to app_auth
  with check (action = 'accept' and entity = 'invitations' and changes = '{}' and actor_id = (select l.account_id from app.invitation_link() l where l.is_member)
    and exists (select from public.invitations i where i.accepted_at = now()
      and (i.id::text, i.school_id, i.facility_id) is not distinct from (entity_id, audit_events.school_id, audit_events.facility_id)));

-- A person who joins by an invitation that names a cohort starts in it today: by its link, as the sign-in login (app.invitation_link).
grant select (name, code, former_names, status, start_date) on public.cohorts to app_auth;
create policy invitation_names_cohorts on public.cohorts for select to app_auth
  using (exists (select from public.invitations i where i.school_id = cohorts.school_id and lower(btrim(i.cohort_name)) = any (array[lower(cohorts.name), lower(cohorts.code)] || cohorts.former_names)));
grant select (time_zone) on public.schools to app_auth;
grant insert (cohort_id, school_id, student_id, from_date, created_by) on public.cohort_memberships to app_auth;
create policy invited_begins on public.cohort_memberships for insert to app_auth
  with check (from_date = (now() at time zone (select s.time_zone from public.schools s where s.id = school_id))::date and student_id = (select l.account_id from app.invitation_link() l where l.is_member)
    and exists (select from public.invitations i join public.cohorts c on c.school_id = i.school_id and c.status not in ('graduated', 'archived')
      where i.accepted_at = now() and i.role = 'student' and (c.id, i.invited_by) is not distinct from (cohort_memberships.cohort_id, cohort_memberships.created_by)));
