-- What people must hold before a shift: types of credentials, and who asks for them where, from when to when.
create table public.credential_types (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code ~ '^[A-Z][A-Z0-9_]{1,29}$'),
  name text not null check (length(btrim(name)) between 2 and 120),
  category text not null check (category in ('immunization', 'screening', 'certification', 'background', 'training', 'insurance', 'license',
    'document', 'attestation', 'site_orientation')),
  evidence text not null default 'document' check (evidence in ('document', 'series', 'hepatitis_b', 'tuberculosis', 'tdap', 'result', 'attestation')),
  -- {doses, min_interval_days, accepts_titer, doses_after_equivocal, doses_after_negative}
  series jsonb check (jsonb_typeof(series) = 'object'),
  -- [{key, label, kind, options, is_required}]
  fields jsonb not null default '[]' check (jsonb_typeof(fields) = 'array'),
  needs_file boolean not null default true,
  -- {rule, …}: features/credential-types/contract.ts
  validity jsonb not null check (jsonb_typeof(validity) = 'object' and validity ? 'rule'),
  grace_days integer not null default 0 check (grace_days between 0 and 365),
  allows_waiver boolean not null default true,
  conditional_days integer not null default 0 check (conditional_days between 0 and 365),
  conditional_times integer not null default 1 check (conditional_times between 0 and 5),
  is_restricted boolean not null default false,
  instructions text not null default '' check (length(instructions) <= 2000),
  -- Whose it is: a school's, a facility's, or with neither the platform's.
  owner_school_id uuid references public.schools (id),
  owner_facility_id uuid references public.facilities (id),
  status text not null default 'active' check (status in ('active', 'retired')),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check (owner_school_id is null or owner_facility_id is null),
  check ((evidence = 'series') = (series is not null)),
  constraint credential_types_code_once unique nulls not distinct (code, owner_school_id, owner_facility_id)
);
create index credential_types_school on public.credential_types (owner_school_id);
create index credential_types_facility on public.credential_types (owner_facility_id);

create table public.credential_requirements (
  id uuid primary key default gen_random_uuid(),
  type_id uuid not null references public.credential_types (id),
  -- A school, or one of its programs or cohorts; or an organization, site or unit.
  school_id uuid references public.schools (id),
  program_id uuid,
  cohort_id uuid,
  facility_id uuid references public.facilities (id),
  applies_to text not null default 'student' check (applies_to in ('student', 'proctor', 'both')),
  -- Levels of programs; none named means all.
  levels text[] not null default '{}' check (levels <@ array['PN', 'ADN', 'BSN', 'ABSN', 'ELMSN', 'RN_BSN', 'MSN', 'NP', 'DNP']),
  -- Stricter than the type's own, or null.
  validity jsonb check (jsonb_typeof(validity) = 'object' and validity ? 'rule'),
  is_mandatory boolean not null default true,
  due_weeks integer check (due_weeks between 0 and 26),
  due_date date,
  active_from date not null,
  active_to date,
  status text not null default 'active' check (status in ('draft', 'active', 'retired')),
  instructions text not null default '' check (length(instructions) <= 2000),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check ((school_id is null) <> (facility_id is null)),
  check (program_id is null or cohort_id is null),
  check (school_id is not null or (program_id is null and cohort_id is null)),
  check (due_weeks is null or due_date is null),
  check (active_to >= active_from),
  foreign key (program_id, school_id) references public.programs (id, school_id),
  foreign key (cohort_id, school_id) references public.cohorts (id, school_id)
);
create index credential_requirements_type on public.credential_requirements (type_id);
create index credential_requirements_school on public.credential_requirements (school_id);
create index credential_requirements_program on public.credential_requirements (program_id, school_id);
create index credential_requirements_cohort on public.credential_requirements (cohort_id, school_id);
create index credential_requirements_facility on public.credential_requirements (facility_id);

select app.protect('public.credential_types'), app.protect('public.credential_requirements');
create trigger touch before update on public.credential_types for each row execute function app.touch();
create trigger touch before update on public.credential_requirements for each row execute function app.touch();
create trigger audit after insert or update or delete on public.credential_types for each row execute function app.audit_row();
create trigger audit after insert or update or delete on public.credential_requirements for each row execute function app.audit_row();
