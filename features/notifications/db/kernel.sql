drop function if exists app.queue_notification_mails(uuid[], boolean), app.group_notifications(text, text, text, text, jsonb);

drop function if exists app.notify_code(uuid[], text, text, jsonb, text, text);

-- Notifies these people, each once per dedupe key, and queues the e-mail copies in the same transaction. Returns the rows that were
-- written; none for who was notified already or is no longer there. The address must be a path of this product. Without a code the
-- values are a title and a message, which are cut. Whether there are copies says what each person chose, else p_by_email, else the
-- default of the type. In a group the second line of a person makes their notification a list; past
-- twenty, lines are counted only.
-- Reason: it writes rows of others and the outbox, which no login may, and reads what others prefer.
create or replace function app.notify_code(
  p_recipients uuid[], p_type text, p_code text, p_values jsonb, p_action_url text default null, p_dedupe_key text default null,
  p_by_email boolean default null)
returns uuid[] language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  written uuid[];
  in_group jsonb := nullif(current_setting('app.notification_group', true), '')::jsonb;
  key text := coalesce('group ' || (in_group ->> 'key'), p_dedupe_key);
  line jsonb := case when p_code is null then p_values else jsonb_build_object('code', p_code, 'values', p_values) end;
begin
  if p_action_url !~ '^/[^/\\]' or p_action_url ~ '[[:cntrl:]\\]' then perform app.refuse('A notification leads to a path of this product.'); end if;
  with added as (
    insert into public.notifications as n (recipient_id, type, code, values, title, message, data, dedupe_key)
    select u.id, p_type, p_code, case when p_code is not null then p_values end,
      case when p_code is null then left(p_values ->> 'title', 200) end, case when p_code is null then left(p_values ->> 'message', 2000) end,
      case when p_action_url is null then '{}'::jsonb else jsonb_build_object('action_url', p_action_url) end, key
    from public.users u where u.id = any (p_recipients) and u.status <> 'deactivated' order by u.id
    on conflict (recipient_id, dedupe_key) where dedupe_key is not null do update set code = 'notification.group', title = null, message = null,
      data = n.data || (in_group -> 'data'), values = (
        select jsonb_build_object('heading', in_group -> 'heading') || case when jsonb_array_length(s.said -> 'lines') < 20
          then jsonb_insert(s.said, '{lines,-1}', line, true) else s.said || jsonb_build_object('more', (s.said ->> 'more')::integer + 1) end
        from (select case when n.code = 'notification.group' then n.values else jsonb_build_object('more', 0, 'lines', jsonb_build_array(
          case when n.code is null then jsonb_build_object('title', n.title, 'message', n.message)
            else jsonb_build_object('code', n.code, 'values', n.values) end)) end) s (said))
      where in_group is not null
    returning n.id)
  select coalesce(array_agg(a.id), '{}') into written from added a;
  -- A copy is worded when it is sent (features/mails); its words here are for a notification that is gone by then.
  insert into priv.mails (kind, user_id, to_address, subject, body_text, body_html, message_id, dedupe_key, action_path)
  select 'notification', u.id, u.email, coalesce(n.title, 'New notification'), coalesce(n.message, 'Sign in to Placewell to read it.'), '',
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
-- For no login that acts for people: other functions call it, after they have looked at who asks; the scheduler and sign-in act for nobody.
grant execute on function app.notify_code(uuid[], text, text, jsonb, text, text, boolean) to app_worker, app_auth;

drop function if exists app.count_broadcast_audience(text, text, uuid, uuid, boolean), app.start_broadcast(uuid), app.continue_broadcast(integer, uuid), app.broadcast_slice(text, text, uuid, uuid, uuid, integer);

-- What became of an announcement. Superadmin only.
-- Reason: it sees whether others have read it, and the outbox.
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
grant execute on function app.broadcast_outcome(uuid) to app_rw;

