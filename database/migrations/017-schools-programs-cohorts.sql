-- What the national list of institutions tells of a school, and what the school says of itself.
alter table public.schools
  add column unitid text unique check (unitid ~ '^[0-9]{6}$'),
  add column address text check (length(address) <= 300),
  add column postal_code text check (postal_code ~ '^[0-9]{5}$'),
  add column phone text check (length(phone) <= 40),
  add column website text check (website ~ '^https?://' and length(website) <= 300),
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column primary_contact text check (length(primary_contact) <= 300),
  -- {late_grace_min, absence_notice_min, drop_cutoff_h, self_signup, autopublish, hours_rounding_min, evaluation_due_days, shift_report_due_h}
  add column settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object');

-- What a board of nursing asks of programs. Only the superadmin writes these; a school picks one and may be stricter, never looser.
create table public.regulatory_profiles (
  id uuid primary key default gen_random_uuid(),
  jurisdiction text not null check (length(btrim(jurisdiction)) between 2 and 120),
  level text not null check (level in ('PN', 'ADN', 'BSN', 'ABSN', 'ELMSN', 'RN_BSN', 'MSN', 'NP', 'DNP')),
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  max_students_per_instructor integer not null check (max_students_per_instructor between 1 and 30),
  max_students_per_preceptor integer not null default 2 check (max_students_per_preceptor between 1 and 10),
  sim_cap_pct numeric(5, 2) check (sim_cap_pct between 0 and 100),
  sim_cap_scope text not null default 'course' check (sim_cap_scope in ('course', 'program')),
  sim_exchange_ratio numeric(4, 2) not null default 1 check (sim_exchange_ratio > 0 and sim_exchange_ratio <= 4),
  min_total_hours integer check (min_total_hours between 0 and 5000),
  -- [{area, hours}]
  min_hours_per_area jsonb not null default '[]' check (jsonb_typeof(min_hours_per_area) = 'array'),
  source_url text check (source_url ~ '^https?://'),
  verified_on date,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (jurisdiction, level, effective_from)
);
alter table public.schools add column regulatory_profile_id uuid references public.regulatory_profiles (id);
create index schools_regulatory_profile on public.schools (regulatory_profile_id);
create index schools_state_name on public.schools (state, name, id);

-- Everybody who belongs or ever belonged to a school. A school's rows name people through it, so that they can name
-- nobody else's; a change of school adds a row, and what was written before stays true.
create table public.school_members (
  user_id uuid not null references public.users (id),
  school_id uuid not null references public.schools (id),
  since timestamptz not null default now(),
  primary key (user_id, school_id)
);
create index school_members_school on public.school_members (school_id);
create function app.keep_school_member() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.linked_school_id is not null then
    insert into public.school_members (user_id, school_id) values (new.id, new.linked_school_id) on conflict do nothing;
  end if;
  return null;
end $$;
create trigger school_member after insert or update of linked_school_id on public.users for each row execute function app.keep_school_member();
insert into public.school_members (user_id, school_id, since)
  select id, linked_school_id, created_at from public.users where linked_school_id is not null;

-- An instructor of a shift is one of the school's own.
alter table public.shifts drop constraint shifts_proctor_id_fkey;
alter table public.shifts add foreign key (proctor_id, school_id) references public.school_members (user_id, school_id);
drop index public.shifts_proctor;
create index shifts_proctor on public.shifts (proctor_id, school_id, date);

create table public.programs (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  name text not null check (length(btrim(name)) between 2 and 160),
  level text not null check (level in ('PN', 'ADN', 'BSN', 'ABSN', 'ELMSN', 'RN_BSN', 'MSN', 'NP', 'DNP')),
  total_required_hours numeric(6, 2) not null default 0 check (total_required_hours between 0 and 5000),
  -- [{specialty, course_code, min_hours, min_direct_hours, max_sim_hours, sim_pct, scope}]
  requirements jsonb not null default '[]' check (jsonb_typeof(requirements) = 'array'),
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  unique (school_id, name)
);

create table public.cohorts (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  program_id uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  code text check (length(code) <= 40),
  admission_term text check (length(admission_term) <= 60),
  start_date date not null,
  expected_graduation date not null,
  status text not null default 'planned' check (status in ('planned', 'active', 'on_hold', 'graduated', 'archived')),
  required_hours_total numeric(6, 2) check (required_hours_total between 0 and 5000),
  requirements jsonb not null default '[]' check (jsonb_typeof(requirements) = 'array'),
  required_specialties text[] not null default '{}',
  structured boolean not null default true,
  size_target integer check (size_target between 1 and 2000),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  unique (school_id, name),
  foreign key (program_id, school_id) references public.programs (id, school_id),
  check (expected_graduation > start_date)
);
create index cohorts_school on public.cohorts (school_id, status, start_date desc);
create index cohorts_program on public.cohorts (program_id, school_id);

-- Proctors and school administrators who look after a cohort; a proctor reads the cohorts they stand in.
create table public.cohort_advisors (
  cohort_id uuid not null,
  school_id uuid not null,
  user_id uuid not null,
  added_at timestamptz not null default now(),
  added_by uuid,
  primary key (cohort_id, user_id),
  foreign key (cohort_id, school_id) references public.cohorts (id, school_id) on delete cascade,
  foreign key (user_id, school_id) references public.school_members (user_id, school_id)
);
create index cohort_advisors_user on public.cohort_advisors (user_id, school_id);
create index cohort_advisors_cohort on public.cohort_advisors (school_id, cohort_id);

-- Who was in this cohort in March: a membership is ended and another begun, never overwritten. One cohort at a time.
create table public.cohort_memberships (
  id uuid primary key default gen_random_uuid(),
  cohort_id uuid not null,
  school_id uuid not null,
  student_id uuid not null,
  from_date date not null,
  to_date date,
  reason text not null default 'enrolled' check (reason in ('enrolled', 'transferred', 'repeat')),
  end_reason text check (end_reason in ('transferred', 'leave', 'withdrew', 'dismissed', 'graduated', 'corrected')),
  created_at timestamptz not null default now(),
  created_by uuid,
  ended_by uuid,
  foreign key (cohort_id, school_id) references public.cohorts (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  check (to_date is null or to_date >= from_date),
  check ((to_date is null) = (end_reason is null)),
  constraint cohort_memberships_one_at_a_time exclude using gist (
    student_id with =, daterange(from_date, to_date, '[)') with &&)
);
create index cohort_memberships_cohort on public.cohort_memberships (cohort_id, school_id);
create index cohort_memberships_of_school on public.cohort_memberships (school_id, cohort_id);
create index cohort_memberships_student on public.cohort_memberships (student_id, school_id, from_date desc);

select app.protect('public.regulatory_profiles'), app.protect('public.school_members'), app.protect('public.programs'), app.protect('public.cohorts'),
  app.protect('public.cohort_advisors'), app.protect('public.cohort_memberships');
create trigger touch before update on public.regulatory_profiles for each row execute function app.touch();
create trigger touch before update on public.programs for each row execute function app.touch();
create trigger touch before update on public.cohorts for each row execute function app.touch();
create trigger audit after insert or update or delete on public.regulatory_profiles for each row execute function app.audit_row();
create trigger audit after insert or update or delete on public.programs for each row execute function app.audit_row();
create trigger audit after insert or update or delete on public.cohorts for each row execute function app.audit_row();
create trigger audit after insert or update or delete on public.cohort_memberships for each row execute function app.audit_row();
