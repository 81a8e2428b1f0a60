-- The events a person can be told of: for whom, in which words on the preferences page, and whether an e-mail copy goes
-- out unless they say otherwise. A type that is not listed here stays in the product.
create or replace function app.notification_events()
returns table (type text, label text, description text, roles text[], by_email boolean)
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  values
    ('signup_requested', 'Somebody asks to join', 'A student, proctor or administrator waits for your approval.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin'], true),
    ('signup_decision', 'Your request to join', 'Your request was approved, declined or sent back.',
      array['school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor'], true),
    ('invitation_accepted', 'An invitation is accepted', 'Somebody you invited has joined.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin'], false),
    ('invitation_bounced', 'An invitation cannot be delivered', 'The mail server of somebody you invited refused the invitation.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin'], true),
    ('invitation_renewal', 'Somebody asks for a new invitation', 'A link ran out before it was used.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin'], true),
    ('permission_requested', 'Somebody asks for a permission', 'A request waits for your decision, or a permission is due for review.',
      array['superadmin', 'facility_admin'], true),
    ('permission_decision', 'Your permissions', 'A permission of yours was turned on or off, or a request of yours was decided.',
      array['facility_admin'], true),
    ('account_changed', 'Your account', 'Your role, school or facility was changed.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor'], true),
    ('cohort', 'Your cohort', 'You were moved to another cohort, or out of one.',
      array['student'], false),
    ('school', 'Your school', 'Your school was deactivated or taken up again, or its join code was renewed.',
      array['school_admin', 'school_super_admin'], true),
    ('unit_paused', 'A unit of your shifts is paused', 'A facility paused a unit and decided on your shifts there.',
      array['school_admin', 'school_super_admin'], true),
    ('shift_requested', 'A school asks for a shift', 'A school asks for seats in a unit of yours, answers a question, or waits for you.',
      array['superadmin', 'facility_admin'], true),
    ('shift_approved', 'A shift is approved', 'A facility approved a shift, or a school accepted a proposal.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin'], true),
    ('shift_declined', 'A shift is declined', 'A facility declined a shift, a proposal was declined, or nobody answered in time.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin'], true),
    ('shift_countered', 'A facility proposes something else', 'Another day, time, unit or number of seats for a shift you asked for.',
      array['superadmin', 'school_admin', 'school_super_admin'], true),
    ('shift_needs_info', 'A facility has a question', 'A shift waits for your answer.',
      array['superadmin', 'school_admin', 'school_super_admin'], true),
    ('place_offered', 'A facility offers places', 'A partner offers shifts on a unit that your school may take.',
      array['superadmin', 'school_admin', 'school_super_admin'], true),
    ('shifts_open', 'Shifts are open to you', 'Your school published shifts whose seats you can take or ask for, or their sign-up opens.',
      array['student'], true),
    ('shift_changed', 'A shift is changed', 'Time, place, instructor or preceptor of a shift of yours: what it was and what it is.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor'], true),
    ('shift_cancelled', 'A shift does not take place', 'A shift of yours was cancelled, postponed or withdrawn.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor'], true),
    ('shift_assigned', 'You are on a shift', 'You were given a seat, or a shift you are on was published.',
      array['student', 'proctor'], true),
    ('shift_reminder', 'Your shift is near', 'Three days and one day before it begins.',
      array['student', 'proctor'], false),
    ('waitlist_offer', 'A seat is offered to you', 'You are next on a waitlist. The offer runs out.',
      array['student'], true),
    ('swap', 'Swapping seats', 'A classmate proposes a swap, answers yours, or it was decided.',
      array['student'], true),
    ('seat_request', 'A student asks about a seat', 'Somebody asks to be taken off a shift, to swap, or has a conflict.',
      array['superadmin', 'school_admin', 'school_super_admin'], true),
    ('seat_changed', 'Seats on shifts', 'Somebody was taken off a shift, keeps a seat, or too few are on it.',
      array['superadmin', 'school_admin', 'school_super_admin', 'student', 'proctor'], true),
    ('semester', 'Semesters', 'A semester was created, copied or changed.',
      array['superadmin', 'school_admin', 'school_super_admin'], false),
    ('partnership', 'Partnerships', 'A partnership was asked for, answered, changed, suspended or ended.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin'], true),
    ('partnership_expiring', 'An agreement runs out', 'An agreement with a partner ends in 120, 90, 60 or 30 days.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin'], true),
    ('release', 'Releases of information', 'You are asked for a release, or one was recorded, ended or revoked.',
      array['school_admin', 'school_super_admin', 'student'], true),
    ('contact_message', 'Messages from the contact page', 'A visitor wrote to Placewell.',
      array['superadmin'], false),
    ('announcement', 'Announcements', 'News from the people who run Placewell.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor'], false),
    ('welcome', 'Getting started', 'What to do first.',
      array['superadmin', 'school_admin', 'school_super_admin', 'facility_admin', 'student', 'proctor'], false)
$$;

