create table public.semesters (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  name text not null check (length(btrim(name)) between 1 and 120),
  start_date date not null,
  end_date date not null,
  semester_type text not null check (semester_type in ('fall', 'spring', 'summer', 'winter', 'intersession', 'custom')),
  academic_year text not null check (length(academic_year) <= 20),
  is_active boolean not null default false,
  settings jsonb not null default '{}' check (jsonb_typeof(settings) = 'object'),
  activated_at timestamptz,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  unique (school_id, name),
  check (end_date > start_date),
  check (end_date - start_date <= 366),
  -- Active terms of one school may run side by side only when their types differ.
  constraint semesters_no_overlap exclude using gist (
    school_id with =, semester_type with =, daterange(start_date, end_date, '[]') with &&) where (is_active)
);
create index semesters_school on public.semesters (school_id, start_date desc);

create table public.semester_copies (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  source_semester_id uuid not null,
  target_semester_id uuid not null,
  mode text not null check (mode in ('exact', 'keep_weekdays')),
  delta_days integer not null,
  copied integer not null,
  skipped_by_reason jsonb not null default '{}',
  copied_by uuid not null references public.users (id),
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by uuid references public.users (id),
  unique (id, school_id),
  foreign key (source_semester_id, school_id) references public.semesters (id, school_id) on delete cascade,
  foreign key (target_semester_id, school_id) references public.semesters (id, school_id) on delete cascade
);
create index semester_copies_school on public.semester_copies (school_id, created_at desc);
create index semester_copies_source on public.semester_copies (source_semester_id, school_id);
create index semester_copies_target on public.semester_copies (target_semester_id, school_id);
create index semester_copies_copied_by on public.semester_copies (copied_by);
create index semester_copies_undone_by on public.semester_copies (undone_by);

create table public.shifts (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  semester_id uuid not null,
  title text check (length(title) <= 200),
  date date not null,
  start_time time not null,
  end_time time not null,
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  facility_id uuid references public.facilities (id),
  specialty text not null default 'other' check (specialty in ('fundamentals', 'med_surg', 'maternal_newborn', 'pediatrics',
    'mental_health', 'community', 'icu', 'emergency', 'perioperative', 'geriatrics_ltc', 'leadership', 'capstone', 'other')),
  experience_type text not null default 'group' check (experience_type in ('group', 'precepted', 'observation', 'simulation',
    'skills_lab', 'community', 'orientation', 'makeup')),
  capacity integer not null default 8 check (capacity between 1 and 500),
  proctor_id uuid references public.users (id),
  series_id uuid,
  status text not null default 'draft' check (status in ('draft', 'pending_facility', 'needs_info', 'countered', 'declined', 'expired',
    'withdrawn', 'approved', 'published', 'full', 'in_progress', 'completed', 'closed', 'postponed', 'cancelled')),
  copied_from_shift_id uuid,
  copy_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id),
  foreign key (copied_from_shift_id, school_id) references public.shifts (id, school_id) on delete set null (copied_from_shift_id),
  foreign key (copy_id, school_id) references public.semester_copies (id, school_id) on delete set null (copy_id),
  check (ends_at > starts_at)
);
create index shifts_semester on public.shifts (semester_id, school_id, date);
create index shifts_school_date on public.shifts (school_id, date);
create index shifts_facility_date on public.shifts (facility_id, date);
create index shifts_proctor on public.shifts (proctor_id, date);
create index shifts_copy on public.shifts (copy_id, school_id) where copy_id is not null;
create index shifts_copied_from on public.shifts (copied_from_shift_id, school_id) where copied_from_shift_id is not null;

-- Federal holidays of the United States, observed days included; computed from the statutory rules.
create table public.holidays (
  date date not null,
  name text not null,
  primary key (date, name)
);

select app.protect('public.semesters'), app.protect('public.semester_copies'), app.protect('public.shifts'), app.protect('public.holidays');
create trigger audit after insert or update or delete on public.semesters for each row execute function app.audit_row();
create trigger audit after insert or update on public.semester_copies for each row execute function app.audit_row();
create trigger audit after update or delete on public.shifts for each row execute function app.audit_row();
create trigger touch before update on public.semesters for each row execute function app.touch();
create trigger touch before update on public.shifts for each row execute function app.touch();
