-- What claims mails with what their readers chose, and queues one in the superadmin's words; policies.sql says what the worker sees.

-- Takes mails that are due and hides them until the lease is over: a worker that dies loses its claim by itself.
-- With its recipient and, of a notification's copy, the event that they may choose not to get by mail, its code and values (such a
-- copy is worded when it is sent), and when they want copies.
-- Reason: it must see what its caller may not: the outbox.
create or replace function app.claim_mails(p_limit integer, p_lease interval)
returns table (id uuid, attempt integer, to_address text, subject text, body_text text, body_html text, action_path text, message_id text,
  user_id uuid, event text, code text, "values" jsonb, time_format text, created_at timestamptz, delivery jsonb)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with claimed as (
    update priv.mails m set attempts = m.attempts + 1, next_attempt_at = now() + p_lease
    where m.id in (
      select d.id from priv.mails d where d.status = 'queued' and d.digest_id is null and d.next_attempt_at <= now()
      order by d.next_attempt_at limit p_limit for update skip locked)
    returning m.*)
  select m.id, m.attempts, m.to_address, m.subject, m.body_text, m.body_html, coalesce(n.data ->> 'action_url', m.action_path), m.message_id,
    m.user_id, n.type, n.code, n.values, coalesce(u.time_format, '12h'), m.created_at, to_jsonb(p)
  from claimed m left join public.users u on u.id = m.user_id left join public.notifications n on n.id = case when m.kind = 'notification' then substr(m.dedupe_key, 14)::uuid end
    left join public.delivery_preferences p on p.user_id = m.user_id and n.id is not null
$$;

-- What goes out within this claimed copy, a digest, oldest first; with p_claimed also these claimed ones of the same person and all
-- others of theirs that are due. Each is in one digest, whoever else claims.
-- Reason: as above.
create or replace function app.join_digest(p_id uuid, p_claimed uuid[])
returns table (id uuid, subject text, body_text text, action_path text, event text, code text, "values" jsonb)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with joined as (
    update priv.mails m set digest_id = p_id where m.id in (
      select d.id from priv.mails d join priv.mails l on l.id = p_id and l.user_id = d.user_id
      where d.kind = 'notification' and d.status = 'queued' and d.digest_id is null and d.id <> p_id and p_claimed is not null
        and (d.id = any (p_claimed) or d.next_attempt_at <= now())
      for update of d skip locked)
    returning m.*)
  select m.id, m.subject, m.body_text, coalesce(n.data ->> 'action_url', m.action_path), n.type, n.code, n.values
  from (select * from joined union all select * from priv.mails x where x.digest_id = p_id) m
    left join public.notifications n on n.id = substr(m.dedupe_key, 14)::uuid
  order by m.created_at, m.id
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
  insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, changes)
  values (app.real_uid(), app.acting_as(), 'send', 'mails', mail_id::text, jsonb_build_object('to', p_to, 'subject', p_subject));
  return mail_id;
end $$;
grant execute on function app.send_email(text, text, text, text) to app_rw;
