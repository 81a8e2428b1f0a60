-- A unit floats a preceptor for a day: the student goes along once both are ready, and only then its hours are confirmed (domain 2.6).
alter table public.capstone_days add column floated_to text check (length(floated_to) between 2 and 120), add column student_ready_at timestamptz,
  add column preceptor_ready_at timestamptz;
alter table public.capstone_days add constraint capstone_days_both_ready
  check (status <> 'confirmed' or floated_to is null or (student_ready_at is not null and preceptor_ready_at is not null));
-- How far each learning goal is, in their order: faculty says so. The goals themselves stay as they were approved.
alter table public.capstone_projects add column goal_states text[] not null default '{}'
  check (cardinality(goal_states) <= 12 and goal_states <@ array['open', 'in_progress', 'met', 'not_met']);
