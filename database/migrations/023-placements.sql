-- Placements: the whole life of a shift, who is on it, and what became of it. Every seat, overlap and exclusive unit is held by a
-- constraint; every step leaves an event that stays.

-- Whether a board counts students in simulation towards an instructor's ratio.
alter table public.regulatory_profiles add column ratio_covers_simulation boolean not null default false;

-- Shifts planned together: a weekly pattern. Each shift stands for itself; the pattern says how they came about.
create table public.shift_series (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  semester_id uuid not null,
  -- {weekdays: [1..7], every_weeks, from, to, skipped: [{date, reason}]}
  pattern jsonb not null default '{}' check (jsonb_typeof(pattern) = 'object'),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id) on delete cascade
);
create index shift_series_school on public.shift_series (school_id);
create index shift_series_semester on public.shift_series (semester_id, school_id);
insert into public.shift_series (id, school_id, semester_id)
  select distinct on (series_id) series_id, school_id, semester_id from public.shifts where series_id is not null order by series_id, created_at, id;

alter table public.shifts
  add column course_code text check (length(course_code) <= 40),
  -- The cohorts it is for; none named means every student of the school. Validated by the commands.
  add column cohort_ids uuid[] not null default '{}',
  add column break_min integer not null default 30 check (break_min between 0 and 240),
  add column conference_min integer not null default 0 check (conference_min between 0 and 240),
  add column credited_hours_override numeric(5, 2) check (credited_hours_override between 0 and 48),
  add column credited_hours_reason text check (length(credited_hours_reason) <= 500),
  add column min_to_run integer not null default 1 check (min_to_run between 0 and 500),
  add column preceptor_id uuid references public.users (id),
  add column signup_mode text not null default 'assigned' check (signup_mode in ('assigned', 'self_signup', 'request')),
  add column signup_policy text not null default 'first_come' check (signup_policy in ('first_come', 'fair_round')),
  add column signup_opens_at timestamptz,
  add column signup_closes_at timestamptz,
  add column drop_cutoff_at timestamptz,
  add column arrival_note text check (length(arrival_note) <= 2000),
  add column objectives text[] not null default '{}',
  -- How many the facility said yes to; the seats that there are when every limit is counted, and the limit that bit.
  add column approved_capacity integer check (approved_capacity between 1 and 500),
  add column seats integer check (seats between 0 and 500),
  add column seats_limit text check (seats_limit in ('shift', 'unit', 'school', 'ratio', 'preceptor', 'exclusive')),
  add column seats_taken integer not null default 0,
  add column waiting integer not null default 0,
  -- The unit is one school's alone at a time; taken from the unit when the facility approves.
  add column is_exclusive boolean not null default false,
  add column respond_by timestamptz,
  add column submitted_at timestamptz,
  add column decided_at timestamptz,
  add column decided_by uuid references public.users (id),
  add column decision_code text check (decision_code in ('no_capacity', 'other_school_holds_unit', 'staffing', 'census',
    'construction_or_system_change', 'late_request', 'no_agreement', 'not_suitable')),
  add column cancel_code text check (cancel_code in ('low_enrolment', 'instructor_unavailable', 'unit_unavailable', 'weather', 'safety',
    'school_calendar', 'agreement_ended', 'other')),
  add column status_reason text check (length(status_reason) <= 1000),
  add column lead_time_reason text check (length(lead_time_reason) <= 500),
  -- What the facility proposes instead: {date, start_time, end_time, facility_id, capacity, note}
  add column counter jsonb check (jsonb_typeof(counter) = 'object'),
  -- A move that one side asks the other for after the shift was approved: the same fields, and {side, reason, by, at}
  add column change jsonb check (jsonb_typeof(change) = 'object'),
  add column published_at timestamptz,
  add column instructor_to_be_named boolean not null default false,
  add column round_decided_at timestamptz,
  -- A shift of a series that was changed by itself.
  add column is_series_exception boolean not null default false,
  add foreign key (series_id, school_id) references public.shift_series (id, school_id),
  add constraint shifts_no_oversell check (seats_taken >= 0 and seats_taken <= coalesce(seats, 0)),
  add constraint shifts_counter_whole check ((status = 'countered') = (counter is not null)),
  add constraint shifts_one_school_in_unit exclude using gist (
    facility_id with =, school_id with <>, tstzrange(starts_at, ends_at) with &&)
    where (is_exclusive and status in ('approved', 'published', 'full', 'in_progress')),
  add constraint shifts_instructor_free exclude using gist (
    proctor_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status in ('approved', 'published', 'full', 'in_progress')),
  add constraint shifts_preceptor_free exclude using gist (
    preceptor_id with =, tstzrange(starts_at, ends_at) with &&)
    where (status in ('approved', 'published', 'full', 'in_progress'));
