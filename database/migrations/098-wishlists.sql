-- A wishlist asks the students of cohorts which rotations they would rather have, from a first day to a last one; its options are
-- series of shifts, as they were when it was made; each student ranks some of them.
create table public.wishlist_campaigns (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  semester_id uuid not null,
  kind text not null default 'rotations' check (kind in ('rotations', 'capstone')),
  name text not null check (length(btrim(name)) between 1 and 120),
  instructions text not null default '' check (length(instructions) <= 4000),
  cohort_ids uuid[] not null check (cardinality(cohort_ids) between 1 and 50),
  min_choices integer not null default 1 check (min_choices >= 1),
  max_choices integer not null default 5 check (max_choices between 1 and 50),
  allow_comments boolean not null default false,
  opens_on date not null,
  closes_on date not null,
  -- The first instant of the first day and the first after the last day, in the school's time zone.
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  policy text not null default 'fair_match' check (policy in ('fair_match', 'lottery', 'manual')),
  status text not null default 'draft' check (status in ('draft', 'announced', 'published', 'archived')),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id),
  check (min_choices <= max_choices),
  check (closes_on >= opens_on)
);
create index wishlist_campaigns_school on public.wishlist_campaigns (school_id, created_at);
create index wishlist_campaigns_semester on public.wishlist_campaigns (semester_id, school_id);
select app.protect('public.wishlist_campaigns');
create trigger touch before update on public.wishlist_campaigns for each row execute function app.touch();
create trigger audit after insert or update or delete on public.wishlist_campaigns for each row execute function app.audit_row();

create table public.wishlist_options (
  id uuid primary key,
  school_id uuid not null,
  campaign_id uuid not null,
  series_id uuid not null,
  position integer not null check (position between 1 and 1000),
  -- What students read of it: the shifts themselves are theirs to see only once they are published.
  name text not null check (length(name) between 1 and 200),
  place text check (length(place) <= 400),
  specialty text not null,
  weekdays integer[] not null check (cardinality(weekdays) <= 7),
  first_date date not null,
  last_date date not null,
  start_time time not null,
  end_time time not null,
  shift_count integer not null check (shift_count >= 1),
  hours numeric(7, 2) not null check (hours >= 0),
  seats integer not null check (seats between 0 and 1000),
  created_at timestamptz not null default now(),
  unique (id, school_id),
  unique (campaign_id, series_id),
  foreign key (campaign_id, school_id) references public.wishlist_campaigns (id, school_id) on delete cascade,
  foreign key (series_id, school_id) references public.shift_series (id, school_id)
);
create index wishlist_options_campaign on public.wishlist_options (campaign_id, school_id);
create index wishlist_options_series on public.wishlist_options (series_id, school_id);
create index wishlist_options_school on public.wishlist_options (school_id);
select app.protect('public.wishlist_options');

create table public.wishlist_choices (
  campaign_id uuid not null,
  student_id uuid not null,
  option_id uuid not null,
  school_id uuid not null,
  rank integer not null check (rank between 1 and 50),
  comment text check (length(comment) <= 500),
  -- Who entered it: the student, or the school for them.
  entered_by uuid,
  entered_at timestamptz not null default now(),
  primary key (campaign_id, student_id, option_id),
  unique (campaign_id, student_id, rank),
  foreign key (campaign_id, school_id) references public.wishlist_campaigns (id, school_id) on delete cascade,
  foreign key (option_id, school_id) references public.wishlist_options (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id)
);
create index wishlist_choices_campaign on public.wishlist_choices (campaign_id, school_id);
create index wishlist_choices_option on public.wishlist_choices (option_id, school_id);
create index wishlist_choices_student on public.wishlist_choices (student_id, school_id);
create index wishlist_choices_school on public.wishlist_choices (school_id);
select app.protect('public.wishlist_choices');
create trigger audit after insert or delete on public.wishlist_choices for each row execute function app.audit_row();
