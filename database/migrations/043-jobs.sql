-- Work that runs after the answer: who asked for it, how far it is, and what became of each of its rows. What is due lies in
-- pg-boss's own schema; these rows are the record that people see.
create table public.jobs (
  id uuid primary key,
  kind text not null check (kind ~ '^[a-z][a-z_]{1,59}$'),
  title text not null check (length(title) between 1 and 200),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'canceled')),
  -- As whom it acts.
  asked_by uuid not null references public.users (id),
  school_id uuid references public.schools (id),
  facility_id uuid references public.facilities (id),
  input jsonb not null default '{}' check (jsonb_typeof(input) = 'object'),
  -- How many rows there are, are through, and were refused or failed; null while that is not known.
  total integer check (total >= 0),
  done integer not null default 0 check (done >= 0),
  refused integer not null default 0 check (refused >= 0),
  result jsonb,
  error_code text,
  error_message text,
  cancel_requested boolean not null default false,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  check ((status in ('done', 'failed', 'canceled')) = (finished_at is not null)),
  check ((status = 'failed') = (error_message is not null))
);
create index jobs_asked_by on public.jobs (asked_by, created_at desc);
create index jobs_school on public.jobs (school_id, created_at desc);
create index jobs_facility on public.jobs (facility_id, created_at desc);
create index jobs_kind on public.jobs (kind, created_at desc);
create index jobs_finished on public.jobs (finished_at);

create table public.job_items (
  job_id uuid not null references public.jobs (id) on delete cascade,
  position integer not null check (position >= 0),
  -- What it is about, once per job: a second run finds the outcome of the first.
  key text not null check (length(key) between 1 and 200),
  label text not null check (length(label) <= 300),
  input jsonb not null default '{}',
  status text not null default 'waiting' check (status in ('waiting', 'done', 'refused', 'failed')),
  code text,
  message text,
  finished_at timestamptz,
  primary key (job_id, position),
  unique (job_id, key),
  check ((status = 'waiting') = (finished_at is null)),
  check ((status in ('refused', 'failed')) = (message is not null))
);
create index job_items_waiting on public.job_items (job_id, position) where status = 'waiting';

-- A job acts in a session of its own, copied from that of the person who asked.
alter table priv.sessions add column job_id uuid references public.jobs (id) on delete cascade;
create unique index sessions_job on priv.sessions (job_id) where job_id is not null;

select app.protect('public.jobs'), app.protect('public.job_items');