update public.shifts set approved_capacity = capacity, seats = capacity, seats_limit = 'shift'
  where status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed', 'postponed', 'cancelled');
create index shifts_series on public.shifts (series_id, school_id) where series_id is not null;
create index shifts_preceptor on public.shifts (preceptor_id, date) where preceptor_id is not null;
create index shifts_decided_by on public.shifts (decided_by) where decided_by is not null;
create index shifts_open on public.shifts (school_id, starts_at) where status = 'published';
create index shifts_waiting_for_answer on public.shifts (respond_by) where status in ('pending_facility', 'needs_info', 'countered');
create index shifts_by_start on public.shifts (starts_at) where status in ('approved', 'published', 'full');
create index shifts_by_end on public.shifts (ends_at) where status = 'in_progress';
create index shifts_everywhere on public.shifts (date, starts_at, id);
-- Students taking seats change neither the shift's version, which its planners hold, nor its history of edits: the trail has them.
drop trigger touch on public.shifts;
drop trigger audit on public.shifts;
create trigger touch before update on public.shifts for each row
  when (old.seats_taken = new.seats_taken and old.waiting = new.waiting) execute function app.touch();
create trigger audit after update on public.shifts for each row
  when (old.seats_taken = new.seats_taken and old.waiting = new.waiting) execute function app.audit_row();
create trigger audit_removal after delete on public.shifts for each row execute function app.audit_row();

