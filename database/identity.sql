-- Identifies the caller. PostgreSQL reads the caller from its own sessions table, by the hash that the transaction was opened with: neither
-- a client nor injected SQL can claim an identity. Policies call these functions as (select app.uid()), once per query. Reapplied as a
-- whole at each deploy.

-- The signed-in person's live session row, or nothing.
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.session() returns setof priv.sessions
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select s.* from priv.sessions s
  where s.token_hash = current_setting('app.session', true) and s.expires_at > now()
$$;

-- The effective person: the impersonated one during an impersonation, else the one signed in. No one once an impersonation's time
-- is over: the superadmin returns by ending it, never by waiting. `is_approved`: their role, school and facility apply. No login reads it.
create or replace view app.asker with (security_invoker = true) as
  select u.id, u.role, u.linked_school_id, u.linked_facility_id, u.status = 'active' and u.email_verified as is_approved
  from priv.sessions s
  join public.users r on r.id = s.user_id and r.status <> 'deactivated'
  join public.users u on u.id = coalesce(s.impersonated_user_id, s.user_id) and u.status <> 'deactivated'
  where s.token_hash = current_setting('app.session', true) and s.expires_at > now()
    and (s.impersonated_user_id is null
      or (s.impersonation_expires_at > now() and r.role = 'superadmin' and r.status = 'active'));

-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.uid() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.id from app.asker a
$$;

-- The person who signed in, never the impersonated one.
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.real_uid() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.user_id from priv.sessions s
  where s.token_hash = current_setting('app.session', true) and s.expires_at > now()
$$;

-- The impersonated person, or null.
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.acting_as() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.impersonated_user_id from priv.sessions s
  where s.token_hash = current_setting('app.session', true) and s.expires_at > now() and s.impersonation_expires_at > now()
$$;

-- The effective role: null for no one, and for people not verified or not yet approved.
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.role() returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.role from app.asker a where a.is_approved
$$;

-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.is_superadmin() returns boolean
language sql stable
return coalesce(app.role() = 'superadmin', false);

-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.is_school_admin() returns boolean
language sql stable
return coalesce(app.role() in ('school_admin', 'school_super_admin'), false);

-- The school of an approved member; null for a superadmin (whose selection is app.selected_school_id).
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.school_id() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.linked_school_id from app.asker a where a.is_approved
$$;

-- The caller's facility: their own, or a higher one that they were given to manage (app.facility_root).
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.facility_id() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when a.role = 'facility_admin' and exists (select 1 from public.facility_admin_permissions p
      where p.user_id = a.id and p.is_enabled and p.permission_type in ('unit_admin', 'site_admin', 'org_admin'))
    then app.facility_root(a.id) else a.linked_facility_id end
  from app.asker a where a.is_approved
$$;

-- The school that a superadmin works in (chosen in the school area); everyone else works in their own.
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.selected_school_id() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when a.role = 'superadmin' then (select s.selected_school_id from app.session() s) else a.linked_school_id end
  from app.asker a where a.is_approved
$$;

-- True if the caller may administer this school: school administrators their own, the superadmin any.
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.administers_school(target uuid) returns boolean
language sql stable
return (select app.is_superadmin()) or ((select app.is_school_admin()) and target = (select app.school_id()));

