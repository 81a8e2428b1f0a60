-- Which types are missing, by name alone: what a facility reads.
alter table public.seat_clearances add column missing_types text[] not null default '{}';
create index seat_clearances_held on public.seat_clearances (held_at) where held_at is not null;

-- Whose requirements changed: the worker marks the seats they concern, so that who changes one does not wait for it.
create table priv.clearance_changes (
  id bigint generated always as identity primary key,
  school_id uuid,
  facility_id uuid,
  at timestamptz not null default now()
);
select app.protect('priv.clearance_changes');
