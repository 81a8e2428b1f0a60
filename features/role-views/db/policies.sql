-- The selected facility of the superadmin context (Spec §3): only a superadmin selects one, and never during an impersonation. Written by
-- the sign-in login with their session, which sees only that session (features/accounts/db/policies.sql).
grant select (selected_facility_id), update (selected_facility_id) on priv.sessions to app_auth;
create policy superadmin_selects_facility on priv.sessions for update to app_auth
  using (user_id = (select app.real_uid()) and impersonated_user_id is null and (select app.is_superadmin()))
  with check (user_id = (select app.real_uid()) and impersonated_user_id is null);

-- A refused context rolls back its own record, so it is recorded afterwards in a separate transaction.
grant insert (changes) on public.audit_events to app_auth;
create policy refused_context_is_noted on public.audit_events for insert to app_auth
  with check (action = 'context_refused' and entity = 'users' and actor_id = (select app.real_uid()) and entity_id = (select app.real_uid())::text
    and num_nonnulls(school_id, facility_id) = 0 and length(changes::text) < 1000);

-- Impersonation (Spec §6): a superadmin, with a reason, acts as one active person, for 30 minutes at most. Setting the person to null ends
-- it. Written by the sign-in login with their session.
grant select (impersonated_user_id, impersonation_expires_at), update (impersonated_user_id, impersonation_reason, impersonation_expires_at,
  impersonation_may_write) on priv.sessions to app_auth;
grant select (role, status, email_verified) on public.users to app_auth;
create policy superadmin_finds_whom_to_act_as on public.users for select to app_auth using ((select app.is_superadmin()));
create policy superadmin_acts_as_someone on priv.sessions for update to app_auth
  using (user_id = (select app.real_uid()) and impersonated_user_id is null and (select app.is_superadmin()))
  with check (user_id = (select app.real_uid()) and length(btrim(impersonation_reason)) >= 10
    and impersonation_expires_at <= least(now() + interval '30 minutes', expires_at) and (select app.is_superadmin())
    and exists (select from public.users u
      where u.id = impersonated_user_id and u.role <> 'superadmin' and u.status = 'active' and u.email_verified));
create policy impersonation_ends on priv.sessions for update to app_auth
  using (user_id = (select app.real_uid()) and impersonated_user_id is not null)
  with check (user_id = (select app.real_uid()) and impersonated_user_id is null);
