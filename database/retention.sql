-- What is deleted after a retention time (docs/decisions/011), only by the worker (platform/server/clean-up.ts). These policies let it see
-- and delete expired rows and nothing else. The update right is needed to lock a row: rows that someone holds are skipped until the next
-- time. Nothing here is a record: the audit trail, people, invitations and notifications stay.
drop function if exists app.clean_up(integer);

grant select (user_id, key, created_at), update (name), delete on public.idempotency_keys to app_worker;
create policy worker_sees_old on public.idempotency_keys for select to app_worker using (created_at < now() - interval '7 days');
create policy worker_locks_old on public.idempotency_keys for update to app_worker
  using (created_at < now() - interval '7 days') with check (created_at < now() - interval '7 days');
create policy worker_deletes_old on public.idempotency_keys for delete to app_worker using (created_at < now() - interval '7 days');

grant select (token_hash, expires_at), update (expires_at), delete on priv.user_tokens to app_worker;
create policy worker_sees_old on priv.user_tokens for select to app_worker using (expires_at < now() - interval '7 days');
create policy worker_locks_old on priv.user_tokens for update to app_worker
  using (expires_at < now() - interval '7 days') with check (expires_at < now() - interval '7 days');
create policy worker_deletes_old on priv.user_tokens for delete to app_worker using (expires_at < now() - interval '7 days');

grant select (token_hash, expires_at), update (expires_at), delete on priv.sessions to app_worker;
create policy worker_sees_old on priv.sessions for select to app_worker using (expires_at < now() - interval '1 day');
create policy worker_locks_old on priv.sessions for update to app_worker
  using (expires_at < now() - interval '1 day') with check (expires_at < now() - interval '1 day');
create policy worker_deletes_old on priv.sessions for delete to app_worker using (expires_at < now() - interval '1 day');

grant select (token_hash, user_id, last_used_at), update (last_used_at), delete on priv.known_devices to app_worker;
create policy worker_sees_old on priv.known_devices for select to app_worker using (last_used_at < now() - interval '180 days');
create policy worker_locks_old on priv.known_devices for update to app_worker
  using (last_used_at < now() - interval '180 days') with check (last_used_at < now() - interval '180 days');
create policy worker_deletes_old on priv.known_devices for delete to app_worker using (last_used_at < now() - interval '180 days');

grant select (key, window_started_at, blocked_until), update (attempts), delete on priv.throttles to app_worker;
create policy worker_sees_old on priv.throttles for select to app_worker using (window_started_at < now() - interval '2 days' and coalesce(blocked_until, 'epoch') < now());
create policy worker_locks_old on priv.throttles for update to app_worker
  using (window_started_at < now() - interval '2 days' and coalesce(blocked_until, 'epoch') < now()) with check (window_started_at < now() - interval '2 days' and coalesce(blocked_until, 'epoch') < now());
create policy worker_deletes_old on priv.throttles for delete to app_worker using (window_started_at < now() - interval '2 days' and coalesce(blocked_until, 'epoch') < now());

-- An expired invitation's link can still be used to request a new one.
grant select (token_hash, invitation_id, replaced_at), update (replaced_at), delete on priv.invitation_tokens to app_worker;
create policy worker_sees_old on priv.invitation_tokens for select to app_worker using (
    replaced_at < now() - interval '30 days' or exists (select from public.invitations i where i.id = invitation_id
    and (i.accepted_at < now() - interval '30 days' or i.expires_at < now() - interval '180 days')));
create policy worker_locks_old on priv.invitation_tokens for update to app_worker using (
    replaced_at < now() - interval '30 days' or exists (select from public.invitations i where i.id = invitation_id
    and (i.accepted_at < now() - interval '30 days' or i.expires_at < now() - interval '180 days')))
  with check (replaced_at < now() - interval '30 days');
create policy worker_deletes_old on priv.invitation_tokens for delete to app_worker using (
    replaced_at < now() - interval '30 days' or exists (select from public.invitations i where i.id = invitation_id
    and (i.accepted_at < now() - interval '30 days' or i.expires_at < now() - interval '180 days')));

-- Only emails that were sent, kept or given up; pending ones are never deleted. The worker sees emails because it sends them
-- (features/mails/db/policies.sql).
grant delete on priv.mails to app_worker;
create policy worker_locks_old on priv.mails for update to app_worker
  using (status <> 'queued' and created_at < now() - interval '90 days') with check (status <> 'queued');
create policy worker_deletes_old on priv.mails for delete to app_worker
  using (status <> 'queued' and created_at < now() - interval '90 days');

grant delete on public.jobs to app_worker;
create policy worker_locks_old on public.jobs for update to app_worker
  using (finished_at < now() - interval '90 days') with check (finished_at < now() - interval '90 days');
create policy worker_deletes_old on public.jobs for delete to app_worker using (finished_at < now() - interval '90 days');

-- Messages of the contact page, a year after someone answered them.
grant select (id, answered_at), update (answered_at), delete on public.contact_messages to app_worker;
create policy worker_sees_old on public.contact_messages for select to app_worker using (answered_at < now() - interval '365 days');
create policy worker_locks_old on public.contact_messages for update to app_worker
  using (answered_at < now() - interval '365 days') with check (answered_at < now() - interval '365 days');
create policy worker_deletes_old on public.contact_messages for delete to app_worker using (answered_at < now() - interval '365 days');

-- People read from a Canvas that a school no longer connects. The worker sees them because it reads rosters
-- (features/canvas-connections/db/policies.sql).
grant select (updated_at) on public.canvas_connections to app_worker;
grant delete on public.canvas_people to app_worker;
create policy worker_deletes_old on public.canvas_people for delete to app_worker using (exists (select from public.canvas_connections c
  where c.id = connection_id and c.status = 'revoked' and c.updated_at < now() - interval '30 days'));
