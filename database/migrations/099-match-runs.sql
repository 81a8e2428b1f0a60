-- Matching the students of a wishlist with its options: what a student adds to the ranking, runs of the matching with their settings and
-- answers, what the school changes by hand, and what students say against a fact of their result.
alter table public.wishlist_campaigns
  add column allow_hardship boolean not null default false,
  -- How many rotations each student gets, one in each block of days at most.
  add column rotations integer not null default 1 check (rotations between 1 and 10),
  -- What each wish is worth in points; what is not named has its usual worth.
  add column weights jsonb not null default '{}' check (jsonb_typeof(weights) = 'object'),
  add column published_run_id uuid,
  add column published_at timestamptz,
  -- Until then students may say that a fact is wrong.
  add column concerns_until timestamptz,
  add check ((published_run_id is null) = (published_at is null)),
  add check ((published_run_id is null) = (concerns_until is null));

-- An option is a series of shifts, or of a capstone a unit or a preceptor.
alter table public.wishlist_options
  alter column series_id drop not null,
  add column unit_id uuid references public.facilities (id),
  -- A person of a facility: no member of the school, so that no key of the school can name them.
  add column preceptor_id uuid,
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column min_seats integer not null default 0 check (min_seats between 0 and 1000),
  -- {second_year: 4}: at most so many of that year.
  add column level_seats jsonb not null default '{}' check (jsonb_typeof(level_seats) = 'object'),
  -- Specialties that have to be completed before.
  add column requires text[] not null default '{}' check (cardinality(requires) <= 20),
  -- Whom the preceptor or the unit would rather have, best first; empty where the draw decides.
  add column student_order uuid[] not null default '{}' check (cardinality(student_order) <= 1000),
  add check (series_id is not null or unit_id is not null or preceptor_id is not null);
create index wishlist_options_unit on public.wishlist_options (unit_id) where unit_id is not null;
create index wishlist_options_preceptor on public.wishlist_options (preceptor_id) where preceptor_id is not null;
update public.wishlist_options o set unit_id = (select min(s.facility_id::text)::uuid from public.shifts s where s.series_id = o.series_id);
update public.wishlist_options o set latitude = f.latitude, longitude = f.longitude from public.facilities u
  join public.sites f on f.id = coalesce(u.parent_id, u.id) where u.id = o.unit_id;

create table public.wishlist_submissions (
  campaign_id uuid not null,
  student_id uuid not null,
  school_id uuid not null,
  -- Where the way to a rotation begins.
  postal_code text check (postal_code ~ '^\d{5}$'),
  hardship_kind text check (hardship_kind in ('transport', 'caregiving', 'employment', 'health', 'language', 'other')),
  hardship_detail text check (length(hardship_detail) <= 1000),
  hardship_status text not null default 'none' check (hardship_status in ('none', 'declared', 'verified', 'not_verified')),
  -- [{option_id, kind}]: where the student cannot be placed, and why.
  conflicts jsonb not null default '[]' check (jsonb_typeof(conflicts) = 'array' and jsonb_array_length(conflicts) <= 50),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  primary key (campaign_id, student_id),
  foreign key (campaign_id, school_id) references public.wishlist_campaigns (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  check ((hardship_kind is null) = (hardship_status = 'none'))
);
create index wishlist_submissions_campaign on public.wishlist_submissions (campaign_id, school_id);
create index wishlist_submissions_student on public.wishlist_submissions (student_id, school_id);
create index wishlist_submissions_school on public.wishlist_submissions (school_id);
select app.protect('public.wishlist_submissions');
create trigger touch before update on public.wishlist_submissions for each row execute function app.touch();
create trigger audit after insert or update or delete on public.wishlist_submissions for each row execute function app.audit_row();

create table public.wishlist_runs (
  id uuid primary key,
  school_id uuid not null,
  campaign_id uuid not null,
  -- Run 1, run 2, … of its wishlist.
  number integer not null check (number >= 1),
  job_id uuid not null,
  -- {mode, seed, weights, place_everyone, only_chosen, require_clearance}
  settings jsonb not null check (jsonb_typeof(settings) = 'object'),
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'published', 'discarded')),
  -- What the engine was given and what it answered, so that anybody can count it again.
  problem jsonb check (jsonb_typeof(problem) = 'object'),
  gaps jsonb check (jsonb_typeof(gaps) = 'object'),
  proof jsonb check (jsonb_typeof(proof) = 'object'),
  figures jsonb check (jsonb_typeof(figures) = 'object'),
  created_at timestamptz not null default now(),
  created_by uuid,
  finished_at timestamptz,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  unique (campaign_id, number),
  foreign key (campaign_id, school_id) references public.wishlist_campaigns (id, school_id) on delete cascade
);
create index wishlist_runs_school on public.wishlist_runs (school_id);
create index wishlist_runs_campaign on public.wishlist_runs (campaign_id, school_id);
-- Of two who publish at once one does.
create unique index wishlist_runs_one_published on public.wishlist_runs (campaign_id) where status = 'published';
select app.protect('public.wishlist_runs');
create trigger touch before update on public.wishlist_runs for each row execute function app.touch();
create index wishlist_campaigns_published on public.wishlist_campaigns (published_run_id, school_id) where published_run_id is not null;

