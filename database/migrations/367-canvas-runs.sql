-- One test of a Canvas connection, or one reading of its roster: what was asked, how far it is, and what it found.
create table public.canvas_runs (
  id uuid primary key default gen_random_uuid(),
  connection_id uuid not null,
  school_id uuid not null,
  kind text not null check (kind in ('test', 'roster')),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed')),
  -- No one: the daily reading.
  requested_by uuid references public.users (id),
  created_at timestamptz not null default now(),
  started_at timestamptz,
  -- When it last got on: what did not for minutes is begun again.
  moved_at timestamptz,
  finished_at timestamptz,
  courses_total integer check (courses_total >= 0),
  courses_done integer not null default 0 check (courses_done >= 0),
  people integer not null default 0 check (people >= 0),
  added integer not null default 0 check (added >= 0),
  updated integer not null default 0 check (updated >= 0),
  dropped integer not null default 0 check (dropped >= 0),
  conflicts integer not null default 0 check (conflicts >= 0),
  -- What was found of whom, and what could not be read: codes with values.
  changes jsonb not null default '[]' check (jsonb_typeof(changes) = 'array'),
  errors jsonb not null default '[]' check (jsonb_typeof(errors) = 'array'),
  unique (id, school_id),
  foreign key (connection_id, school_id) references public.canvas_connections (id, school_id)
);
create index canvas_runs_connection on public.canvas_runs (connection_id, school_id, created_at desc);
create index canvas_runs_requested_by on public.canvas_runs (requested_by);
-- Of two who press at once, one starts it.
create unique index canvas_runs_one_open on public.canvas_runs (connection_id) where status in ('queued', 'running');
select app.protect('public.canvas_runs');