-- A student on a shift, from the first asking to the last.
create table public.assignments (
  id uuid primary key default gen_random_uuid(),
  shift_id uuid not null,
  school_id uuid not null,
  student_id uuid not null,
  status text not null default 'assigned' check (status in ('requested', 'waitlisted', 'offered', 'assigned', 'checked_in', 'completed',
    'absent_excused', 'absent_unexcused', 'no_show', 'declined', 'withdrawn', 'lapsed', 'dropped', 'removed', 'cancelled')),
  source text not null default 'admin' check (source in ('admin', 'signup', 'request', 'match', 'automation', 'swap', 'makeup')),
  -- The hours of the shift, and those with the rest after a night: nobody is in two places, nor on the ward without sleep.
  during tstzrange not null,
  busy tstzrange not null,
  -- The place in the queue: by this, then by id.
  asked_at timestamptz not null default clock_timestamp(),
  note text check (length(note) <= 500),
  reason_code text check (length(reason_code) <= 40),
  reason text check (length(reason) <= 1000),
  offer_expires_at timestamptz,
  decided_at timestamptz,
  decided_by uuid references public.users (id),
  -- A soft rule that somebody set aside: {rule, reason, by, at}
  override jsonb check (jsonb_typeof(override) = 'object'),
  clearance_snapshot jsonb check (jsonb_typeof(clearance_snapshot) = 'object'),
  makeup_for uuid,
  drop_asked_at timestamptz,
  drop_asked_reason text check (length(drop_asked_reason) <= 500),
  -- "I have a conflict", said after the shift was changed.
  conflict_at timestamptz,
  conflict_note text check (length(conflict_note) <= 500),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (shift_id, school_id) references public.shifts (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (makeup_for, school_id) references public.assignments (id, school_id),
  check (during <@ busy),
  check ((status = 'offered') = (offer_expires_at is not null)),
  constraint assignments_no_clash exclude using gist (student_id with =, busy with &&)
    where (status in ('offered', 'assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show'))
);
create unique index assignments_once on public.assignments (shift_id, student_id)
  where status in ('requested', 'waitlisted', 'offered', 'assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show');
create index assignments_shift on public.assignments (shift_id, school_id, status);
create index assignments_student on public.assignments (student_id, school_id, status);
create index assignments_school on public.assignments (school_id, status);
create index assignments_makeup on public.assignments (makeup_for, school_id) where makeup_for is not null;
create index assignments_decided_by on public.assignments (decided_by) where decided_by is not null;
create index assignments_offers on public.assignments (offer_expires_at) where status = 'offered';

-- A seat that changes hands: from one student to another, or two seats for each other.
create table public.shift_swaps (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  assignment_id uuid not null,
  from_student_id uuid not null,
  to_student_id uuid not null,
  -- The seat that is given in return, if one is.
  other_assignment_id uuid,
  status text not null default 'proposed' check (status in ('proposed', 'accepted', 'done', 'declined', 'withdrawn', 'refused', 'lapsed')),
  note text check (length(note) <= 500),
  reason text check (length(reason) <= 1000),
  decided_at timestamptz,
  decided_by uuid references public.users (id),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (assignment_id, school_id) references public.assignments (id, school_id),
  foreign key (other_assignment_id, school_id) references public.assignments (id, school_id),
  foreign key (from_student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (to_student_id, school_id) references public.school_members (user_id, school_id),
  check (from_student_id <> to_student_id)
);
create unique index shift_swaps_one_open on public.shift_swaps (assignment_id) where status in ('proposed', 'accepted');
create index shift_swaps_school on public.shift_swaps (school_id, status);
create index shift_swaps_assignment on public.shift_swaps (assignment_id, school_id);
create index shift_swaps_other on public.shift_swaps (other_assignment_id, school_id) where other_assignment_id is not null;
create index shift_swaps_from on public.shift_swaps (from_student_id, school_id);
create index shift_swaps_to on public.shift_swaps (to_student_id, school_id);
create index shift_swaps_decided_by on public.shift_swaps (decided_by) where decided_by is not null;

-- Hours that a student lost without fault, or missed, and has to make up.
create table public.makeup_needs (
  id uuid primary key default gen_random_uuid(),
  school_id uuid not null references public.schools (id),
  student_id uuid not null,
  assignment_id uuid not null,
  hours numeric(5, 2) not null check (hours >= 0 and hours <= 48),
  specialty text not null,
  reason text not null check (length(reason) <= 1000),
  status text not null default 'open' check (status in ('open', 'scheduled', 'made_up', 'waived')),
  makeup_assignment_id uuid,
  waived_reason text check (length(waived_reason) <= 500),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  unique (assignment_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  foreign key (assignment_id, school_id) references public.assignments (id, school_id),
  foreign key (makeup_assignment_id, school_id) references public.assignments (id, school_id),
  check ((status = 'waived') = (waived_reason is not null)),
  check ((status in ('scheduled', 'made_up')) = (makeup_assignment_id is not null))
);
create index makeup_needs_school on public.makeup_needs (school_id, status);
create index makeup_needs_student on public.makeup_needs (student_id, school_id);
create index makeup_needs_assignment on public.makeup_needs (assignment_id, school_id);
create index makeup_needs_makeup on public.makeup_needs (makeup_assignment_id, school_id) where makeup_assignment_id is not null;

-- Who did what with a shift or with somebody's seat on it, from where to where, and why; never changed.
create table public.shift_events (
  id bigint generated always as identity primary key,
  shift_id uuid not null,
  school_id uuid not null,
  -- The student's seat it is about; empty when it is about the shift itself.
  assignment_id uuid,
  student_id uuid,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_role text,
  acting_as uuid,
  event text not null,
  from_status text,
  to_status text not null,
  at_version integer,
  reason text check (length(reason) <= 1000),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object')
);
create index shift_events_shift on public.shift_events (shift_id, id desc);
create index shift_events_school on public.shift_events (school_id, shift_id);
create index shift_events_student on public.shift_events (student_id, id desc) where student_id is not null;
create trigger append_only before update or delete on public.shift_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.shift_events for each statement execute function app.refuse_change();

select app.protect('public.shift_series'), app.protect('public.assignments'), app.protect('public.shift_swaps'), app.protect('public.makeup_needs'),
  app.protect('public.shift_events');
create trigger touch before update on public.shift_series for each row execute function app.touch();
create trigger touch before update on public.assignments for each row execute function app.touch();
create trigger touch before update on public.shift_swaps for each row execute function app.touch();
create trigger touch before update on public.makeup_needs for each row execute function app.touch();
