-- The functions that claim mails; policies.sql limits the worker to those it has claimed.

do $$ begin
  if (select p.prorettype <> 'uuid'::regtype from pg_proc p where p.oid = to_regprocedure('app.claim_mails(integer, interval)')) then
    drop function app.claim_mails(integer, interval), app.join_digest(uuid, uuid[]);
  end if;
end $$;
-- Claims due mails and hides them until the lease ends, so that a worker that dies loses its claim automatically. Copies of notifications
-- come last: an announcement must not delay the links that people wait for. The index mails_next has this order.
-- Reason: it must see what its caller may not: unclaimed mails.
create or replace function app.claim_mails(p_limit integer, p_lease interval) returns setof uuid
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update priv.mails set attempts = attempts + 1, next_attempt_at = now() + p_lease
  where id in (
    select id from priv.mails where status = 'queued' and digest_id is null and next_attempt_at <= now()
    order by kind = 'notification', next_attempt_at limit p_limit for update skip locked)
  returning id
$$;

-- Adds to this claimed copy, a digest, the other claimed copies of the same person, and all others of theirs that are due. Each copy is in
-- only one digest, no matter who else claims.
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

drop function if exists app.send_email(text, text, text, text);