-- Where a run places each student, and what the student is told about it.
create table public.wishlist_results (
  run_id uuid not null,
  student_id uuid not null,
  school_id uuid not null,
  option_ids uuid[] not null default '{}' check (cardinality(option_ids) <= 10),
  -- The ranking that the run was given, best first.
  choices uuid[] not null default '{}' check (cardinality(choices) <= 50),
  sentences text[] not null default '{}' check (cardinality(sentences) <= 100),
  is_edited boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (run_id, student_id),
  foreign key (run_id, school_id) references public.wishlist_runs (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.school_members (user_id, school_id)
);
create index wishlist_results_run on public.wishlist_results (run_id, school_id);
create index wishlist_results_student on public.wishlist_results (student_id, school_id);
create index wishlist_results_school on public.wishlist_results (school_id);
select app.protect('public.wishlist_results');

-- What the school changed by hand: from where to where, what it cost, and why.
create table public.wishlist_edits (
  id uuid primary key,
  run_id uuid not null,
  student_id uuid not null,
  school_id uuid not null,
  from_options uuid[] not null check (cardinality(from_options) <= 10),
  to_options uuid[] not null check (cardinality(to_options) <= 10),
  cost_before bigint not null,
  cost_after bigint not null,
  reason text not null check (length(btrim(reason)) between 3 and 500),
  created_by uuid,
  created_at timestamptz not null default clock_timestamp(),
  undone_at timestamptz,
  unique (id, school_id),
  foreign key (run_id, school_id) references public.wishlist_runs (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.school_members (user_id, school_id)
);
create index wishlist_edits_run on public.wishlist_edits (run_id, school_id);
create index wishlist_edits_student on public.wishlist_edits (student_id, school_id);
create index wishlist_edits_by on public.wishlist_edits (created_by);
create index wishlist_edits_school on public.wishlist_edits (school_id);
select app.protect('public.wishlist_edits');
create trigger audit after insert or update on public.wishlist_edits for each row execute function app.audit_row();

-- A student says that a fact of the result is wrong, and the school answers.
create table public.wishlist_concerns (
  id uuid primary key,
  campaign_id uuid not null,
  student_id uuid not null,
  school_id uuid not null,
  fact text not null check (fact in ('conflict', 'hardship', 'schedule', 'prerequisite', 'other')),
  details text not null check (length(btrim(details)) between 3 and 1000),
  status text not null default 'open' check (status in ('open', 'upheld', 'not_upheld')),
  answer text check (length(btrim(answer)) between 3 and 1000),
  answered_by uuid,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  unique (campaign_id, student_id, fact),
  foreign key (campaign_id, school_id) references public.wishlist_campaigns (id, school_id) on delete cascade,
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  check ((status = 'open') = (answered_at is null)),
  check ((status = 'open') = (answer is null))
);
create index wishlist_concerns_campaign on public.wishlist_concerns (campaign_id, school_id);
create index wishlist_concerns_student on public.wishlist_concerns (student_id, school_id);
create index wishlist_concerns_school on public.wishlist_concerns (school_id);
select app.protect('public.wishlist_concerns');
create trigger touch before update on public.wishlist_concerns for each row execute function app.touch();
create trigger audit after insert or update on public.wishlist_concerns for each row execute function app.audit_row();
