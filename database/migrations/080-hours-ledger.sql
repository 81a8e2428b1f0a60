-- The ledger of clinical hours: each line is added once and never changed. A total is the sum of its lines; what was wrong is taken
-- back by a line that reverses it, or set right by an adjustment with a reason.
create table public.hours_entries (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  student_id uuid not null,
  semester_id uuid,
  -- The seat on a shift that the hours come from; empty for hours entered by hand or imported.
  assignment_id uuid,
  shift_id uuid,
  date date not null,
  minutes integer not null check (minutes <> 0 and minutes between -300000 and 300000),
  kind text not null check (kind in ('direct_care', 'indirect_care', 'simulation', 'skills_lab', 'observation', 'conference', 'orientation',
    'telehealth', 'other')),
  specialty text not null check (length(specialty) between 1 and 60),
  course_code text check (length(course_code) between 1 and 40),
  source text not null check (source in ('before_attendance', 'attendance', 'makeup', 'manual', 'import', 'adjustment')),
  -- What is posted, in a word of its own: the same again is refused.
  source_key text not null check (length(source_key) between 1 and 200),
  reason text check (length(btrim(reason)) between 3 and 1000),
  evidence text check (length(evidence) <= 1000),
  reverses uuid,
  posted_at timestamptz not null default clock_timestamp(),
  posted_by uuid references public.users (id),
  unique (id, school_id),
  unique (school_id, source_key),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id),
  foreign key (assignment_id, school_id) references public.assignments (id, school_id),
  foreign key (shift_id, school_id) references public.shifts (id, school_id),
  foreign key (reverses, school_id) references public.hours_entries (id, school_id),
  constraint hours_entries_reason check (source not in ('manual', 'adjustment') or reason is not null),
  constraint hours_entries_less check (minutes > 0 or source = 'adjustment'),
  constraint hours_entries_seat check ((assignment_id is null) = (shift_id is null)
    and (assignment_id is not null or source in ('manual', 'import', 'adjustment'))),
  constraint hours_entries_reversal check (reverses is null or source = 'adjustment')
);
-- The sums of a student are read from the index alone.
create index hours_entries_student on public.hours_entries (student_id, school_id) include (semester_id, specialty, course_code, kind, minutes, date);
create index hours_entries_school on public.hours_entries (school_id, posted_at desc);
create index hours_entries_semester on public.hours_entries (semester_id, school_id) where semester_id is not null;
create index hours_entries_assignment on public.hours_entries (assignment_id, school_id) where assignment_id is not null;
create index hours_entries_shift on public.hours_entries (shift_id, school_id);
create unique index hours_entries_reversed_once on public.hours_entries (reverses, school_id) where reverses is not null;
create index hours_entries_posted_by on public.hours_entries (posted_by) where posted_by is not null;
create trigger append_only before update or delete on public.hours_entries for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.hours_entries for each statement execute function app.refuse_change();
select app.protect('public.hours_entries');

-- Read from the ledger now.
drop function if exists app.hours_by_specialty(uuid[], uuid), app.hours_in_semester(uuid[], uuid, uuid), app.required_hours(uuid);
