-- Announcements are sent by a command (features/notifications/server/commands); what they lead to is held by the table.
alter table public.notification_broadcasts
  add constraint notification_broadcasts_path check (action_url !~ '[[:cntrl:]\\]');

drop function if exists app.broadcast_audience(text, text, uuid, uuid);
drop function if exists app.continue_broadcast(uuid, integer);
drop function if exists app.send_next_batch(integer);
drop function if exists app.send_broadcast(uuid, text, text, uuid, uuid, text, text, text, boolean);
drop trigger if exists tell_insert on public.notifications;
drop trigger if exists tell_update on public.notifications;
drop trigger if exists tell_delete on public.notifications;
