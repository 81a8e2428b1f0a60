-- People who take capstone students at a facility, with an account or without one, and the projects of those students: proposal,
-- nominations with their agreement, days, deliverables, concerns and history.

-- What boards ask of preceptors: data from one day to another, each with its source.
create table public.preceptor_requirements (
  id uuid primary key default gen_random_uuid(),
  -- A state, or * where no rule of the state is known.
  jurisdiction text not null check (jurisdiction ~ '^([A-Z]{2}|\*)$'),
  -- A program level, or * for all.
  level text not null,
  effective_from date not null,
  effective_to date check (effective_to >= effective_from),
  license_types text[] not null check (cardinality(license_types) between 1 and 3),
  min_years_experience numeric(4, 1) not null default 0 check (min_years_experience between 0 and 50),
  min_years_in_setting numeric(4, 1) not null default 0 check (min_years_in_setting between 0 and 50),
  needs_orientation boolean not null default true,
  max_students integer not null check (max_students between 1 and 10),
  source_url text not null check (source_url ~ '^https://'),
  unique (jurisdiction, level, effective_from)
);
select app.protect('public.preceptor_requirements');
insert into public.preceptor_requirements (jurisdiction, level, effective_from, license_types, min_years_in_setting, max_students, source_url) values
  ('*', '*', '2020-01-01', '{RN,APRN}', 0, 2, 'https://www.law.cornell.edu/regulations/oregon/OAR-851-21-0065'),
  ('*', 'PN', '2020-01-01', '{LPN,RN,APRN}', 0, 2, 'https://regulations.justia.com/states/florida/64/64b9/chapter-64b9-2/section-64b9-2-022'),
  ('*', 'NP', '2020-01-01', '{APRN}', 0, 2, 'https://www.law.cornell.edu/regulations/oregon/OAR-851-21-0065'),
  ('*', 'DNP', '2020-01-01', '{APRN}', 0, 2, 'https://www.law.cornell.edu/regulations/oregon/OAR-851-21-0065'),
  ('TX', '*', '2020-01-01', '{RN,APRN}', 0, 2, 'https://www.actx.edu/nursing/pagesmith/55'),
  ('WA', '*', '2020-01-01', '{RN,APRN}', 2, 2, 'https://app.leg.wa.gov/wac/default.aspx?cite=246-840-035');

create table public.preceptors (
  id uuid primary key,
  facility_id uuid not null references public.facilities (id),
  -- Who signs in; empty for those who answer by links in emails.
  user_id uuid references public.users (id),
  full_name text not null check (length(btrim(full_name)) between 2 and 120),
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  license_no text check (length(license_no) <= 40),
  license_type text check (license_type in ('LPN', 'RN', 'APRN')),
  license_state text check (license_state ~ '^[A-Z]{2}$'),
  -- A license of the Nurse Licensure Compact counts in every state.
  is_multistate boolean not null default false,
  license_expires_on date,
  years_experience numeric(4, 1) check (years_experience between 0 and 70),
  years_in_setting numeric(4, 1) check (years_in_setting between 0 and 70),
  education text check (length(education) <= 200),
  orientation_completed_on date,
  max_students integer not null default 1 check (max_students between 1 and 10),
  accepts boolean not null default true,
  availability text check (length(availability) <= 500),
  bio text check (length(bio) <= 1000),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  constraint preceptors_once unique (facility_id, email)
);
create index preceptors_user on public.preceptors (user_id);
select app.protect('public.preceptors');
create trigger touch before update on public.preceptors for each row execute function app.touch();
create trigger audit after insert or update or delete on public.preceptors for each row execute function app.audit_row();

create table public.capstone_projects (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  student_id uuid not null,
  semester_id uuid not null,
  course_code text not null check (length(course_code) between 1 and 40),
  title text not null check (length(title) between 3 and 160),
  summary text not null default '' check (length(summary) <= 4000),
  -- [{goal, measure}]
  learning_goals jsonb not null default '[]' check (jsonb_typeof(learning_goals) = 'array'),
  skills text[] not null default '{}' check (cardinality(skills) <= 40),
  specialty text not null check (length(specialty) between 1 and 60),
  project_type text not null default 'practicum_only' check (project_type in ('practicum_only', 'ebp_project', 'qi_project')),
  preferred_units text not null default '' check (length(preferred_units) <= 300),
  start_date date not null,
  end_date date not null check (end_date >= start_date),
  status text not null default 'draft' check (status in ('draft', 'submitted', 'under_review', 'revisions_requested', 'approved', 'awaiting_preceptor',
    'matched', 'active', 'completed', 'closed', 'withdrawn', 'cancelled', 'failed')),
  faculty_id uuid,
  facility_id uuid references public.facilities (id),
  required_hours numeric(6, 2) not null default 120 check (required_hours > 0),
  orientation_hours numeric(6, 2) not null default 0 check (orientation_hours >= 0),
  other_hours numeric(6, 2) not null default 0 check (other_hours >= 0),
  feedback text check (length(feedback) <= 1000),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (faculty_id, school_id) references public.school_members (user_id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id),
  constraint capstone_hours_split check (orientation_hours + other_hours <= required_hours),
  check (faculty_id is not null or status in ('draft', 'submitted', 'under_review', 'revisions_requested', 'withdrawn', 'cancelled')),
  check (facility_id is not null or status not in ('awaiting_preceptor', 'matched', 'active', 'completed', 'closed', 'failed'))
);
create index capstone_projects_school on public.capstone_projects (school_id, status);
create index capstone_projects_student on public.capstone_projects (student_id, school_id);
create index capstone_projects_faculty on public.capstone_projects (faculty_id, school_id);
create index capstone_projects_facility on public.capstone_projects (facility_id);
create index capstone_projects_semester on public.capstone_projects (semester_id, school_id);
select app.protect('public.capstone_projects');
create trigger touch before update on public.capstone_projects for each row execute function app.touch();
create trigger audit after insert or update or delete on public.capstone_projects for each row execute function app.audit_row();

