-- People: everyone sees themselves; school administrators see their school's people, facility administrators theirs.
-- Role, status, links and verification change only through definer functions: no column grant covers them.
grant select on public.users to app_rw;
grant update (full_name, graduation_date, license_in_progress, phone, time_format) on public.users to app_rw;
create policy see_self on public.users for select to app_rw using (id = (select app.uid()));
create policy superadmin_sees_all on public.users for select to app_rw using ((select app.is_superadmin()));
create policy school_admin_sees_school on public.users for select to app_rw
  using ((select app.is_school_admin()) and linked_school_id = (select app.school_id()));
create policy facility_admin_sees_facility on public.users for select to app_rw
  using ((select app.role()) = 'facility_admin' and linked_facility_id in (select app.facility_scope((select app.facility_id()))));
create policy change_self on public.users for update to app_rw
  using (id = (select app.uid())) with check (id = (select app.uid()));

-- The scheduler (docs/decisions/118) reads people's names and finds who administers a school; it changes none of them.
grant select (id, full_name, role, status, linked_school_id, linked_facility_id) on public.users to app_worker;
create policy worker_sees_people on public.users for select to app_worker using (status in ('pending', 'returned', 'declined', 'active', 'deactivated'));

-- Schools and facilities are public names: any approved person may read them; sign-up reads them through a function.
grant select on public.schools, public.facilities to app_rw;
create policy members_see_schools on public.schools for select to app_rw using ((select app.role()) is not null or id = (select u.linked_school_id from public.users u where u.id = (select app.uid())));
create policy members_see_facilities on public.facilities for select to app_rw using ((select app.role()) is not null);

-- People who signed up see the status of their request; it changes only through app.send_signup_again, its decision and an invitation.
grant select on public.signup_requests to app_rw;
create policy applicant_sees_own on public.signup_requests for select to app_rw using (user_id = (select app.uid()));

-- The sign-in login, which no signed-in person can use, creates one-time links, uses one to reset a password, and deletes those that
-- a newer one replaces. app.person_of_sign_in tells it whose link it is; no one reads the password that comes with one.
grant select (token_hash, user_id, kind, new_email, expires_at, used_at), insert (token_hash, user_id, kind, new_email, new_password_hash, expires_at),
  update (used_at), delete on priv.user_tokens to app_auth;
create policy sign_in_finds_links on priv.user_tokens for select to app_auth using (used_at is null or used_at = now());
create policy sign_in_makes_links on priv.user_tokens for insert to app_auth
  with check (used_at is null and expires_at <= now() + interval '24 hours');
create policy sign_in_uses_links on priv.user_tokens for update to app_auth using (used_at is null) with check (used_at = now());
create policy sign_in_ends_links on priv.user_tokens for delete to app_auth using (used_at is null);

-- The browsers an account has used. Those unused for 180 days are deleted (database/retention.sql).
grant select (token_hash, user_id, last_used_at), insert (token_hash, user_id), update (last_used_at) on priv.known_devices to app_auth;
-- Uses the clock because, of two concurrent transactions, the one that began first may finish last.
create policy sign_in_knows_devices on priv.known_devices for select to app_auth using (last_used_at <= clock_timestamp());
create policy sign_in_remembers_devices on priv.known_devices for insert to app_auth with check (last_used_at = now());
create policy sign_in_sees_devices_again on priv.known_devices for update to app_auth using (last_used_at <= clock_timestamp()) with check (last_used_at = now());

-- It writes new passwords, the browser in which one was chosen, and the progress of the check for likely
-- passwords. It reads verifiers only through the function that returns the one of an address.
grant select (user_id, being_tried_until, tried, must_change, changed_at), insert (user_id, client_setting, verifier, set_by),
  update (client_setting, verifier, set_by, must_change, chosen_in, changed_at, tried, being_tried_until) on priv.credentials to app_auth;
create policy sign_in_finds_passwords on priv.credentials for select to app_auth using (tried >= 0);
create policy sign_in_keeps_passwords on priv.credentials for insert to app_auth with check (set_by is not null);
create policy sign_in_changes_passwords on priv.credentials for update to app_auth using (tried >= 0) with check (changed_at <= clock_timestamp());

-- It starts sessions of 24 hours (Spec §4).
grant insert (token_hash, user_id, expires_at, address_block, user_agent) on priv.sessions to app_auth;
create policy sign_in_starts_sessions on priv.sessions for insert to app_auth with check (expires_at <= now() + interval '24 hours');

-- In a transaction opened with a person's session: their own sign-ins, to read and to end.
grant select (id, token_hash, user_id, signed_in_at, last_seen_at, expires_at, address_block, user_agent, job_id), delete on priv.sessions to app_auth;
create policy own_sessions on priv.sessions for select to app_auth using (user_id = (select app.real_uid()));
create policy own_sessions_end on priv.sessions for delete to app_auth using (user_id = (select app.real_uid()));

-- Two-step verification. Sign-in, which has no person yet, reads secrets and marks a code as used; the rest is done in a person's own
-- session, for themselves, or by a superadmin who turns it off for someone who lost their phone and codes.
grant select, insert (user_id, secret), update (secret, confirmed_at, last_step), delete on priv.second_factors to app_auth;
create policy sign_in_reads_factors on priv.second_factors for select to app_auth using (last_step >= 0);
create policy own_factor_starts on priv.second_factors for insert to app_auth with check (user_id = (select app.real_uid()) and confirmed_at is null);
create policy sign_in_uses_factors on priv.second_factors for update to app_auth using (confirmed_at is not null) with check (confirmed_at is not null);
create policy own_factor_changes on priv.second_factors for update to app_auth
  using (user_id = (select app.real_uid())) with check (user_id = (select app.real_uid()));
create policy own_factor_ends on priv.second_factors for delete to app_auth
  using (user_id = (select app.real_uid()) or (select app.is_superadmin()));
grant select, insert (user_id, digest), update (used_at), delete on priv.recovery_codes to app_auth;
create policy sign_in_reads_codes on priv.recovery_codes for select to app_auth using (used_at is null or used_at <= clock_timestamp());
create policy own_codes_start on priv.recovery_codes for insert to app_auth with check (user_id = (select app.real_uid()));
create policy sign_in_uses_codes on priv.recovery_codes for update to app_auth using (used_at is null) with check (used_at = now());
create policy own_codes_end on priv.recovery_codes for delete to app_auth using (user_id = (select app.real_uid()));
grant insert (reason) on public.audit_events to app_auth;
create policy second_factor_is_noted on public.audit_events for insert to app_auth
  with check (entity = 'users' and changes = '{}' and num_nonnulls(school_id, facility_id) = 0 and case action
    when 'use_recovery_code' then actor_id::text = entity_id
    when 'turn_on_two_step' then actor_id = (select app.real_uid()) and actor_id::text = entity_id
    when 'renew_recovery_codes' then actor_id = (select app.real_uid()) and actor_id::text = entity_id
    when 'turn_off_two_step' then actor_id = (select app.real_uid()) and (actor_id::text = entity_id or (select app.is_superadmin())) end);
