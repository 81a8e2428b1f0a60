-- Hours that a student reports because no shift shows them, and what the school decided (domain 2.11). What was reported never changes;
-- what is approved becomes a line of the ledger.
create table public.hours_requests (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  student_id uuid not null,
  date date not null,
  minutes integer not null check (minutes between 1 and 1440),
  kind text not null check (kind in ('direct_care', 'indirect_care', 'simulation', 'skills_lab', 'observation', 'conference', 'orientation',
    'telehealth', 'other')),
  specialty text not null check (length(specialty) between 1 and 60),
  course_code text check (length(course_code) between 1 and 40),
  note text not null check (length(btrim(note)) between 3 and 1000),
  evidence_file_ids uuid[] not null default '{}' check (cardinality(evidence_file_ids) <= 5),
  status text not null default 'pending' check (status in ('pending', 'needs_info', 'approved', 'not_approved', 'withdrawn')),
  -- What the student said when more was asked.
  answer text check (length(btrim(answer)) between 3 and 1000),
  decision_note text check (length(btrim(decision_note)) between 3 and 1000),
  decided_by uuid references public.users (id),
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  check ((decided_by is null) = (decided_at is null)),
  check (status not in ('needs_info', 'not_approved') or decision_note is not null),
  check (status not in ('needs_info', 'not_approved', 'approved') or decided_by is not null)
);
create index hours_requests_student on public.hours_requests (student_id, school_id, date desc);
create index hours_requests_school on public.hours_requests (school_id, status, created_at);
create index hours_requests_decided_by on public.hours_requests (decided_by);
create trigger touch before update on public.hours_requests for each row execute function app.touch();
create trigger audit after insert or update or delete on public.hours_requests for each row execute function app.audit_row();
select app.protect('public.hours_requests');
