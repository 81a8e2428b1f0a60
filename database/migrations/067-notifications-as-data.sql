-- A notification is a code with values, worded where it is read or mailed (decision 058). Announcements, and what was sent before,
-- keep their words.
alter table public.notifications
  alter column title drop not null,
  alter column message drop not null,
  add column code text check (code ~ '^[a-z_]+[.][a-z_]+$'),
  add column values jsonb check (jsonb_typeof(values) = 'object'),
  add constraint notifications_words_or_code check (
    (code is null) = (values is null) and (code is null) = (title is not null) and (code is null) = (message is not null));

-- The events that a person may have by email as well: the data is in features/notifications/rules.ts, from where each start fills this.
create table priv.notification_types (
  type text primary key,
  by_email boolean not null
);
select app.protect('priv.notification_types');

-- Replaced by functions with more parameters, or by data.
drop function if exists app.notification_events();
drop function if exists app.group_notifications(text, text, text);
drop function if exists app.add_to_group(uuid, jsonb, text, text);
drop function if exists app.settle_mail(uuid, text, text, text, text);
drop function if exists app.claim_mails(integer, interval);
drop function if exists app.stop_mails(uuid, text);
drop function if exists app.queue_notification_mails(uuid[], boolean);
drop function if exists app.tell_school(public.schools, text, text, text);
drop function if exists app.tell_cohort_students(uuid[], uuid, date, text);
