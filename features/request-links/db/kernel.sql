-- Requests answered from an email (decision 116): what a link must see and write before anyone is signed in.

drop function if exists app.make_request_link(uuid, text);

-- Finds a link by its hash and, while it works, lets the rest of this transaction act as the person it was sent to, with their current
-- permissions: the session ends with the transaction. A concurrent answer waits and finds it answered. Opening does not use it up, and is
-- recorded in the audit log.
-- Reason: no login reads links or creates sessions.
create or replace function app.open_request_link(p_hash text) returns setof priv.request_links
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare l priv.request_links;
begin
  if app.uid() is not null then raise exception 'A link is opened by nobody' using errcode = '42501'; end if;
  select * into l from priv.request_links where token_hash = p_hash for update;
  if l.id is null then return; end if;
  if l.answered_at is null and l.expires_at > now() then
    insert into priv.sessions (token_hash, user_id, expires_at) values (p_hash, l.user_id, now() + interval '1 microsecond')
      on conflict (token_hash) do update set expires_at = excluded.expires_at;
    perform set_config('app.session', p_hash, true);
  end if;
  update priv.request_links x set opens = x.opens + 1 where x.id = l.id;
  return next l;
end $$;

-- Stores the answer of the link that opened this transaction, with the idempotency key of the click.
-- Reason: no login writes links.
create or replace function app.spend_request_link(p_key uuid, p_answer jsonb) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update priv.request_links l set answered_at = now(), answer_key = p_key, answer = p_answer where l.token_hash = current_setting('app.session', true)
$$;
grant execute on function app.open_request_link(text), app.spend_request_link(uuid, jsonb) to app_rw;
