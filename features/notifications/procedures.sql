-- Queues the e-mail copies of these notifications for everybody whose preference says so, else when the default does. A copy is
-- worded when it is sent (app.claim_mails); its words here are for a notification that is gone by then.
create or replace function app.queue_notification_mails(p_ids uuid[], p_default boolean default null) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into priv.mails (kind, user_id, to_address, subject, body_text, body_html, message_id, dedupe_key, action_path)
  select 'notification', u.id, u.email, coalesce(n.title, 'New notification'), coalesce(n.message, 'Sign in to Placewell to read it.'), '',
    '<' || n.id || '@placewell>', 'notification ' || n.id, n.data ->> 'action_url'
  from public.notifications n
  join public.users u on u.id = n.recipient_id and u.email_verified and u.status <> 'deactivated'
  left join public.notification_preferences p on p.user_id = n.recipient_id and p.type = n.type
  left join priv.notification_types t on t.type = n.type
  where n.id = any (p_ids) and coalesce(p.by_email, p_default, t.by_email)
  on conflict (dedupe_key) do nothing;
  if found then perform pg_notify('mail_queued', ''); end if;
end $$;

-- Until the end of the transaction, or until called with null, the notifications of one person become one with this heading (a code
-- with values, or a title): a command that concerns many shifts notifies each person once. The key names the command; the same key
-- again adds to the same one.
create or replace function app.group_notifications(
  p_key text, p_title text default null, p_action_url text default null, p_code text default null, p_values jsonb default '{}') returns void
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select set_config('app.notification_group', case when p_key is null then '' else jsonb_build_object('key', p_key,
    'heading', case when p_code is not null then jsonb_build_object('code', p_code, 'values', p_values)
      when p_title is not null then jsonb_build_object('title', p_title) end,
    'data', case when p_action_url is null then '{}' else jsonb_build_object('action_url', p_action_url) end)::text end, true)
$$;
grant execute on function app.group_notifications(text, text, text, text, jsonb) to app_rw;

-- Notifies these people, each once per dedupe key, and queues the e-mail copies in the same transaction. Returns the rows that were
-- written; none for who was notified already or is no longer there. The address must be a path of this product. Without a code the
-- values are a title and a message, which are cut. In a group the second line of a person makes their notification a list; past
-- twenty, lines are counted only.
create or replace function app.notify_code(
  p_recipients uuid[], p_type text, p_code text, p_values jsonb, p_action_url text default null, p_dedupe_key text default null)
returns uuid[] language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  written uuid[];
  in_group jsonb := nullif(current_setting('app.notification_group', true), '')::jsonb;
  key text := coalesce('group ' || (in_group ->> 'key'), p_dedupe_key);
  line jsonb := case when p_code is null then p_values else jsonb_build_object('code', p_code, 'values', p_values) end;
begin
  if p_action_url !~ '^/[^/\\]' or p_action_url ~ '[[:cntrl:]\\]' then perform app.refuse('A notification leads to a path of this product.'); end if;
  with added as (
    insert into public.notifications (recipient_id, type, code, values, title, message, data, dedupe_key)
    select u.id, p_type, p_code, case when p_code is not null then p_values end,
      case when p_code is null then left(p_values ->> 'title', 200) end, case when p_code is null then left(p_values ->> 'message', 2000) end,
      case when p_action_url is null then '{}'::jsonb else jsonb_build_object('action_url', p_action_url) end, key
    from public.users u where u.id = any (p_recipients) and u.status <> 'deactivated' order by u.id
    on conflict (recipient_id, dedupe_key) where dedupe_key is not null do nothing returning id)
  select coalesce(array_agg(a.id), '{}') into written from added a;
  if in_group is not null then
    with before as (
      select n.id, case when n.code = 'notification.group' then n.values else jsonb_build_object('more', 0, 'lines', jsonb_build_array(
          case when n.code is null then jsonb_build_object('title', n.title, 'message', n.message)
            else jsonb_build_object('code', n.code, 'values', n.values) end)) end as values
      from public.notifications n where n.recipient_id = any (p_recipients) and n.dedupe_key = key and n.id <> all (written) order by n.id for update),
    extended as (
      update public.notifications n set code = 'notification.group', title = null, message = null, data = n.data || (in_group -> 'data'),
        values = jsonb_build_object('heading', in_group -> 'heading') || case when jsonb_array_length(b.values -> 'lines') < 20
          then jsonb_insert(b.values, '{lines,-1}', line, true) else b.values || jsonb_build_object('more', (b.values ->> 'more')::integer + 1) end
      from before b where n.id = b.id returning n.id)
    select written || coalesce(array_agg(x.id), '{}') into written from extended x;
  end if;
  perform app.queue_notification_mails(written);
  return written;
