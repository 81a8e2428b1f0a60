-- Rotations: a placement on a unit over a pattern of days. The shifts of its series are its shifts; what each is follows the rotation
-- until somebody changes it by itself.
create table public.rotations (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  semester_id uuid not null,
  series_id uuid not null,
  origin text not null default 'hand' check (origin in ('hand', 'series', 'slots', 'copy')),
  -- The copying of a semester that made it: it goes with it when that is undone.
  copy_id uuid,
  name text not null check (length(btrim(name)) between 1 and 120),
  course_code text check (length(course_code) <= 40),
  -- Empty on campus.
  facility_id uuid references public.facilities (id),
  specialty text not null,
  experience_type text not null,
  -- {weekdays: [1..7], every_weeks, from, to, skipped: [{date, reason}]}
  pattern jsonb not null check (jsonb_typeof(pattern) = 'object'),
  start_time time not null,
  end_time time not null,
  break_min integer not null default 30 check (break_min between 0 and 240),
  conference_min integer not null default 0 check (conference_min between 0 and 240),
  seats integer not null check (seats between 1 and 500),
  -- With fewer students it is not held.
  min_seats integer not null default 0 check (min_seats between 0 and seats),
  -- {second_year: 4}: at most so many of that year.
  level_seats jsonb not null default '{}' check (jsonb_typeof(level_seats) = 'object'),
  -- Specialties that have to be completed before.
  requires text[] not null default '{}' check (cardinality(requires) <= 20),
  cohort_ids uuid[] not null default '{}' check (cardinality(cohort_ids) <= 40),
  -- [{weekday, proctor_id}]: who leads it on which weekday.
  instructors jsonb not null default '[]' check (jsonb_typeof(instructors) = 'array' and jsonb_array_length(instructors) <= 7),
  canceled_at timestamptz,
  cancel_reason text check (length(btrim(cancel_reason)) between 3 and 1000),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  -- A series is one rotation's.
  constraint rotations_series_once unique (series_id),
  foreign key (semester_id, school_id) references public.semesters (id, school_id) on delete cascade,
  foreign key (series_id, school_id) references public.shift_series (id, school_id) on delete cascade,
  check ((canceled_at is null) = (cancel_reason is null))
);
create index rotations_school on public.rotations (school_id, semester_id);
create index rotations_semester on public.rotations (semester_id, school_id);
create index rotations_series on public.rotations (series_id, school_id);
create index rotations_facility on public.rotations (facility_id) where facility_id is not null;
create index rotations_copy on public.rotations (copy_id) where copy_id is not null;
select app.protect('public.rotations');
create trigger touch before update on public.rotations for each row execute function app.touch();
create trigger audit after insert or update or delete on public.rotations for each row execute function app.audit_row();

-- What wishlists offer are rotations. The series that they offered until now become one each: named as students read them, on the days
-- of all their shifts.
insert into public.rotations (id, school_id, semester_id, series_id, origin, name, facility_id, specialty, experience_type, pattern, start_time, end_time,
  break_min, conference_min, seats, min_seats, level_seats, requires, cohort_ids, created_by)
select distinct on (o.series_id) gen_random_uuid(), o.school_id, r.semester_id, o.series_id, 'series', left(o.name, 120), x.facility_id, o.specialty,
  coalesce(x.experience_type, 'group'),
  jsonb_build_object('weekdays', to_jsonb(d.weekdays), 'every_weeks', 1, 'from', d.first_date, 'to', d.last_date, 'skipped', coalesce((
    select jsonb_agg(jsonb_build_object('date', day::date, 'reason', '') order by day) from generate_series(d.first_date, d.last_date, interval '1 day') day
    where extract(isodow from day)::integer = any (d.weekdays) and day::date <> all (d.dates)), '[]'::jsonb)),
  o.start_time, o.end_time, coalesce(x.break_min, 30), coalesce(x.conference_min, 0),
  greatest(1, least(500, coalesce(x.capacity, o.seats))), least(o.min_seats, greatest(1, least(500, coalesce(x.capacity, o.seats)))), o.level_seats, o.requires,
  coalesce(x.cohort_ids[1:40], '{}'), r.created_by
from public.wishlist_options o join public.shift_series r on r.id = o.series_id and r.school_id = o.school_id
left join lateral (select s.facility_id, s.experience_type, s.break_min, s.conference_min, s.capacity, s.cohort_ids from public.shifts s
  where s.series_id = o.series_id and s.school_id = o.school_id order by s.date, s.id limit 1) x on true
cross join lateral (select coalesce(array_agg(distinct s.date), array[o.first_date, o.last_date]) as dates,
    coalesce(array_agg(distinct extract(isodow from s.date)::integer) filter (where s.id is not null), o.weekdays) as weekdays,
    coalesce(min(s.date), o.first_date) as first_date, coalesce(max(s.date), o.last_date) as last_date
  from public.shifts s where s.series_id = o.series_id and s.school_id = o.school_id and s.status not in ('declined', 'withdrawn', 'expired', 'cancelled')) d
where o.series_id is not null order by o.series_id, o.created_at desc, o.id;

alter table public.wishlist_options
  add column rotation_id uuid,
  add foreign key (rotation_id, school_id) references public.rotations (id, school_id);
update public.wishlist_options o set rotation_id = r.id from public.rotations r where r.series_id = o.series_id;
alter table public.wishlist_options add check ((series_id is null) = (rotation_id is null));
create index wishlist_options_rotation on public.wishlist_options (rotation_id, school_id) where rotation_id is not null;
