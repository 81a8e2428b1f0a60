-- Requests answered from an email (decision 116): what a link must see and write before anyone is signed in.

-- Makes the link of an email about new requests, for who runs a facility; false where the email is about something else, where the
-- requests are answered, and where the organization wants a sign-in.
-- Reason: no login reads the outbox or writes links.
create or replace function app.make_request_link(p_mail uuid, p_hash text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with made as (
    insert into priv.request_links (token_hash, user_id, school_id, submitted_from, expires_at)
    select p_hash, u.id, s.school_id, n.created_at, now() + interval '7 days'
    from priv.mails m join public.notifications n on n.id = substr(m.dedupe_key, 14)::uuid and n.type = 'shift_requested'
    join public.users u on u.id = m.user_id and u.role = 'facility_admin'
    join public.shifts s on s.id = case when n.data ->> 'action_url' ~ '^/shift/[0-9a-f-]{36}$' then substr(n.data ->> 'action_url', 8)::uuid end
    where m.id = p_mail and m.kind = 'notification' and s.status = 'pending_facility' and s.submitted_at >= n.created_at
      and not exists (select from app.facility_line(s.facility_id) l join public.organizations o on o.id = l.id where o.answers_need_sign_in)
    returning 1)
  select exists (select from made)
$$;
grant execute on function app.make_request_link(uuid, text) to app_worker;

-- Finds a link by its hash and, while it works, lets the rest of this transaction act as the person it was sent to, with what they may
-- do now: the session ends with the transaction. Who answers at the same moment waits and finds it answered. Opening spends
-- nothing; the trail has it.
-- Reason: no login reads links or makes sessions.
create or replace function app.open_request_link(p_hash text) returns setof priv.request_links
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare l priv.request_links;
begin
  if app.uid() is not null then raise exception 'A link is opened by nobody' using errcode = '42501'; end if;
  select x.* into l from priv.request_links x where x.token_hash = p_hash for update;
  if l.id is null then return; end if;
  if l.answered_at is null and l.expires_at > now() then
    insert into priv.sessions (token_hash, user_id, expires_at) values (p_hash, l.user_id, now() + interval '1 microsecond')
      on conflict (token_hash) do update set expires_at = excluded.expires_at;
    perform set_config('app.session', p_hash, true);
  end if;
  update priv.request_links x set opens = x.opens + 1 where x.id = l.id;
  return next l;
end $$;

-- The link that this transaction was opened with has its answer, kept with the key of its press.
-- Reason: no login writes links.
create or replace function app.spend_request_link(p_key uuid, p_answer jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update priv.request_links l set answered_at = now(), answer_key = p_key, answer = p_answer where l.token_hash = current_setting('app.session', true)
$$;
grant execute on function app.open_request_link(text), app.spend_request_link(uuid, jsonb) to app_rw;
