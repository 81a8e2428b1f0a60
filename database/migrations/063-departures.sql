-- A departure: who leaves, when, and what was decided for each thing they hold. At once, or after a last day (the account stays
-- open until that day is over where their school or facility is). A change of role or place is recorded the same way.
create table public.departures (
  id uuid primary key,
  user_id uuid not null references public.users (id),
  kind text not null check (kind in ('leave', 'change')),
  status text not null check (status in ('planned', 'done', 'canceled', 'undone')),
  last_day date,
  -- Midnight after the last day, in the time zone of the person's school or facility.
  ends_at timestamptz,
  reason text not null check (length(reason) between 3 and 500),
  decided_by uuid not null references public.users (id),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  job_id uuid references public.jobs (id) on delete set null,
  -- Why it could not be carried out; its administrators decide again.
  failure text,
  version integer not null default 1,
  check ((last_day is null) = (ends_at is null)),
  check (status <> 'planned' or last_day is not null),
  check (kind = 'leave' or last_day is null)
);
create unique index departures_planned on public.departures (user_id) where status = 'planned';
create index departures_person on public.departures (user_id, created_at desc);
create index departures_due on public.departures (ends_at) where status = 'planned';
create index departures_decided_by on public.departures (decided_by);
create index departures_job on public.departures (job_id);

create table public.departure_steps (
  departure_id uuid not null references public.departures (id) on delete cascade,
  kind text not null,
  item_id text not null check (length(item_id) <= 100),
  label text not null,
  date date,
  action text not null check (action in ('hand_over', 'free', 'keep')),
  successor_id uuid references public.users (id),
  -- When it was carried out; null until the last day is over.
  taken_at timestamptz,
  -- What it was before, where giving it back needs that.
  was text,
  given_back boolean not null default false,
  note text,
  primary key (departure_id, kind, item_id),
  check ((action = 'hand_over') = (successor_id is not null))
);
create index departure_steps_successor on public.departure_steps (successor_id);

select app.protect('public.departures'), app.protect('public.departure_steps');

-- Both now live in features/departures/server/queries, or under another name.
drop function if exists app.holdings_of(uuid);
drop function if exists app.successors_of(uuid);
