-- Notifications can be read and updated only by the signed-in person (Spec §6), the superadmin included; during an impersonation that is
-- the impersonated person. No one inserts: app.notify_code does.
grant select (id, recipient_id, code, values, title, message, type, data, is_read, read_at, created_at) on public.notifications to app_rw;
grant update (is_read, read_at) on public.notifications to app_rw;
create policy own on public.notifications for select to app_rw using (recipient_id = (select app.uid()));
create policy mark_own on public.notifications for update to app_rw
  using (recipient_id = (select app.uid())) with check (recipient_id = (select app.uid()));

-- Everyone chooses for themselves which events are also emailed.
grant select, insert, update (by_email, updated_at) on public.notification_preferences to app_rw;
create policy own on public.notification_preferences for select to app_rw using (user_id = (select app.uid()));
-- Before an announcement, the superadmin counts whom it reaches by email.
create policy superadmin_counts on public.notification_preferences for select to app_rw
  using (type = 'announcement' and (select app.is_superadmin()));
create policy choose on public.notification_preferences for insert to app_rw with check (user_id = (select app.uid()));
create policy change on public.notification_preferences for update to app_rw
  using (user_id = (select app.uid())) with check (user_id = (select app.uid()));

-- Someone who used the link in an email wants no more emails about an event: they are not signed in, and the link is signed by the product.
grant select (user_id, type), insert (user_id, type, by_email), update (by_email, updated_at) on public.notification_preferences to app_worker;
create policy worker_finds on public.notification_preferences for select to app_worker using (true);
create policy worker_stops_mails on public.notification_preferences for insert to app_worker with check (not by_email);
create policy worker_stops_mails_again on public.notification_preferences for update to app_worker
  using (true) with check (not by_email);

-- Everyone also chooses when emails are sent.
grant select, insert, update (digest_at, quiet_from, quiet_until, time_zone, updated_at) on public.delivery_preferences to app_rw;
create policy own on public.delivery_preferences for select to app_rw using (user_id = (select app.uid()));
create policy choose on public.delivery_preferences for insert to app_rw with check (user_id = (select app.uid()));
create policy change on public.delivery_preferences for update to app_rw
  using (user_id = (select app.uid())) with check (user_id = (select app.uid()));

-- Announcements to many belong to the superadmin alone. The worker writes their progress, until everyone was reached.
grant select, insert (id, sent_by, audience, audience_role, audience_school_id, audience_user_id, title, message, action_url, by_email,
  expected_count) on public.notification_broadcasts to app_rw;
create policy superadmin_sends on public.notification_broadcasts for insert to app_rw
  with check ((select app.is_superadmin()) and sent_by = (select app.real_uid()));
create policy superadmin_reads on public.notification_broadcasts for select to app_rw using ((select app.is_superadmin()));
grant select (id, audience, audience_role, audience_school_id, audience_user_id, title, message, action_url, by_email, recipient_count,
  last_recipient, created_at, finished_at), update (recipient_count, last_recipient, finished_at) on public.notification_broadcasts to app_worker;
create policy worker_sees_unfinished on public.notification_broadcasts for select to app_worker using (finished_at is null or finished_at = now());
create policy worker_continues on public.notification_broadcasts for update to app_worker
  using (finished_at is null) with check (finished_at is null or finished_at = now());

-- The worker reports to the author of a message who has read it.
grant select (recipient_id, type, dedupe_key, read_at) on public.notifications to app_worker;
create policy worker_sees_messages on public.notifications for select to app_worker using (type in ('message', 'urgent_message'));
-- For a copy that it has claimed (features/mails), the worker reads what the notification says, and when its reader wants to read it.
grant select (id, type, code, values, data) on public.notifications to app_worker;
create policy worker_sees_claimed on public.notifications for select to app_worker
  using (exists (select from priv.mails m where m.dedupe_key = 'notification ' || notifications.id and m.status = 'queued'));
grant select on public.delivery_preferences to app_worker;
create policy worker_sees_claimed on public.delivery_preferences for select to app_worker
  using (exists (select from priv.mails m where m.user_id = delivery_preferences.user_id and m.status = 'queued'));
