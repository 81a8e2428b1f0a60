create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  recipient_id uuid not null references public.users (id),
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) <= 2000),
  type text not null,
  data jsonb not null default '{}' check (jsonb_typeof(data) = 'object'),
  is_read boolean not null default false,
  read_at timestamptz,
  dedupe_key text,
  created_at timestamptz not null default now(),
  check (is_read = (read_at is not null))
);
create index notifications_newest on public.notifications (recipient_id, created_at desc, id);
create index notifications_unread on public.notifications (recipient_id) where not is_read;
create unique index notifications_once on public.notifications (recipient_id, dedupe_key) where dedupe_key is not null;

create table public.notification_preferences (
  user_id uuid not null references public.users (id),
  type text not null,
  by_email boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, type)
);

-- What an administrator sent, to whom, and how many it reached.
create table public.notification_broadcasts (
  id uuid primary key,
  sent_by uuid not null references public.users (id),
  audience text not null check (audience in ('role', 'school', 'person')),
  audience_role text,
  audience_school_id uuid references public.schools (id),
  audience_user_id uuid references public.users (id),
  title text not null check (length(title) between 1 and 200),
  message text not null check (length(message) between 1 and 2000),
  action_url text check (action_url ~ '^/[^/\\]' and length(action_url) <= 500),
  by_email boolean not null default false,
  recipient_count integer not null default 0,
  created_at timestamptz not null default now(),
  check (case audience when 'role' then audience_role is not null when 'school' then audience_school_id is not null else audience_user_id is not null end)
);
create index notification_broadcasts_sender on public.notification_broadcasts (sent_by);
create index notification_broadcasts_school on public.notification_broadcasts (audience_school_id);
create index notification_broadcasts_user on public.notification_broadcasts (audience_user_id);
create index notification_broadcasts_newest on public.notification_broadcasts (created_at desc);

-- The outbox: a mail is queued in the transaction that caused it and sent after commit, at least once,
-- always under the same Message-ID.
create table priv.mails (
  id uuid primary key default gen_random_uuid(),
  dedupe_key text unique,
  kind text not null,
  user_id uuid references public.users (id),
  to_address text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  message_id text not null unique,
  status text not null default 'queued' check (status in ('queued', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index mails_due on priv.mails (next_attempt_at) where status = 'queued';
create index mails_newest on priv.mails (created_at desc);
create index mails_user on priv.mails (user_id);

select app.protect('public.notifications'), app.protect('public.notification_preferences'),
  app.protect('public.notification_broadcasts'), app.protect('priv.mails');
create trigger audit after insert on public.notification_broadcasts for each row execute function app.audit_row();
