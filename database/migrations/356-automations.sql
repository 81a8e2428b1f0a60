-- What a shift is planned from, again and again: where, when and for whom, without its day.
create table public.shift_templates (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  name text not null check (length(btrim(name)) between 1 and 120),
  -- A unit; empty: on campus.
  facility_id uuid references public.facilities (id),
  specialty text not null check (length(specialty) between 1 and 60),
  experience_type text not null check (length(experience_type) between 1 and 40),
  start_time time not null,
  end_time time not null,
  -- 1 is Monday.
  weekdays integer[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ '{1,2,3,4,5,6,7}'),
  seats integer not null check (seats between 1 and 500),
  break_min integer not null default 30 check (break_min between 0 and 240),
  course_code text check (length(btrim(course_code)) between 1 and 40),
  cohort_ids uuid[] not null default '{}' check (cardinality(cohort_ids) <= 40),
  objectives text[] not null default '{}' check (cardinality(objectives) <= 20),
  signup_mode text not null default 'assigned' check (signup_mode in ('assigned', 'self_signup', 'request')),
  is_archived boolean not null default false,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  check (start_time <> end_time)
);
create index shift_templates_school on public.shift_templates (school_id, name);
create index shift_templates_facility on public.shift_templates (facility_id);

-- What is done for a school again and again: when, on what, what, and in whose name.
create table public.automation_rules (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  name text not null check (length(btrim(name)) between 1 and 120),
  action text not null check (action in ('create_from_template', 'publish_at_release', 'remind', 'assign_to_meet_hours')),
  -- Five fields; the time zone is the school's.
  cron text not null check (cron ~ '^\d{1,2} \d{1,2} (\*|\d{1,2}) \* (\*|1-5|[0-7])$'),
  mode text not null default 'suggest' check (mode in ('suggest', 'auto')),
  status text not null default 'draft' check (status in ('draft', 'active', 'paused', 'error')),
  -- Why it is paused or stopped without being asked.
  halted_why text check (halted_why in ('owner', 'failures')),
  template_id uuid,
  semester_id uuid,
  cohort_id uuid,
  facility_id uuid references public.facilities (id),
  days_ahead integer not null check (days_ahead between 1 and 180),
  run_limit integer not null default 50 check (run_limit between 1 and 100),
  remind_about text check (remind_about in ('unfilled', 'unreported')),
  to_be_named boolean not null default false,
  owner_id uuid references public.users (id),
  -- When it was last tried as it is now.
  tried_at timestamptz,
  failures integer not null default 0 check (failures >= 0),
  last_run_at timestamptz,
  next_run_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (template_id, school_id) references public.shift_templates (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id),
  foreign key (cohort_id, school_id) references public.cohorts (id, school_id),
  check ((action = 'create_from_template') = (template_id is not null)),
  check ((action = 'remind') = (remind_about is not null)),
  -- Who gets a seat is for a person to say.
  check (action <> 'assign_to_meet_hours' or mode = 'suggest'),
  constraint automation_rules_are_tried check (status <> 'active' or (tried_at is not null and next_run_at is not null and owner_id is not null))
);
create index automation_rules_school on public.automation_rules (school_id, name);
create index automation_rules_due on public.automation_rules (next_run_at) where status = 'active';
create index automation_rules_template on public.automation_rules (template_id, school_id);
create index automation_rules_semester on public.automation_rules (semester_id, school_id);
create index automation_rules_cohort on public.automation_rules (cohort_id, school_id);
create index automation_rules_facility on public.automation_rules (facility_id);
create index automation_rules_owner on public.automation_rules (owner_id);

-- One run of a rule. Two servers that look at the same moment start one.
create table public.automation_runs (
  id uuid primary key,
  rule_id uuid not null,
  school_id uuid not null,
  job_id uuid not null,
  mode text not null check (mode in ('suggest', 'auto')),
  is_scheduled boolean not null default false,
  due_at timestamptz not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'ok', 'partial', 'failed')),
  error text check (length(error) between 1 and 2000),
  started_at timestamptz,
  finished_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid references public.users (id),
  unique (id, school_id),
  foreign key (rule_id, school_id) references public.automation_rules (id, school_id) on delete cascade,
  constraint automation_runs_once unique (rule_id, due_at)
);
create index automation_runs_school on public.automation_runs (school_id, created_at desc);
create index automation_runs_rule on public.automation_runs (rule_id, school_id);
create index automation_runs_job on public.automation_runs (job_id);
create index automation_runs_created_by on public.automation_runs (created_by);
create index automation_runs_open on public.automation_runs (created_at) where status in ('queued', 'running');

-- What a run changes, or suggests to change.
create table public.automation_changes (
  id uuid primary key,
  run_id uuid not null,
  rule_id uuid not null,
  school_id uuid not null,
  position integer not null check (position >= 0),
  action text not null check (length(action) between 1 and 40),
  -- What it is about, once: what is suggested, done, taken back or dismissed is not found again.
  key text not null check (length(key) between 1 and 200),
  -- The shift; of a seat, whose it is, too.
  entity_id uuid not null,
  student_id uuid,
  label text not null check (length(label) between 1 and 300),
  input jsonb not null default '{}' check (jsonb_typeof(input) = 'object'),
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  status text not null check (status in ('waiting', 'suggested', 'done', 'refused', 'dismissed', 'undone')),
  message text check (length(message) between 1 and 1000),
  decided_by uuid references public.users (id),
  done_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  foreign key (run_id, school_id) references public.automation_runs (id, school_id) on delete cascade,
  foreign key (rule_id, school_id) references public.automation_rules (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  check ((status in ('done', 'undone')) = (done_at is not null)),
  unique (run_id, position)
);
create unique index automation_changes_once on public.automation_changes (school_id, key) where status <> 'refused';
create index automation_changes_school on public.automation_changes (school_id, status, created_at desc);
create index automation_changes_run on public.automation_changes (run_id, school_id);
create index automation_changes_rule on public.automation_changes (rule_id, school_id);
create index automation_changes_student on public.automation_changes (student_id, school_id);
create index automation_changes_decided_by on public.automation_changes (decided_by);

select app.protect('public.shift_templates'), app.protect('public.automation_rules'), app.protect('public.automation_runs'), app.protect('public.automation_changes');
create trigger touch before update on public.shift_templates for each row execute function app.touch();
create trigger touch before update on public.automation_rules for each row execute function app.touch();
create trigger touch before update on public.automation_changes for each row execute function app.touch();
create trigger audit after insert or update or delete on public.shift_templates for each row execute function app.audit_row();
create trigger audit after insert or update or delete on public.automation_rules for each row execute function app.audit_row();
create trigger audit after insert or update on public.automation_changes for each row execute function app.audit_row();
