-- Messages that go at a chosen time, that instructors write, and reminders of those who have not read one (decision 165).
alter table public.messages
  -- Who writes: a school's administrators, a facility's, or an instructor to the students on their own shifts.
  add column by_instructor boolean not null default false,
  add column party text not null generated always as
    (case when school_id is null then 'facility' when by_instructor then 'instructor' else 'school' end) stored,
  -- When it goes; null: at once. Whom it is for is worked out then.
  add column send_at timestamptz,
  add column canceled_at timestamptz,
  add column canceled_by uuid references public.users (id),
  -- Why a scheduled one did not go.
  add column failure text check (failure in ('reaches_no_one', 'sender_left'));
alter table public.messages
  add constraint messages_by_instructor check (not by_instructor or school_id is not null),
  add constraint messages_end_once check (num_nonnulls(delivered_at, canceled_at, failure) <= 1),
  add constraint messages_scheduled_end check (send_at is not null or num_nonnulls(canceled_at, canceled_by, failure) = 0),
  add constraint messages_canceled_by check ((canceled_at is null) = (canceled_by is null));
create index messages_canceled_by on public.messages (canceled_by);
drop index messages_waiting;
create index messages_waiting on public.messages (coalesce(send_at, created_at)) where delivered_at is null and canceled_at is null and failure is null;

-- Who was reminded of a message, when, and by whom.
create table public.message_reminders (
  id uuid primary key,
  message_id uuid not null references public.messages (id),
  sent_by uuid not null references public.users (id),
  -- People, or schools, who had not read it.
  recipients integer not null check (recipients > 0),
  created_at timestamptz not null default now(),
  next_at timestamptz not null default now() + interval '24 hours',
  -- When the notifications were written.
  delivered_at timestamptz,
  constraint message_reminders_once_a_day exclude using gist (message_id with =, tstzrange(created_at, next_at) with &&)
);
create index message_reminders_sent_by on public.message_reminders (sent_by);
create index message_reminders_waiting on public.message_reminders (created_at) where delivered_at is null;
create trigger audit after insert on public.message_reminders for each row execute function app.audit_row();
select app.protect('public.message_reminders');
