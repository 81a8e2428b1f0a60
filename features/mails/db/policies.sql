-- No signed-in person may read or write the outbox, not even to queue a mail. The worker, with its own login, sees the mails it has claimed
-- (app.claim_mails), those in their digests, and the status of mails; it settles those still pending.
grant select (id, kind, user_id, to_address, subject, body_text, body_html, action_path, message_id, dedupe_key, digest_id, status, attempts, next_attempt_at,
  created_at),
  update (status, attempts, next_attempt_at, last_error, subject, body_text, body_html, sent_at) on priv.mails to app_worker;
create policy worker_sees_claimed on priv.mails for select to app_worker
  using (status <> 'queued' or attempts > 0 or digest_id is not null or next_attempt_at > now());
create policy worker_settles on priv.mails for update to app_worker
  using (status = 'queued' and (attempts > 0 or digest_id is not null))
  with check (status in ('sent', 'kept', 'failed') or next_attempt_at > now());
grant select (time_format) on public.users to app_worker;

-- A mail in the superadmin's own words (Spec §7, send-email) is queued by the sign-in login with the superadmin's session, and recorded in
-- the audit trail.
grant insert (action, entity, entity_id, changes) on public.audit_events to app_auth;
create policy free_mail_is_noted on public.audit_events for insert to app_auth
  with check (action = 'send' and entity = 'mails' and actor_id = (select app.real_uid()) and (select app.is_superadmin())
    and num_nonnulls(school_id, facility_id) = 0);