end $$;

-- The same for one person in words; for functions that send no codes yet.
create or replace function app.notify(
  p_recipient uuid, p_type text, p_title text, p_message text, p_action_url text default null, p_dedupe_key text default null)
returns uuid language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select (app.notify_code(array[p_recipient], p_type, null, jsonb_build_object('title', p_title, 'message', p_message), p_action_url, p_dedupe_key))[1]
$$;
-- Both for no login: other functions call them, after they have looked at who asks.

-- Every process hears whose notifications changed, and nothing else about them.
create or replace function app.notifications_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('notification', c.recipient_id::text) from (select distinct recipient_id from changed) c;
  return null;
end $$;
create or replace trigger tell_insert after insert on public.notifications
  referencing new table as changed for each statement execute function app.notifications_changed();
create or replace trigger tell_update after update on public.notifications
  referencing new table as changed for each statement execute function app.notifications_changed();
create or replace trigger tell_delete after delete on public.notifications
  referencing old table as changed for each statement execute function app.notifications_changed();

-- From unread to read and never back (Spec §4); the time of reading is the database's, and stays.
create or replace function app.notification_read_once() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.is_read then
    if not new.is_read then perform app.refuse('A notification that was read stays read.', 'PW409'); end if;
    new.read_at := old.read_at;
  elsif new.is_read then
    new.read_at := now();
  end if;
  return new;
end $$;
create or replace trigger read_once before update on public.notifications for each row execute function app.notification_read_once();

-- Whom a role, a school or a person means: approved, verified people, in the order of their ids; so many after one of them,
-- or all.
create or replace function app.broadcast_slice(p_audience text, p_role text, p_school_id uuid, p_user_id uuid, p_after uuid, p_limit integer)
returns setof uuid language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id from public.users u
  where u.status = 'active' and u.email_verified
    and case p_audience when 'role' then u.role = p_role when 'school' then u.linked_school_id = p_school_id
      when 'person' then u.id = p_user_id else false end
    and (p_after is null or u.id > p_after)
  order by u.id limit p_limit