-- The node and everything below it, for the scope of a facility administrator.
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.facility_scope(root uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive below as (
    select id from public.facilities where id = root
    union
    select f.id from public.facilities f join below b on f.parent_id = b.id
  )
  select id from below
$$;

-- The node and everything above it, up to its organization.
-- Reason: policies need it: the caller is read from the session, which no login can read.
create or replace function app.nodes_above(node uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive above as (
    select id, parent_id from public.facilities where id = node
    union
    select f.id, f.parent_id from public.facilities f join above a on f.id = a.parent_id
  )
  select id from above
$$;

drop function if exists app.refuse(text, text);
drop function if exists app.refuse_old_version(integer, integer, text);

-- Notifies every server process that a row changed, so that it drops what it cached: a channel, and the column with the person's id;
-- without a column, for everyone, such as when a school changes.
create or replace function app.tell() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify(tg_argv[0], coalesce(to_jsonb(coalesce(new, old)) ->> tg_argv[1], ''));
  return null;
end $$;
create or replace trigger person_changed after update of role, status, linked_school_id, linked_facility_id, email_verified, full_name, email
  on public.users for each row execute function app.tell('person_changed', 'id');
create or replace trigger person_changed after update of is_active on public.schools for each row execute function app.tell('person_changed', '');
create or replace trigger person_changed after insert or delete or update of is_enabled, expires_on
  on public.facility_admin_permissions for each row execute function app.tell('person_changed', 'user_id');
drop function if exists app.person_changed();

-- Notifies every server process that a session changed. Any login may LISTEN, and the hash can open a transaction as a person, so the
-- payload is a digest of the hash (platform/server/session.ts sessionDigest).
-- Reason: triggers and functions that change sessions need it: every process drops what it cached.
create or replace function app.session_changed(p_token_hash text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select pg_notify('session_changed', encode(sha256(p_token_hash::bytea), 'hex'))
$$;
grant execute on function app.session_changed(text) to app_auth;

-- Records in the trail who signed in, and when each impersonation began and ended: by the button, by signing out, or with the session.
create or replace function app.note_session() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_over boolean := tg_op = 'DELETE' or tg_op = 'UPDATE' and new.impersonated_user_id is null;
  s priv.sessions := case when is_over then old else new end;
begin
  insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, school_id, facility_id, reason, changes)
  select s.user_id, u.id, case when is_over then 'impersonation_ended' when u.id is null then 'sign_in' else 'impersonation_started' end,
    'users', coalesce(u.id, r.id)::text, u.linked_school_id, u.linked_facility_id, s.impersonation_reason,
    case when is_over then jsonb_build_object('time_was_over', s.impersonation_expires_at <= now(), 'session_ended', tg_op = 'DELETE')
      when u.id is not null then jsonb_build_object('may_write', s.impersonation_may_write, 'until', s.impersonation_expires_at) else '{}' end
  from public.users r left join public.users u on u.id = s.impersonated_user_id where r.id = s.user_id;
  return null;
end $$;
create or replace trigger signed_in after insert on priv.sessions for each row when (current_user = 'app_auth') execute function app.note_session();
create or replace trigger impersonated after update of impersonated_user_id on priv.sessions
  for each row when (current_user = 'app_auth' and old.impersonated_user_id is distinct from new.impersonated_user_id) execute function app.note_session();
-- The end of a job's session does not end an impersonation.
create or replace trigger impersonation_ended_with_session after delete on priv.sessions
  for each row when (old.impersonated_user_id is not null and old.job_id is null) execute function app.note_session();
drop trigger if exists impersonation_ended on priv.sessions;

-- An additional column changes the return type, so the function can't be replaced: the old one is dropped first, in the same transaction.
do $$
begin
  if not exists (select from pg_proc p where p.oid = to_regprocedure('app.read_session(text)') and 'time_format' = any (p.proargnames)) then
    drop function if exists app.read_session(text);
  end if;
end $$;

-- Reads the session of a token for one request (Spec §4): removes it if expired; keeps its expiry while more than an hour remains, else
-- renews it to 24 hours, at most 7 days after sign-in; writes last_seen_at at most every 5 seconds.
-- Reason: it must see what its caller may not: the digest of a session.
create or replace function app.read_session(token text) returns table (
  user_id uuid, real_user_id uuid, email text, full_name text, role text, status text, email_verified boolean, real_role text, real_full_name text,
  linked_school_id uuid, linked_facility_id uuid, school_name text, school_is_active boolean, facility_name text, is_preceptor boolean, must_change_password boolean,
  signed_in_at timestamptz, expires_at timestamptz, view_role text, selected_school_id uuid, selected_school_name text,
  impersonating boolean, impersonation_reason text, impersonation_expires_at timestamptz, impersonation_may_write boolean, time_format text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare seen priv.sessions;
begin
  select * into seen from priv.sessions where token_hash = token;
  if not found then return; end if;
  if seen.expires_at <= now() then
    delete from priv.sessions where token_hash = token;
    return;
  end if;
  if seen.last_seen_at <= now() - interval '5 seconds' then
    -- No one waits for the disk: what a crash loses is a later last_seen_at.
    perform set_config('synchronous_commit', 'off', true);
    update priv.sessions s set last_seen_at = now(),
      expires_at = case when s.expires_at - now() > interval '1 hour' then s.expires_at
        else greatest(s.expires_at, least(now() + interval '24 hours', s.signed_in_at + interval '7 days')) end
      where s.token_hash = token
      returning s.* into seen;
  end if;
  return query
    select u.id, r.id, u.email, u.full_name, u.role, u.status, u.email_verified, r.role, r.full_name,
      u.linked_school_id, u.linked_facility_id, sc.name, coalesce(sc.is_active, true), f.name,
      u.role = 'facility_admin' and app.is_preceptor(u.id),
      coalesce(c.must_change, false),
      seen.signed_in_at, seen.expires_at, seen.view_role, seen.selected_school_id, ss.name,
      seen.impersonated_user_id is not null, seen.impersonation_reason,
      seen.impersonation_expires_at, seen.impersonation_may_write, u.time_format
    from public.users r
    join public.users u on u.id = coalesce(seen.impersonated_user_id, r.id)
    left join public.schools sc on sc.id = u.linked_school_id
    left join public.facilities f on f.id = u.linked_facility_id
    left join public.schools ss on ss.id = seen.selected_school_id
    left join priv.credentials c on c.user_id = r.id
    where r.id = seen.user_id and r.status <> 'deactivated' and u.status <> 'deactivated';
end $$;
grant execute on function app.read_session(text) to app_auth;

grant execute on function app.session(), app.uid(), app.real_uid(), app.acting_as(), app.role(), app.is_superadmin(), app.is_school_admin(),
  app.school_id(), app.facility_id(), app.selected_school_id(), app.administers_school(uuid), app.facility_scope(uuid)
  to app_rw, app_auth;
-- The worker writes rows itself, for no signed-in person.
grant execute on function app.uid(), app.real_uid(), app.role() to app_worker;
revoke execute on function app.session() from app_rw, app_auth;

drop function if exists app.take_idempotency_key(uuid, text, text), app.claim_idempotency_key(uuid, text, text), app.keep_idempotent_answer(uuid, jsonb);
-- Idempotency (platform/server/idempotency.ts): everyone has their own keys, each with one request and one answer.
grant select (user_id, key, name, request_hash, answer), insert (user_id, key, name, request_hash), update (answer) on public.idempotency_keys to app_rw;
create policy own_keys on public.idempotency_keys for select to app_rw using (user_id = (select app.real_uid()));
create policy claim_own on public.idempotency_keys for insert to app_rw
  with check (user_id = (select app.real_uid()) and (select app.uid()) is not null);
create policy answer_own on public.idempotency_keys for update to app_rw
  using (user_id = (select app.real_uid()) and answer is null) with check (user_id = (select app.real_uid()));

-- Throttling: the attempt is counted before anything costly is done. `free` attempts, then a wait that doubles from one second to 15
-- minutes; a window without attempts resets the counter. Returns the seconds to wait, 0 if the attempt may go on.
-- Reason: it must write what its caller may not: counters.
create or replace function app.reserve_attempt(p_key text, p_free integer, p_window interval) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare t record;
begin
  insert into priv.throttles as k (key) values (p_key) on conflict (key) do update
    set attempts = case when k.window_started_at < now() - p_window and coalesce(k.blocked_until, 'epoch') < now() then 0 else k.attempts end,
        window_started_at = case when k.window_started_at < now() - p_window then now() else k.window_started_at end
    returning * into t;
  if t.blocked_until > now() then return ceil(extract(epoch from t.blocked_until - now())); end if;
  update priv.throttles set attempts = attempts + 1,
    blocked_until = case when attempts + 1 >= p_free
      then now() + least(interval '15 minutes', interval '1 second' * power(2, least(attempts + 1 - p_free, 20))) end
    where key = p_key;
  return 0;
end $$;
drop function if exists app.forgive_attempts(text), app.return_quota(text);
-- Only for the sign-in login, because resetting or using up attempts decides who may guess and who is locked out. It removes counters and
-- takes back successful attempts.
grant execute on function app.reserve_attempt(text, integer, interval) to app_auth;
grant select (key, attempts), update (attempts), delete on priv.throttles to app_auth;
create policy sign_in_sees_counters on priv.throttles for select to app_auth using (attempts >= 0);
create policy sign_in_takes_back on priv.throttles for update to app_auth using (attempts > 0) with check (attempts >= 0);
create policy sign_in_forgives on priv.throttles for delete to app_auth using (attempts >= 0);

-- Adds to a counter that restarts after its window and never decreases; returns its value and the seconds until it restarts.
-- Reason: it must write what its caller may not: counters.
create or replace function app.count_within(p_key text, p_amount integer, p_window interval, out spent integer, out seconds integer)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into priv.throttles as k (key, attempts) values (p_key, greatest(p_amount, 0)) on conflict (key) do update
    set attempts = case when k.window_started_at <= now() - p_window then 0 else k.attempts end + excluded.attempts,
        window_started_at = case when k.window_started_at <= now() - p_window then now() else k.window_started_at end
    returning attempts, greatest(1, ceil(extract(epoch from window_started_at + p_window - now())))::integer
$$;

-- Uses a part of an allowance, or refuses with this code and the seconds until it is available again.
-- Reason: it must write what its caller may not: counters.
create or replace function app.spend_allowance(p_key text, p_amount integer, p_allowance integer, p_window interval, p_code text, p_values jsonb default '{}')
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare counted record;
begin
  select * into counted from app.count_within(p_key, p_amount, p_window);
  if counted.spent <= p_allowance then return; end if;
  raise exception using errcode = 'PW429', message = p_code, detail = p_values || to_jsonb(counted);
end $$;
drop function if exists app.take_quota(text, integer, interval), app.spend_allowance(text, integer, integer, interval);

drop function if exists app.spend_quota(text, integer, interval);
-- For callers that count and refuse in TypeScript (platform/server/rate-limits.ts).
grant execute on function app.count_within(text, integer, interval) to app_auth, app_worker;

-- Queues an email in the caller's transaction, to an address or to a person. The same key queues once; its Message-ID never changes.
-- Reason: it must write what its caller may not: the outbox.
create or replace function app.queue_mail(p_kind text, p_to text, p_subject text, p_text text, p_html text, p_user_id uuid default null, p_dedupe_key text default null)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare new_id uuid := gen_random_uuid();
begin
  insert into priv.mails (id, kind, user_id, to_address, subject, body_text, body_html, message_id, dedupe_key)
  values (new_id, p_kind, p_user_id, coalesce(p_to, (select email from public.users where id = p_user_id)), p_subject, p_text, p_html, '<' || new_id || '@placewell>', p_dedupe_key)
  on conflict (dedupe_key) do nothing returning id into new_id;
  if new_id is not null then perform pg_notify('mail_queued', ''); end if;
  return new_id;
end $$;
-- Not for app_rw: its own functions queue emails after they have checked the caller.
grant execute on function app.queue_mail(text, text, text, text, text, uuid, text) to app_auth, app_worker;
