-- What is asked in evaluations and feedback. Those of the platform belong to no school; a published version is never changed.
create table public.evaluation_instruments (
  id uuid primary key default gen_random_uuid(),
  owner_school_id uuid references public.schools (id),
  -- Of the platform's own alone.
  key text check (length(key) between 1 and 60),
  name text not null check (length(btrim(name)) between 1 and 100),
  -- What is being edited, until it is published.
  draft jsonb check (jsonb_typeof(draft) = 'object' and length(draft::text) <= 60000),
  latest_version integer not null default 0 check (latest_version >= 0),
  status text not null default 'active' check (status in ('active', 'retired')),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  check ((owner_school_id is null) = (key is not null)),
  constraint evaluation_instruments_key unique (key)
);
create index evaluation_instruments_owner on public.evaluation_instruments (owner_school_id);

create table public.instrument_versions (
  instrument_id uuid not null references public.evaluation_instruments (id),
  number integer not null check (number > 0),
  owner_school_id uuid references public.schools (id),
  name text not null,
  content jsonb not null check (jsonb_typeof(content) = 'object' and length(content::text) <= 60000),
  published_at timestamptz not null default now(),
  published_by uuid,
  primary key (instrument_id, number)
);
create index instrument_versions_published_by on public.instrument_versions (published_by);
create index instrument_versions_owner on public.instrument_versions (owner_school_id);
create trigger append_only before update or delete on public.instrument_versions for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.instrument_versions for each statement execute function app.refuse_change();

-- Which instrument a school uses when; where it chose none, the platform's.
create table public.school_instruments (
  school_id uuid not null references public.schools (id),
  time text not null check (time in ('shift', 'midterm', 'final')),
  instrument_id uuid not null references public.evaluation_instruments (id),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  primary key (school_id, time)
);
create index school_instruments_instrument on public.school_instruments (instrument_id);

