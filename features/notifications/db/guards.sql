-- Notifies every process whose notifications changed, without saying what changed; many changes for one person at once are one notice.
create or replace trigger notify after insert or update or delete on public.notifications for each row execute function app.tell('notification', 'recipient_id');
drop trigger if exists notify_insert on public.notifications;
drop trigger if exists notify_update on public.notifications;
drop trigger if exists notify_delete on public.notifications;
drop function if exists app.notifications_changed();

-- From unread to read and never back (Spec §4); the database sets the time of reading, which stays.
create or replace trigger note_read before update on public.notifications for each row
  when (new.is_read and not old.is_read) execute function app.note_facts('read_at', 'now');
create or replace trigger note_read_again before update on public.notifications for each row
  when (new.is_read and old.is_read) execute function app.note_facts('read_at', 'old.read_at');
create or replace trigger read_once before update on public.notifications for each row
  when (old.is_read and not new.is_read) execute function app.refuse_row('notification.stays_read', 'PW409');
drop function if exists app.notification_read_once();