$$;
create or replace function app.broadcast_audience(p_audience text, p_role text, p_school_id uuid, p_user_id uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.broadcast_slice(p_audience, p_role, p_school_id, p_user_id, null, null)
$$;

-- How many it would reach, and how many of them by e-mail. Superadmin only.
create or replace function app.count_broadcast_audience(p_audience text, p_role text, p_school_id uuid, p_user_id uuid, p_by_email boolean)
returns table (people integer, by_email integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_superadmin() then perform app.refuse('Only the superadmin sends announcements.', '42501'); end if;
  return query
    select count(*)::integer, (count(*) filter (where coalesce(p.by_email, p_by_email)))::integer
    from app.broadcast_audience(p_audience, p_role, p_school_id, p_user_id) a (id)
    left join public.notification_preferences p on p.user_id = a.id and p.type = 'announcement';
end $$;

-- Takes an announcement further, by so many people: tells them and queues their e-mail copies. How far it has come is
-- written in the same transaction, so that a crash repeats nobody and leaves nobody out. True when it is through.
-- Who has chosen for themselves whether announcements come by e-mail is not overruled.
create or replace function app.continue_broadcast(p_id uuid, p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  b public.notification_broadcasts;
  people uuid[];
  told uuid[];
begin
  select x.* into b from public.notification_broadcasts x where x.id = p_id and x.finished_at is null for update;
  if not found then return true; end if;
  people := array(select app.broadcast_slice(b.audience, b.audience_role, b.audience_school_id, b.audience_user_id, b.last_recipient, p_limit));
  with added as (
    insert into public.notifications (recipient_id, type, title, message, data, dedupe_key)
    select p.id, 'announcement', b.title, b.message,
      case when b.action_url is null then '{}'::jsonb else jsonb_build_object('action_url', b.action_url) end, 'broadcast ' || b.id
    from unnest(people) p (id)
    on conflict (recipient_id, dedupe_key) where dedupe_key is not null do nothing
    returning id)
  select coalesce(array_agg(a.id), '{}') into told from added a;
  perform app.queue_notification_mails(told, b.by_email);
  update public.notification_broadcasts x set recipient_count = x.recipient_count + cardinality(told),
    last_recipient = coalesce(people[cardinality(people)], x.last_recipient),
    finished_at = case when cardinality(people) < p_limit then now() end
    where x.id = p_id;
  return cardinality(people) < p_limit;
end $$;

-- The next batch of the oldest announcement that nobody else is at; false when there is none.
create or replace function app.send_next_batch(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare next_id uuid;
begin
  select b.id into next_id from public.notification_broadcasts b where b.finished_at is null
    order by b.created_at limit 1 for update skip locked;
  if next_id is null then return false; end if;
  perform app.continue_broadcast(next_id, p_limit);
  return true;
end $$;
grant execute on function app.send_next_batch(integer) to app_worker;

-- Sends an announcement once: the browser chooses its id, and the same id again changes nothing. Superadmin only.
-- A thousand people hear it at once, the others by and by. Returns for how many it is.
create or replace function app.send_broadcast(p_id uuid, p_audience text, p_role text, p_school_id uuid, p_user_id uuid,
  p_title text, p_message text, p_action_url text, p_by_email boolean)
returns integer language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  known public.notification_broadcasts;
  meant integer;
begin
  if not app.is_superadmin() then perform app.refuse('Only the superadmin sends announcements.', '42501'); end if;
  if p_action_url ~ '[[:cntrl:]\\]' then perform app.refuse('A notification leads to a path of this product.'); end if;
  insert into public.notification_broadcasts
    (id, sent_by, audience, audience_role, audience_school_id, audience_user_id, title, message, action_url, by_email, expected_count)
  values (p_id, app.real_uid(), p_audience, p_role, p_school_id, p_user_id, p_title, p_message, p_action_url, p_by_email,
    (select count(*) from app.broadcast_audience(p_audience, p_role, p_school_id, p_user_id)))
  on conflict (id) do nothing
  returning expected_count into meant;
  if not found then
    select b.* into known from public.notification_broadcasts b where b.id = p_id;
    if (known.audience, known.audience_role, known.audience_school_id, known.audience_user_id, known.title, known.message, known.action_url, known.by_email)
      is distinct from (p_audience, p_role, p_school_id, p_user_id, p_title, p_message, p_action_url, p_by_email)
    then perform app.refuse('This announcement was already sent with other words. Start again.', 'PW409'); end if;
    return known.expected_count;
  end if;
  if meant = 0 then perform app.refuse('This reaches nobody. Choose somebody else.'); end if;
  if not app.continue_broadcast(p_id, 1000) then perform pg_notify('broadcast_queued', ''); end if;
  return meant;
end $$;

-- What became of an announcement. Superadmin only.
create or replace function app.broadcast_outcome(p_id uuid)
returns table (have_read integer, mails_waiting integer, mails_sent integer, mails_failed integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_superadmin() then perform app.refuse('Only the superadmin sees announcements.', '42501'); end if;
  return query
    select (count(*) filter (where n.is_read))::integer, (count(*) filter (where m.status = 'queued'))::integer,
      (count(*) filter (where m.status in ('sent', 'kept')))::integer, (count(*) filter (where m.status = 'failed'))::integer
    from public.notifications n left join priv.mails m on m.dedupe_key = 'notification ' || n.id
    where n.dedupe_key = 'broadcast ' || p_id and n.type = 'announcement';
end $$;
grant execute on function app.count_broadcast_audience(text, text, uuid, uuid, boolean), app.broadcast_outcome(uuid) to app_rw;
grant execute on function app.send_broadcast(uuid, text, text, uuid, uuid, text, text, text, boolean) to app_worker;

-- Someone who followed the link of a mail wants no more mails about this event; false where there is no such person. The link is
-- signed by the product, which checks it.
create or replace function app.stop_mails(p_user_id uuid, p_event text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.notification_preferences as p (user_id, type, by_email)
  select u.id, p_event, false from public.users u where u.id = p_user_id
  on conflict (user_id, type) do update set by_email = false, updated_at = now()
  returning true
$$;
grant execute on function app.stop_mails(uuid, text) to app_worker;