-- One person's evaluation of a student: after a shift, or at midterm and the end of a semester or capstone project. Where the evaluator is
-- the student it is a self-evaluation.
create table public.evaluations (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  student_id uuid not null,
  evaluator_id uuid not null references public.users (id),
  is_self boolean not null generated always as (evaluator_id = student_id) stored,
  subject text not null check (subject in ('shift', 'semester', 'project')),
  -- The shift it is about, or from which it was begun.
  shift_id uuid,
  semester_id uuid,
  project_id uuid,
  kind text not null check (kind in ('shift', 'midterm', 'final')),
  instrument_id uuid not null,
  instrument_version integer not null,
  status text not null default 'draft' check (status in ('assigned', 'overdue', 'draft', 'submitted', 'acknowledged', 'disputed', 'under_verification',
    'returned', 'verified', 'locked', 'voided')),
  -- [{code, point, comment}]
  answers jsonb not null default '[]' check (jsonb_typeof(answers) = 'array' and length(answers::text) <= 120000),
  strengths text check (length(strengths) <= 2000),
  improvements text check (length(improvements) <= 2000),
  outcome text check (outcome in ('satisfactory', 'needs_improvement', 'unsatisfactory', 'rated')),
  score integer,
  most integer,
  -- Checks of the verification that did not pass when it was submitted.
  failed_checks text[] not null default '{}' check (cardinality(failed_checks) <= 10),
  due_at timestamptz,
  submitted_at timestamptz,
  acknowledged_at timestamptz,
  student_reply text check (length(student_reply) <= 2000),
  dispute_reason text check (length(dispute_reason) <= 2000),
  returned_reason text check (length(returned_reason) <= 1000),
  void_reason text check (length(void_reason) <= 1000),
  verified_at timestamptz,
  verified_by uuid references public.users (id),
  locked_at timestamptz,
  amendment_of uuid,
  amendment_reason text check (length(amendment_reason) <= 1000),
  -- An amendment of it was submitted.
  superseded_at timestamptz,
  -- Who evaluates belongs to the school; a preceptor of a project works for the facility.
  member_id uuid generated always as (case when subject <> 'project' then evaluator_id end) stored,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  unique (id, school_id, student_id, evaluator_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (member_id, school_id) references public.school_members (user_id, school_id),
  foreign key (shift_id, school_id) references public.shifts (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id),
  foreign key (amendment_of, school_id) references public.evaluations (id, school_id),
  foreign key (instrument_id, instrument_version) references public.instrument_versions (instrument_id, number),
  check ((subject = 'shift') = (kind = 'shift')),
  check (subject <> 'shift' or shift_id is not null),
  check (subject <> 'semester' or semester_id is not null),
  check ((subject = 'project') = (project_id is not null)),
  check (status <> 'voided' or void_reason is not null),
  check (status <> 'returned' or returned_reason is not null),
  check (status <> 'disputed' or dispute_reason is not null),
  check ((amendment_of is null) = (amendment_reason is null))
);
-- One of each by each evaluator, and one amendment of each.
create unique index evaluations_once on public.evaluations
  (student_id, evaluator_id, kind, (case subject when 'shift' then shift_id when 'semester' then semester_id else project_id end))
  where amendment_of is null and status <> 'voided';
create unique index evaluations_amended_once on public.evaluations (amendment_of) where status <> 'voided';
create index evaluations_student on public.evaluations (student_id, school_id, semester_id);
create index evaluations_evaluator on public.evaluations (evaluator_id, school_id, status);
create index evaluations_member on public.evaluations (member_id, school_id);
create index evaluations_school on public.evaluations (school_id, status, submitted_at);
create index evaluations_shift on public.evaluations (shift_id, school_id);
create index evaluations_semester on public.evaluations (semester_id, school_id);
create index evaluations_project on public.evaluations (project_id) where project_id is not null;
create index evaluations_amendment on public.evaluations (amendment_of, school_id);
create index evaluations_instrument on public.evaluations (instrument_id, instrument_version);
create index evaluations_verified_by on public.evaluations (verified_by);
create index evaluations_due on public.evaluations (due_at) where status in ('assigned', 'draft', 'returned');
create index evaluations_to_settle on public.evaluations (submitted_at) where status in ('submitted', 'acknowledged', 'verified');

-- Who did what with an evaluation, from where to where, and why; never changed.
create table public.evaluation_events (
  id bigint generated always as identity primary key,
  evaluation_id uuid not null,
  school_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text,
  acting_as uuid,
  from_status text,
  to_status text not null,
  reason text check (length(reason) <= 2000),
  foreign key (evaluation_id, school_id) references public.evaluations (id, school_id)
);
create index evaluation_events_evaluation on public.evaluation_events (evaluation_id, school_id);
create index evaluation_events_school on public.evaluation_events (school_id);
create trigger append_only before update or delete on public.evaluation_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.evaluation_events for each statement execute function app.refuse_change();

-- What a student does about items that did not pass, agreed by three: the student, who evaluated, and the school.
create table public.remediation_plans (
  -- The evaluation's own id.
  id uuid primary key,
  school_id uuid not null,
  student_id uuid not null,
  -- Who evaluated.
  faculty_id uuid not null,
  -- [{code, text}]
  items jsonb not null check (jsonb_typeof(items) = 'array'),
  actions text check (length(actions) <= 4000),
  due_on date,
  status text not null default 'open' check (status in ('open', 'met', 'not_met')),
  result_note text check (length(result_note) <= 1000),
  closed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (id, school_id, student_id, faculty_id) references public.evaluations (id, school_id, student_id, evaluator_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id)
);
create index remediation_plans_evaluation on public.remediation_plans (id, school_id, student_id, faculty_id);
create index remediation_plans_student on public.remediation_plans (student_id, school_id);
create index remediation_plans_faculty on public.remediation_plans (faculty_id, school_id);
create index remediation_plans_school on public.remediation_plans (school_id, status, due_on);

create table public.remediation_signatures (
  plan_id uuid not null,
  school_id uuid not null,
  party text not null check (party in ('student', 'faculty', 'lead')),
  signed_by uuid not null,
  signed_at timestamptz not null default now(),
  primary key (plan_id, party),
  foreign key (plan_id, school_id) references public.remediation_plans (id, school_id)
);
create index remediation_signatures_plan on public.remediation_signatures (plan_id, school_id);
create index remediation_signatures_signed_by on public.remediation_signatures (signed_by);
create index remediation_signatures_school on public.remediation_signatures (school_id);
create trigger append_only before update or delete on public.remediation_signatures for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.remediation_signatures for each statement execute function app.refuse_change();

-- What students say of sites and of those who taught them: once for each semester, never changed, and read by nobody but its student.
create table public.placement_feedback (
  id uuid primary key,
  school_id uuid not null,
  student_id uuid not null,
  semester_id uuid not null,
  shift_id uuid not null,
  about text not null check (about in ('site', 'instructor')),
  facility_id uuid references public.facilities (id),
  instructor_id uuid,
  instrument_id uuid not null,
  instrument_version integer not null,
  answers jsonb not null check (jsonb_typeof(answers) = 'array' and length(answers::text) <= 20000),
  comment text check (length(comment) <= 1000),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (instructor_id, school_id) references public.school_members (user_id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id),
  foreign key (shift_id, school_id) references public.shifts (id, school_id),
  foreign key (instrument_id, instrument_version) references public.instrument_versions (instrument_id, number),
  check ((about = 'site') = (facility_id is not null)),
  check ((about = 'instructor') = (instructor_id is not null))
);
create unique index placement_feedback_once on public.placement_feedback (student_id, semester_id, coalesce(facility_id, instructor_id));
create index placement_feedback_student on public.placement_feedback (student_id, school_id);
create index placement_feedback_site on public.placement_feedback (facility_id, semester_id);
create index placement_feedback_instructor on public.placement_feedback (instructor_id, school_id, semester_id);
create index placement_feedback_school on public.placement_feedback (school_id);
create index placement_feedback_shift on public.placement_feedback (shift_id, school_id);
create index placement_feedback_semester on public.placement_feedback (semester_id, school_id);
create index placement_feedback_instrument on public.placement_feedback (instrument_id, instrument_version);
create trigger append_only before update or delete on public.placement_feedback for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.placement_feedback for each statement execute function app.refuse_change();

select app.protect('public.evaluation_instruments'), app.protect('public.instrument_versions'), app.protect('public.school_instruments'),
  app.protect('public.evaluations'), app.protect('public.evaluation_events'), app.protect('public.remediation_plans'),
  app.protect('public.remediation_signatures'), app.protect('public.placement_feedback');
create trigger touch before update on public.evaluation_instruments for each row execute function app.touch();
create trigger touch before update on public.school_instruments for each row execute function app.touch();
create trigger touch before update on public.evaluations for each row execute function app.touch();
create trigger touch before update on public.remediation_plans for each row execute function app.touch();
create trigger audit after insert or update or delete on public.evaluation_instruments for each row execute function app.audit_row();
create trigger audit after insert or update or delete on public.school_instruments for each row execute function app.audit_row();
create trigger audit after insert or update or delete on public.remediation_plans for each row execute function app.audit_row();
