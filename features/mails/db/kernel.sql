-- What claims mails, and queues one in the superadmin's words; policies.sql says what the worker sees of those that it has claimed.

do $$ begin
  if (select p.prorettype <> 'uuid'::regtype from pg_proc p where p.oid = to_regprocedure('app.claim_mails(integer, interval)')) then
    drop function app.claim_mails(integer, interval), app.join_digest(uuid, uuid[]);
  end if;
end $$;
-- Takes mails that are due and hides them until the lease is over: a worker that dies loses its claim by itself.
-- Reason: it must see what its caller may not: what nobody has claimed.
create or replace function app.claim_mails(p_limit integer, p_lease interval) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update priv.mails m set attempts = m.attempts + 1, next_attempt_at = now() + p_lease
  where m.id in (
    select d.id from priv.mails d where d.status = 'queued' and d.digest_id is null and d.next_attempt_at <= now()
    order by d.next_attempt_at limit p_limit for update skip locked)
  returning m.id
$$;

-- Puts into this claimed copy, a digest, these claimed ones of the same person and all others of theirs that are due. Each is in one
-- digest, whoever else claims.
-- Reason: as above.
create or replace function app.join_digest(p_id uuid, p_claimed uuid[]) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update priv.mails m set digest_id = p_id where m.id in (
    select d.id from priv.mails d join priv.mails l on l.id = p_id and l.user_id = d.user_id
    where d.kind = 'notification' and d.status = 'queued' and d.digest_id is null and d.id <> p_id
      and (d.id = any (p_claimed) or d.next_attempt_at <= now())
    for update of d skip locked)
  returning m.id
$$;

grant execute on function app.claim_mails(integer, interval), app.join_digest(uuid, uuid[]) to app_worker;

drop function if exists app.without_tokens(text), app.hold_mail(uuid, timestamptz), app.settle_mail(uuid, text, text, text, text, text),
  app.retry_mail(uuid, integer, text, interval), app.list_kept_mails(text, integer, integer), app.find_kept_mail(uuid);

-- A mail in the superadmin's own words (Spec §7, send-email): 60 an hour, 5 a day to one address. Who sent what to whom is on the
-- record.
-- Reason: it must write what its caller may not: the outbox, the counters and the audit trail.
create or replace function app.send_email(p_to text, p_subject text, p_text text, p_html text) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare mail_id uuid;
begin
  if not app.is_superadmin() then perform app.refuse('Only the superadmin writes mails in words of their own.', '42501'); end if;
  perform app.spend_allowance('free mail of ' || app.real_uid(), 1, 60, '1 hour', 'mail.hourly');
  perform app.spend_allowance('free mail to ' || p_to, 1, 5, '1 day', 'mail.daily');
  mail_id := app.queue_mail('free_text', p_to, p_subject, p_text, p_html, (select u.id from public.users u where u.email = p_to));
  insert into public.audit_events (action, entity, entity_id, changes)
  values ('send', 'mails', mail_id::text, jsonb_build_object('to', p_to, 'subject', p_subject));
  return mail_id;
end $$;
grant execute on function app.send_email(text, text, text, text) to app_rw;
