-- A closed semester may be opened again for grading, with a reason that stays for all who look at it.
alter table public.semesters
  add column reopened_at timestamptz,
  add column reopened_by uuid references public.users (id),
  add column reopen_reason text check (length(btrim(reopen_reason)) between 10 and 500),
  add constraint semesters_reopened_whole check (num_nonnulls(reopened_at, reopened_by, reopen_reason) in (0, 3));
create index semesters_reopened_by on public.semesters (reopened_by) where reopened_by is not null;

-- What became of a message from the contact page: who looked first, and who answered it.
alter table public.contact_messages
  add column read_at timestamptz,
  add column read_by uuid references public.users (id),
  add column answered_at timestamptz,
  add column answered_by uuid references public.users (id),
  add constraint contact_messages_read_by check ((read_at is null) = (read_by is null)),
  add constraint contact_messages_answered_by check ((answered_at is null) = (answered_by is null));
create index contact_messages_reader on public.contact_messages (read_by) where read_by is not null;
create index contact_messages_answerer on public.contact_messages (answered_by) where answered_by is not null;
create trigger audit after update on public.contact_messages for each row execute function app.audit_row();

-- An announcement to many goes out by and by: how many it is meant for, how far it has come (recipients in the order of
-- their ids), and when it was through.
alter table public.notification_broadcasts
  add column expected_count integer not null default 0,
  add column last_recipient uuid,
  add column finished_at timestamptz;
update public.notification_broadcasts set expected_count = recipient_count, finished_at = created_at;
create index notification_broadcasts_unfinished on public.notification_broadcasts (created_at) where finished_at is null;
