-- Reports that a school keeps: which one, of which semester, and when the people who get it are told that it is there.
create table public.saved_reports (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  name text not null check (length(btrim(name)) between 1 and 120),
  kind text not null check (kind in ('hours_by_area', 'simulation_share', 'ratio_evidence', 'attendance', 'outcomes')),
  -- Empty: the semester that began last, whichever that is then.
  semester_id uuid,
  frequency text not null default 'never' check (frequency in ('never', 'weekly', 'monthly')),
  next_on date,
  recipients uuid[] not null default '{}' check (cardinality(recipients) <= 20),
  sent_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references public.users (id),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id) on delete cascade,
  check ((frequency = 'never') = (next_on is null)),
  check (frequency = 'never' or cardinality(recipients) > 0)
);
create index saved_reports_school on public.saved_reports (school_id, name);
create index saved_reports_semester on public.saved_reports (semester_id, school_id) where semester_id is not null;
create index saved_reports_due on public.saved_reports (next_on) where next_on is not null;
create index saved_reports_created_by on public.saved_reports (created_by);
select app.protect('public.saved_reports');
create trigger touch before update on public.saved_reports for each row execute function app.touch();
create trigger audit after insert or update or delete on public.saved_reports for each row execute function app.audit_row();

