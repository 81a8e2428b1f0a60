-- Keeps a message from the contact page, tells every superadmin and queues its two mails in the same transaction: one to the operator (the
-- address given, else every active superadmin), one to confirm to the sender, which says nothing that the sender wrote
-- and goes to one address three times a day at most: this page must not become a way to write to strangers.
-- The same id is kept once. Returns whether it was new.
-- Reason: no one is signed in at the public form, and it writes the outbox and counters.
create or replace function app.keep_contact_message(p_id uuid, p_name text, p_email text, p_organization text, p_topic text, p_message text,
  p_operator text, p_to_operator jsonb, p_to_sender jsonb)
returns boolean language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.contact_messages (id, name, email, organization, topic, message)
    values (p_id, p_name, p_email, nullif(p_organization, ''), p_topic, p_message)
    on conflict (id) do nothing;
  if not found then return false; end if;
  perform app.queue_mail('contact_message', o.address, p_to_operator ->> 'subject', p_to_operator ->> 'text', p_to_operator ->> 'html',
      null, 'contact ' || p_id || ' to ' || o.address)
    from (select p_operator as address where p_operator is not null
      union all
      select u.email from public.users u
        where p_operator is null and u.role = 'superadmin' and u.status = 'active' and u.email_verified) o;
  perform app.notify_code(array(select u.id from public.users u where u.role = 'superadmin' and u.status = 'active' and u.email_verified),
    'contact_message', 'contact_message.received', jsonb_build_object('name', p_name, 'message', left(p_message, 300)),
    '/admin/notifications?view=messages&show=' || p_id, 'contact ' || p_id);
  if (select count(*) < 3 from priv.mails m
      where m.kind = 'contact_confirmation' and m.to_address = p_email and m.created_at > now() - interval '1 day') then
    perform app.queue_mail('contact_confirmation', p_email, p_to_sender ->> 'subject', p_to_sender ->> 'text', p_to_sender ->> 'html',
      null, 'contact ' || p_id || ' confirmed');
  end if;
  return true;
end $$;
grant execute on function app.keep_contact_message(uuid, text, text, text, text, text, text, jsonb, jsonb) to app_rw;
drop function if exists app.reserve_contact_message(text);