-- A preceptor for a project: nominated, asked, and with their agreement once they accept. The name is kept as it was agreed.
create table public.capstone_nominations (
  id uuid primary key,
  school_id uuid not null,
  project_id uuid not null,
  preceptor_id uuid not null references public.preceptors (id),
  preceptor_name text not null default '' check (length(preceptor_name) <= 120),
  status text not null default 'asked' check (status in ('proposed', 'asked', 'accepted', 'declined', 'expired', 'withdrawn', 'ended')),
  -- The last day to answer.
  answer_by date,
  reason text check (length(reason) <= 1000),
  terms_version text not null default '2026-11',
  student_signed_at timestamptz,
  preceptor_signed_at timestamptz,
  faculty_signed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (project_id, school_id) references public.capstone_projects (id, school_id)
);
create index capstone_nominations_project on public.capstone_nominations (project_id, school_id);
create index capstone_nominations_preceptor on public.capstone_nominations (preceptor_id, status);
create index capstone_nominations_due on public.capstone_nominations (answer_by) where status = 'asked';
create unique index capstone_nominations_one on public.capstone_nominations (project_id) where status in ('proposed', 'asked', 'accepted');
select app.protect('public.capstone_nominations');
create trigger touch before update on public.capstone_nominations for each row execute function app.touch();
create trigger audit after insert or update or delete on public.capstone_nominations for each row execute function app.audit_row();

create table public.capstone_days (
  id uuid primary key,
  school_id uuid not null,
  project_id uuid not null,
  date date not null,
  start_time time not null,
  end_time time not null,
  starts_at timestamptz not null default now(),
  ends_at timestamptz not null default now(),
  kind text not null default 'on_unit' check (kind in ('orientation', 'on_unit', 'other')),
  status text not null default 'planned' check (status in ('planned', 'confirmed', 'reschedule', 'removed')),
  -- Who is there that day: the project's preceptor, or a substitute with the reason.
  preceptor_id uuid not null references public.preceptors (id),
  preceptor_name text not null default '' check (length(preceptor_name) <= 120),
  is_substitute boolean not null default false,
  reason text check (length(reason) <= 1000),
  minutes integer check (minutes between 0 and 960),
  confirmed_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (project_id, school_id) references public.capstone_projects (id, school_id),
  check ((status = 'confirmed') = (confirmed_at is not null and minutes is not null)),
  constraint capstone_days_apart exclude using gist (project_id with =, tstzrange(starts_at, ends_at) with &&) where (status <> 'removed')
);
create index capstone_days_project on public.capstone_days (project_id, school_id);
create index capstone_days_preceptor on public.capstone_days (preceptor_id, status);
create index capstone_days_due on public.capstone_days (ends_at) where status = 'planned' and reminded_at is null;
select app.protect('public.capstone_days');
create trigger touch before update on public.capstone_days for each row execute function app.touch();
create trigger audit after insert or update or delete on public.capstone_days for each row execute function app.audit_row();

create table public.capstone_deliverables (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null,
  project_id uuid not null,
  name text not null check (length(name) between 2 and 120),
  due date not null,
  status text not null default 'open' check (status in ('open', 'submitted', 'returned', 'accepted')),
  file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 5),
  note text check (length(note) <= 1000),
  reason text check (length(reason) <= 1000),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  foreign key (project_id, school_id) references public.capstone_projects (id, school_id)
);
create index capstone_deliverables_project on public.capstone_deliverables (project_id, school_id);
select app.protect('public.capstone_deliverables');
create trigger touch before update on public.capstone_deliverables for each row execute function app.touch();
create trigger audit after insert or update or delete on public.capstone_deliverables for each row execute function app.audit_row();

