drop function if exists app.queue_notification_mails(uuid[], boolean), app.group_notifications(text, text, text, text, jsonb);

drop function if exists app.notify_code(uuid[], text, text, jsonb, text, text);

-- Notifies these people, each once per dedupe key, and queues the email copies in the same transaction. Returns the rows that were written;
-- none for people who were notified before or no longer exist. The address must be a path of this product. Copies depend on what each
-- person chose, else p_by_email, else the default of the type. In a group, a person's second line turns their notification into a list;
-- after twenty, lines are only counted; a line after they read it begins a new notification. A copy is worded when it is sent
-- (features/mails); its words here are for a notification that is gone by then. Reason: it writes rows of others and the outbox, which no login may, and reads what others prefer.
create or replace function app.notify_code(
  p_recipients uuid[], p_type text, p_code text, p_values jsonb, p_action_url text default null, p_dedupe_key text default null,
  p_by_email boolean default null)
returns uuid[] language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  written uuid[];
  in_group jsonb := nullif(current_setting('app.notification_group', true), '')::jsonb;
  key text := coalesce('group ' || (in_group ->> 'key'), p_dedupe_key);
  line jsonb := jsonb_build_object('code', p_code, 'values', p_values);
begin
  if p_action_url !~ '^/[^/\\]' or p_action_url ~ '[[:cntrl:]\\]' then raise exception 'notification.leads_out' using errcode = 'PW400'; end if;
  update public.notifications set dedupe_key = null where recipient_id = any (p_recipients) and dedupe_key = key and is_read and in_group is not null;
  with added as (
    insert into public.notifications as n (recipient_id, type, code, values, data, dedupe_key)
    select u.id, p_type, p_code, p_values, jsonb_strip_nulls(jsonb_build_object('action_url', p_action_url)), key
    from public.users u where u.id = any (p_recipients) and u.status <> 'deactivated' order by u.id
    on conflict (recipient_id, dedupe_key) where dedupe_key is not null do update set code = 'notification.group',
      data = n.data || (in_group -> 'data'), values = (
        select jsonb_build_object('heading', in_group -> 'heading') || case when jsonb_array_length(s.said -> 'lines') < 20
          then jsonb_insert(s.said, '{lines,-1}', line, true) else s.said || jsonb_build_object('more', (s.said ->> 'more')::integer + 1) end
        from (select case when n.code = 'notification.group' then n.values else jsonb_build_object('more', 0, 'lines', jsonb_build_array(
          jsonb_build_object('code', n.code, 'values', n.values))) end) s (said))
      where in_group is not null
    returning n.id)
  select coalesce(array_agg(a.id), '{}') into written from added a;
  insert into priv.mails (kind, user_id, to_address, subject, body_text, body_html, message_id, dedupe_key, action_path)
  select 'notification', u.id, u.email, 'New notification', 'Sign in to Placewell to read it.', '',
    '<' || n.id || '@placewell>', 'notification ' || n.id, n.data ->> 'action_url'
  from public.notifications n
  join public.users u on u.id = n.recipient_id and u.email_verified and u.status <> 'deactivated'
  left join public.notification_preferences p on p.user_id = n.recipient_id and p.type = n.type
  left join priv.notification_types t on t.type = n.type
  where n.id = any (written) and coalesce(p.by_email, p_by_email, t.by_email)
  on conflict (dedupe_key) do nothing;
  if found then perform pg_notify('mail_queued', ''); end if;
  return written;
end $$;
-- For no login that acts for people: other functions call it after they have checked the caller; the scheduler and sign-in act for no one.
grant execute on function app.notify_code(uuid[], text, text, jsonb, text, text, boolean) to app_worker, app_auth;

drop function if exists app.count_broadcast_audience(text, text, uuid, uuid, boolean), app.start_broadcast(uuid), app.continue_broadcast(integer, uuid), app.broadcast_slice(text, text, uuid, uuid, uuid, integer);

-- The outcome of an announcement. Superadmin only. Reason: it sees whether others have read it, and the outbox.
create or replace function app.broadcast_outcome(p_id uuid)
returns table (have_read integer, mails_waiting integer, mails_sent integer, mails_failed integer)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_superadmin() then raise exception 'announcement.superadmin' using errcode = '42501'; end if;
  return query
    select (count(*) filter (where n.is_read))::integer, (count(*) filter (where m.status = 'queued'))::integer,
      (count(*) filter (where m.status in ('sent', 'kept')))::integer, (count(*) filter (where m.status = 'failed'))::integer
    from public.notifications n left join priv.mails m on m.dedupe_key = 'notification ' || n.id
    where n.dedupe_key = 'broadcast ' || p_id and n.type = 'announcement';
end $$;
grant execute on function app.broadcast_outcome(uuid) to app_rw;

drop function if exists app.stop_mails(uuid, text);
