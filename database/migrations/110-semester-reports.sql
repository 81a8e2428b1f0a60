-- What a student gets at the end of a semester: hours, attendance, evaluations and what instructor and school say of them. A published
-- version never changes; a correction is another edition, which supersedes it.
create table public.semester_reports (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  student_id uuid not null,
  semester_id uuid not null,
  edition integer not null default 1 check (edition between 1 and 1000),
  -- The edition that it corrects.
  replaces uuid,
  status text not null default 'draft' check (status in ('draft', 'proctor_review', 'school_review', 'published', 'acknowledged', 'superseded', 'withheld')),
  -- What it says, in figures and names (features/semester-reports/contract.ts: reportContent).
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  -- The instructor who is asked for a comment: who led most of the student's shifts.
  proctor_id uuid,
  decision text check (decision in ('progressing', 'progressing_with_plan', 'not_progressing', 'incomplete')),
  strengths text check (length(strengths) <= 2000),
  goals_next text check (length(goals_next) <= 2000),
  proctor_comment text check (length(proctor_comment) <= 4000),
  school_comment text check (length(school_comment) <= 4000),
  withheld_reason text check (length(withheld_reason) <= 1000),
  student_comment text check (length(student_comment) <= 2000),
  pdf_file_id uuid,
  generated_at timestamptz not null default now(),
  published_at timestamptz,
  acknowledged_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  unique (student_id, semester_id, edition),
  foreign key (semester_id, school_id) references public.semesters (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (proctor_id, school_id) references public.school_members (user_id, school_id),
  foreign key (replaces, school_id) references public.semester_reports (id, school_id),
  foreign key (pdf_file_id, school_id) references public.files (id, school_id),
  check ((status in ('published', 'acknowledged', 'superseded')) = (published_at is not null)),
  check (published_at is null or decision is not null),
  check (status <> 'acknowledged' or acknowledged_at is not null),
  check (status <> 'withheld' or withheld_reason is not null)
);
create index semester_reports_school on public.semester_reports (school_id, semester_id, status);
create index semester_reports_semester on public.semester_reports (semester_id, school_id);
create index semester_reports_student on public.semester_reports (student_id, school_id);
create index semester_reports_proctor on public.semester_reports (proctor_id, school_id, status);
create index semester_reports_replaces on public.semester_reports (replaces, school_id) where replaces is not null;
create index semester_reports_file on public.semester_reports (pdf_file_id, school_id) where pdf_file_id is not null;
-- A student has one report of a semester, and one at work.
create unique index semester_reports_one_out on public.semester_reports (student_id, semester_id) where status in ('published', 'acknowledged');
create unique index semester_reports_one_working on public.semester_reports (student_id, semester_id)
  where status in ('draft', 'proctor_review', 'school_review', 'withheld');
select app.protect('public.semester_reports');
create trigger touch before update on public.semester_reports for each row execute function app.touch();
create trigger audit after insert or update or delete on public.semester_reports for each row execute function app.audit_row();

-- Each time a closed semester was opened again: who, why, and when it was closed once more. Shown on every report of the semester.
create table public.semester_reopenings (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  semester_id uuid not null,
  reopened_at timestamptz not null,
  reopened_by uuid references public.users (id),
  -- As they were called then: a student reads no administrators.
  by_name text,
  reason text not null check (length(reason) between 3 and 1000),
  closed_at timestamptz,
  unique (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id) on delete cascade
);
create index semester_reopenings_semester on public.semester_reopenings (semester_id, school_id, reopened_at);
create index semester_reopenings_school on public.semester_reopenings (school_id);
create index semester_reopenings_by on public.semester_reopenings (reopened_by) where reopened_by is not null;
create unique index semester_reopenings_one_open on public.semester_reopenings (semester_id) where closed_at is null;
select app.protect('public.semester_reopenings');
-- Those that are open now.
insert into public.semester_reopenings (school_id, semester_id, reopened_at, reopened_by, by_name, reason)
  select s.school_id, s.id, s.reopened_at, s.reopened_by, u.full_name, s.reopen_reason
  from public.semesters s left join public.users u on u.id = s.reopened_by where s.reopened_at is not null;

-- Who may make one is compared with who asks.
create index semester_reports_created_by on public.semester_reports (created_by);