-- Someone who followed the link of a mail wants no more mails about this event; false where there is no such person. The link is
-- signed by the product, which checks it.
-- Reason: no one is signed in where a mail is read.
create or replace function app.stop_mails(p_user_id uuid, p_event text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.notification_preferences as p (user_id, type, by_email)
  select u.id, p_event, false from public.users u where u.id = p_user_id
  on conflict (user_id, type) do update set by_email = false, updated_at = now()
  returning true
$$;
grant execute on function app.stop_mails(uuid, text) to app_worker;

-- Notifies people of a row that the asker has just written: those whom it names in these columns, the administrators of its school
-- ('school'; without any, the superadmins), the instructors who advise its student ('advisors'), or who else administers the school or
-- facility of its person ('administrators').
-- Reason: it writes the notifications of others, and finds people whom its caller may not see.
create or replace function app.notify_of_row(p_table text, p_id uuid, p_to text[], p_type text, p_code text, p_values jsonb, p_url text, p_key text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me text[] := array[app.uid(), app.real_uid()];
  r jsonb := (select to_jsonb(x) from public.shift_swaps x where p_table = 'shift_swaps' and x.id = p_id
    union all select to_jsonb(x) from public.makeup_needs x where p_table = 'makeup_needs' and x.id = p_id
    union all select to_jsonb(x) from public.student_leaves x where p_table = 'student_leaves' and x.id = p_id
    union all select to_jsonb(x) from public.hours_requests x where p_table = 'hours_requests' and x.id = p_id
    union all select to_jsonb(x) from public.hours_entries x where p_table = 'hours_entries' and x.id = p_id
    union all select to_jsonb(x) from public.wishlist_concerns x where p_table = 'wishlist_concerns' and x.id = p_id
    union all select to_jsonb(x) from public.semester_reports x where p_table = 'semester_reports' and x.id = p_id
    union all select to_jsonb(x) from public.permission_requests x where p_table = 'permission_requests' and x.id = p_id
    union all select to_jsonb(x) from public.signup_requests x where p_table = 'signup_requests' and x.id = p_id
    union all select to_jsonb(x) from public.consents x where p_table = 'consents' and x.id = p_id
    union all select to_jsonb(x) || jsonb_build_object('updated_at', x.changed_at, 'updated_by', x.changed_by, 'school_id', u.linked_school_id,
      'facility_id', u.linked_facility_id) from public.departures x join public.users u on u.id = x.user_id where p_table = 'departures' and x.id = p_id);
begin
  if not coalesce((r ->> 'updated_at')::timestamptz >= now() and coalesce(r ->> 'updated_by', r ->> 'recorded_by') = any (me)
      or coalesce(r ->> 'created_at', r ->> 'posted_at', r ->> 'revoked_at', r ->> 'granted_at')::timestamptz >= now()
        and coalesce(r ->> 'created_by', r ->> 'posted_by', r ->> 'revoked_by', r ->> 'granted_by', r ->> 'student_id') = any (me), false) then
    raise exception 'Nothing was done about this' using errcode = '42501';
  end if;
  perform app.notify_code(array(with admins as (select u.id from public.users u where u.status = 'active' and u.email_verified
        and u.role in ('school_admin', 'school_super_admin') and u.linked_school_id = (r ->> 'school_id')::uuid)
      select (r ->> t)::uuid from unnest(p_to) t where t like '%\_id'
      union select a.id from admins a where 'school' = any (p_to)
      union select u.id from public.users u where 'school' = any (p_to) and u.role = 'superadmin' and u.status = 'active' and not exists (select from admins)
      union select u.id from public.cohort_memberships m join public.cohort_advisors a on a.cohort_id = m.cohort_id
        join public.users u on u.id = a.user_id and u.role = 'proctor'
        where 'advisors' = any (p_to) and m.student_id = (r ->> 'student_id')::uuid and m.to_date is null
      union select u.id from public.users u where 'administrators' = any (p_to) and u.id <> app.uid() and (u.id in (select a.id from admins a)
        or u.role = 'facility_admin' and u.status = 'active' and u.linked_facility_id in (select app.nodes_above((r ->> 'facility_id')::uuid)))), p_type, p_code, p_values, p_url, p_key);
end $$;
drop function if exists app.notify_about_need(uuid, text, jsonb, text), app.notify_about_need(uuid, text, jsonb, text, text), app.notify_about_swap(uuid, text, text, jsonb, text),
  app.notify_of_hours(uuid, text, text, jsonb), app.notify_about_concern(uuid, text, jsonb, text), app.notify_semester_report(uuid, text, text, jsonb),
  app.notify_permission_decision(uuid, text, jsonb), app.notify_applicant(uuid, text, jsonb, text);
grant execute on function app.notify_of_row(text, uuid, text[], text, text, jsonb, text, text) to app_rw;