-- Queues the e-mail copies of these notifications for everybody whose preference says so, else when the default does.
create or replace function app.queue_notification_mails(p_ids uuid[], p_default boolean) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into priv.mails (kind, user_id, to_address, subject, body_text, body_html, message_id, dedupe_key, action_path)
  select 'notification', u.id, u.email, n.title, n.message, '', '<' || n.id || '@placewell>', 'notification ' || n.id, n.data ->> 'action_url'
  from public.notifications n
  join public.users u on u.id = n.recipient_id and u.email_verified and u.status <> 'deactivated'
  left join public.notification_preferences p on p.user_id = n.recipient_id and p.type = n.type
  where n.id = any (p_ids) and coalesce(p.by_email, p_default)
  on conflict (dedupe_key) do nothing;
  if found then perform pg_notify('mail_queued', ''); end if;
end $$;

-- Until the end of the transaction, or until called with null, the notifications of one person become one with this title: a
-- command that concerns many shifts notifies each person once. The key names the command; the same key again adds to the same one.
create or replace function app.group_notifications(p_key text, p_title text default null, p_action_url text default null) returns void
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select set_config('app.notification_group',
    case when p_key is null then '' else jsonb_build_object('key', p_key, 'title', p_title, 'action_url', p_action_url)::text end, true)
$$;
grant execute on function app.group_notifications(text, text, text) to app_rw;

-- Adds a notification to the one its person has of this group, as a line of its own; past 1,700 characters lines are counted only.
create or replace function app.add_to_group(p_id uuid, p_group jsonb, p_title text, p_message text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare n public.notifications; line text := '• ' || left(p_title || ': ' || p_message, 400);
begin
  select x.* into n from public.notifications x where x.id = p_id for update;
  if not n.data ? 'lines' then
    n.message := '• ' || left(n.title || ': ' || n.message, 400);
    n.data := n.data || jsonb_build_object('lines', 1, 'more', 0);
  end if;
  if length(n.message) < 1700 and (n.data ->> 'more')::integer = 0 then
    n.message := n.message || E'\n' || line;
  else
    n.data := n.data || jsonb_build_object('more', (n.data ->> 'more')::integer + 1);
    n.message := regexp_replace(n.message, E'\n… and \\d+ more\\.$', '') || E'\n… and ' || (n.data ->> 'more') || ' more.';
  end if;
  n.data := n.data || jsonb_build_object('lines', (n.data ->> 'lines')::integer + 1)
    || case when p_group ->> 'action_url' is null then '{}'::jsonb else jsonb_build_object('action_url', p_group ->> 'action_url') end;
  n.title := left(coalesce(p_group ->> 'title', n.title), 200);
  update public.notifications x set title = n.title, message = n.message, data = n.data where x.id = p_id;
  update priv.mails m set subject = n.title, body_text = n.message, action_path = n.data ->> 'action_url'
    where m.dedupe_key = 'notification ' || p_id and m.status = 'queued';
end $$;

-- Notifies one person, once per dedupe key, and queues the e-mail copy in the same transaction. Returns the new row's id, or
-- null when they know already or are no longer there. The address must be a path of this product; long texts are cut.
create or replace function app.notify(
  p_recipient uuid, p_type text, p_title text, p_message text, p_action_url text default null, p_dedupe_key text default null)
returns uuid language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  new_id uuid;
  grouped jsonb := nullif(current_setting('app.notification_group', true), '')::jsonb;
  key text := coalesce('group ' || (grouped ->> 'key'), p_dedupe_key);
begin
  if p_action_url !~ '^/[^/\\]' or p_action_url ~ '[[:cntrl:]\\]' then perform app.refuse('A notification leads to a path of this product.'); end if;
  insert into public.notifications (recipient_id, type, title, message, data, dedupe_key)
  select u.id, p_type, left(p_title, 200), left(p_message, 2000),
    case when p_action_url is null then '{}'::jsonb else jsonb_build_object('action_url', p_action_url) end, key
  from public.users u where u.id = p_recipient and u.status <> 'deactivated'
  on conflict (recipient_id, dedupe_key) where dedupe_key is not null do nothing
  returning id into new_id;
  if new_id is null and grouped is not null then
    select n.id into new_id from public.notifications n where n.recipient_id = p_recipient and n.dedupe_key = key;
    if new_id is null then return null; end if;
    perform app.add_to_group(new_id, grouped, p_title, p_message);
  end if;
  if new_id is not null then
    perform app.queue_notification_mails(array[new_id],
      coalesce((select e.by_email from app.notification_events() e where e.type = p_type), false));
  end if;
  return new_id;
end $$;
-- For no login: other functions call it, after they have looked at who asks.

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
grant execute on function app.notification_events() to app_rw;

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

-- Someone who followed the link of a mail wants no more mails about this event. The link is signed by the product, which checks it.
create or replace function app.stop_mails(p_user_id uuid, p_event text) returns text
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.notification_preferences as p (user_id, type, by_email)
  select u.id, e.type, false from public.users u join app.notification_events() e on e.type = p_event where u.id = p_user_id
  on conflict (user_id, type) do update set by_email = false, updated_at = now()
  returning (select e.label from app.notification_events() e where e.type = p.type)
$$;
grant execute on function app.stop_mails(uuid, text) to app_worker;
