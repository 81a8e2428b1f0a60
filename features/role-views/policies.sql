-- The selected facility of the superadmin context (Spec §3): only a superadmin chooses one, and never during an impersonation. Written by the
-- sign-in login with their session, which sees that session alone (features/accounts/policies.sql).
grant select (selected_facility_id), update (selected_facility_id) on priv.sessions to app_auth;
create policy superadmin_selects_facility on priv.sessions for update to app_auth
  using (user_id = (select app.real_uid()) and impersonated_user_id is null and (select app.is_superadmin()))
  with check (user_id = (select app.real_uid()) and impersonated_user_id is null);

-- A refusal of the context took its own trace with it when it rolled back: it is noted afterwards, in a transaction of its own.
grant insert (changes) on public.audit_events to app_auth;
create policy refused_context_is_noted on public.audit_events for insert to app_auth
  with check (action = 'context_refused' and entity = 'users' and actor_id = (select app.real_uid()) and entity_id = (select app.real_uid())::text
    and num_nonnulls(school_id, facility_id) = 0 and length(changes::text) < 1000);
