-- A run of clinical mapping: the courses of a school against units, answered with proposals for a person to look through (decision 208).
-- No student data goes into it.
create table public.mapping_runs (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  -- Units at or below it; empty: all of the school's partners.
  facility_id uuid references public.facilities (id),
  job_id uuid not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'review', 'applied', 'discarded')),
  courses integer check (courses >= 0),
  units integer check (units >= 0),
  -- Proposals that were left out: in the mapping already, or rejected before.
  known integer check (known >= 0),
  proposals jsonb not null default '[]' check (jsonb_typeof(proposals) = 'array'),
  applied integer check (applied >= 0),
  created_at timestamptz not null default now(),
  created_by uuid,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id)
);
create index mapping_runs_school on public.mapping_runs (school_id, created_at desc);
create index mapping_runs_facility on public.mapping_runs (facility_id);
select app.protect('public.mapping_runs');
create trigger touch before update on public.mapping_runs for each row execute function app.touch();
create trigger audit after insert or update or delete on public.mapping_runs for each row execute function app.audit_row();
