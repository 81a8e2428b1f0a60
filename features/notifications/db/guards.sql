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
create or replace trigger note_read before update on public.notifications for each row
  when (new.is_read and not old.is_read) execute function app.note_facts('read_at', 'now');
create or replace trigger note_read_again before update on public.notifications for each row
  when (new.is_read and old.is_read) execute function app.note_facts('read_at', 'old.read_at');
create or replace trigger read_once before update on public.notifications for each row
  when (old.is_read and not new.is_read) execute function app.refuse_row('notification.stays_read', 'PW409');
drop function if exists app.notification_read_once();
