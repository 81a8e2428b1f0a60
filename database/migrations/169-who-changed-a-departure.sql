-- Whoever decides on an old plan reads who changed it, when, and what the last day was before.
alter table public.departures add column changed_by uuid references public.users (id),
  add column changed_at timestamptz not null default now(), add column earlier_last_day date;
create index departures_changed_by on public.departures (changed_by);