-- What a preceptor worries about, and the person who has it. What was said stays; it is answered once.
create table public.capstone_concerns (
  id uuid primary key,
  school_id uuid not null,
  project_id uuid not null,
  preceptor_id uuid not null references public.preceptors (id),
  raised_by_name text not null default '' check (length(raised_by_name) <= 120),
  to_id uuid not null,
  to_name text not null default '' check (length(to_name) <= 200),
  severity text not null check (severity in ('minor', 'moderate', 'serious')),
  text text not null check (length(text) between 10 and 4000),
  answer text check (length(answer) <= 2000),
  answered_at timestamptz,
  answered_by uuid,
  escalated_at timestamptz,
  created_at timestamptz not null default now(),
  unique (id, school_id),
  foreign key (project_id, school_id) references public.capstone_projects (id, school_id),
  foreign key (to_id, school_id) references public.school_members (user_id, school_id),
  check ((answer is null) = (answered_at is null))
);
create index capstone_concerns_project on public.capstone_concerns (project_id, school_id);
create index capstone_concerns_to on public.capstone_concerns (to_id, school_id);
create index capstone_concerns_preceptor on public.capstone_concerns (preceptor_id);
create index capstone_concerns_open on public.capstone_concerns (created_at) where answer is null and escalated_at is null;
select app.protect('public.capstone_concerns');
create trigger audit after insert or update or delete on public.capstone_concerns for each row execute function app.audit_row();

-- Who did what in a project, and why; never changed.
create table public.capstone_events (
  id bigint generated always as identity primary key,
  school_id uuid not null,
  project_id uuid not null,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  acting_as uuid,
  party text not null,
  by_name text not null default '',
  event text not null,
  reason text,
  foreign key (project_id, school_id) references public.capstone_projects (id, school_id)
);
create index capstone_events_project on public.capstone_events (project_id, school_id);
create trigger append_only before update or delete on public.capstone_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.capstone_events for each statement execute function app.refuse_change();
select app.protect('public.capstone_events');

-- Links in emails to preceptors without an account: kept as SHA-256, one task each, seven days, spent on submitting.
create table priv.preceptor_links (
  id uuid primary key default gen_random_uuid(),
  token_hash text not null unique check (token_hash ~ '^[0-9a-f]{64}$'),
  preceptor_id uuid not null references public.preceptors (id),
  task text not null check (task in ('accept', 'sign', 'confirm', 'evaluate', 'certificate')),
  school_id uuid not null,
  project_id uuid not null,
  nomination_id uuid,
  day_id uuid,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  opened_at timestamptz,
  spent_at timestamptz,
  replaced_at timestamptz,
  foreign key (project_id, school_id) references public.capstone_projects (id, school_id)
);
create index preceptor_links_preceptor on priv.preceptor_links (preceptor_id, created_at);
create index preceptor_links_project on priv.preceptor_links (project_id, school_id);
select app.protect('priv.preceptor_links');

-- What became of links: sent, opened, submitted, refused.
create table public.preceptor_link_events (
  id bigint generated always as identity primary key,
  school_id uuid not null,
  project_id uuid not null,
  preceptor_id uuid not null references public.preceptors (id),
  task text not null,
  what text not null check (what in ('sent', 'opened', 'submitted', 'refused')),
  at timestamptz not null default clock_timestamp(),
  foreign key (project_id, school_id) references public.capstone_projects (id, school_id)
);
create index preceptor_link_events_project on public.preceptor_link_events (project_id, school_id);
create index preceptor_link_events_school on public.preceptor_link_events (school_id, at);
create index preceptor_link_events_preceptor on public.preceptor_link_events (preceptor_id);
create trigger append_only before update or delete on public.preceptor_link_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.preceptor_link_events for each statement execute function app.refuse_change();
select app.protect('public.preceptor_link_events');

-- Hours that a preceptor confirmed are lines of the ledger like all others.
alter table public.hours_entries add column capstone_day_id uuid;
alter table public.hours_entries add foreign key (capstone_day_id, school_id) references public.capstone_days (id, school_id);
create index hours_entries_capstone_day on public.hours_entries (capstone_day_id, school_id);
alter table public.hours_entries drop constraint hours_entries_source_check;
alter table public.hours_entries add constraint hours_entries_source_check
  check (source in ('before_attendance', 'attendance', 'makeup', 'manual', 'import', 'adjustment', 'preceptor'));
alter table public.hours_entries drop constraint hours_entries_seat;
alter table public.hours_entries add constraint hours_entries_seat check ((assignment_id is null) = (shift_id is null)
  and (assignment_id is not null or source in ('manual', 'import', 'adjustment', 'preceptor')));
alter table public.hours_entries add constraint hours_entries_capstone check ((source = 'preceptor') = (capstone_day_id is not null));
