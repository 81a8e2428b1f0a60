-- The crosswalk from what a program requires to where it can be done: a requirement is a program, a course and a specialty.
create table public.mappings (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  program_id uuid not null,
  course_code text check (length(btrim(course_code)) between 1 and 40),
  specialty text not null check (length(specialty) between 1 and 60),
  -- An organization, a site or a unit; empty: any unit of these specialties.
  facility_id uuid references public.facilities (id),
  specialties text[] not null default '{}' check (cardinality(specialties) <= 13),
  -- At least so many hours of the requirement there; empty: as the program says.
  min_hours numeric check (min_hours between 0 and 5000),
  -- The first to be filled is 1.
  priority smallint not null default 3 check (priority between 1 and 5),
  status text not null default 'proposed' check (status in ('proposed', 'active', 'rejected', 'retired')),
  origin text not null default 'manual' check (origin in ('manual', 'import', 'ai')),
  confidence numeric check (confidence between 0 and 1),
  -- What led to a proposal.
  words text[] not null default '{}' check (cardinality(words) <= 20),
  rationale text check (length(rationale) between 1 and 1000),
  run_id uuid,
  review_note text check (length(review_note) between 1 and 1000),
  reviewed_by uuid references public.users (id),
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (program_id, school_id) references public.programs (id, school_id),
  foreign key (run_id, school_id) references public.mapping_runs (id, school_id),
  constraint mappings_lead_somewhere check (facility_id is not null or cardinality(specialties) > 0),
  check (status not in ('active', 'rejected') or reviewed_by is not null),
  check ((origin = 'ai') = (run_id is not null))
);
-- Of two who map the same at once, one does.
create unique index mappings_one_open on public.mappings (program_id, course_code, specialty, facility_id) nulls not distinct
  where status in ('proposed', 'active');
create index mappings_school on public.mappings (school_id, status);
create index mappings_program on public.mappings (program_id, school_id);
create index mappings_facility on public.mappings (facility_id);
create index mappings_run on public.mappings (run_id, school_id) where run_id is not null;
create index mappings_reviewed_by on public.mappings (reviewed_by);
select app.protect('public.mappings');
create trigger touch before update on public.mappings for each row execute function app.touch();
create trigger audit after insert or update or delete on public.mappings for each row execute function app.audit_row();
