-- Every process hears whose notifications changed, and nothing else about them.
-- Reason: a trigger needs it.
create or replace function app.notifications_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform pg_notify('notification', c.recipient_id::text) from (select distinct recipient_id from changed) c;
  return null;
end $$;
create or replace trigger notify_insert after insert on public.notifications
  referencing new table as changed for each statement execute function app.notifications_changed();
create or replace trigger notify_update after update on public.notifications
  referencing new table as changed for each statement execute function app.notifications_changed();
create or replace trigger notify_delete after delete on public.notifications
  referencing old table as changed for each statement execute function app.notifications_changed();

-- From unread to read and never back (Spec §4); the time of reading is the database's, and stays.
-- Reason: a trigger needs it.
create or replace function app.notification_read_once() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.is_read then
    if not new.is_read then raise exception 'notification.stays_read' using errcode = 'PW409'; end if;
    new.read_at := old.read_at;
  elsif new.is_read then
    new.read_at := now();
  end if;
  return new;
end $$;
create or replace trigger read_once before update on public.notifications for each row execute function app.notification_read_once();
