-- What is kept for a time and then deleted (docs/decisions/011): one function, in bounded batches, for the worker alone.
-- Nothing here is a record: the audit trail, people, invitations and notifications stay.

-- Deletes at most p_batch rows of each kind that are past their time; says how many of each. Rows that somebody holds are
-- left for the next time. Re-applied whole at each deploy.
-- Reason: it must see what its caller may not: digests of sessions and links that are past their time.
create or replace function app.clean_up(p_batch integer) returns table (kind text, deleted integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_batch is null or p_batch not between 1 and 10000 then perform app.refuse('A batch has 1 to 10,000 rows.'); end if;
  -- One process at a time: the others have nothing to do.
  if not pg_try_advisory_xact_lock(hashtext('placewell clean-up')) then return; end if;

  kind := 'idempotency keys';
  delete from priv.idempotency_keys k where (k.user_id, k.key) in (
    select o.user_id, o.key from priv.idempotency_keys o where o.created_at < now() - interval '7 days'
    order by o.created_at limit p_batch for update skip locked);
  get diagnostics deleted = row_count; return next;

  kind := 'links';
  delete from priv.user_tokens t where t.token_hash in (
    select o.token_hash from priv.user_tokens o where o.expires_at < now() - interval '7 days'
    order by o.expires_at limit p_batch for update skip locked);
  get diagnostics deleted = row_count; return next;

  -- An expired invitation's link still serves to ask for a new one.
  kind := 'invitation links';
  delete from priv.invitation_tokens t where t.token_hash in (
    select o.token_hash from priv.invitation_tokens o join public.invitations i on i.id = o.invitation_id
    where o.replaced_at < now() - interval '30 days' or i.accepted_at < now() - interval '30 days' or i.expires_at < now() - interval '180 days'
    limit p_batch for update of o skip locked);
  get diagnostics deleted = row_count; return next;

  kind := 'sessions';
  delete from priv.sessions s where s.token_hash in (
    select o.token_hash from priv.sessions o where o.expires_at < now() - interval '1 day'
    order by o.expires_at limit p_batch for update skip locked);
  get diagnostics deleted = row_count; return next;

  kind := 'known devices';
  delete from priv.known_devices d where (d.token_hash, d.user_id) in (
    select o.token_hash, o.user_id from priv.known_devices o where o.last_used_at < now() - interval '180 days'
    order by o.last_used_at limit p_batch for update skip locked);
  get diagnostics deleted = row_count; return next;

  kind := 'throttles';
  delete from priv.throttles k where k.key in (
    select o.key from priv.throttles o where o.window_started_at < now() - interval '2 days' and coalesce(o.blocked_until, 'epoch') < now()
    order by o.window_started_at limit p_batch for update skip locked);
  get diagnostics deleted = row_count; return next;

  -- Sent, kept or given up; what still waits is never deleted.
  kind := 'mails';
  delete from priv.mails m where m.id in (
    select o.id from priv.mails o where o.status <> 'queued' and o.created_at < now() - interval '90 days'
    order by o.created_at limit p_batch for update skip locked);
  get diagnostics deleted = row_count; return next;

  kind := 'jobs';
  delete from public.jobs j where j.id in (
    select o.id from public.jobs o where o.finished_at < now() - interval '90 days'
    order by o.finished_at limit p_batch for update skip locked);
  get diagnostics deleted = row_count; return next;
end $$;
grant execute on function app.clean_up(integer) to app_worker;
