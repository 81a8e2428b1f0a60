-- Places that a facility offers before anybody asks, sign-up that opens by itself, and who acted for whom at a facility.

-- A shift on a unit that one of the facility's partner schools may take. Who takes it gets a shift of its own, approved already.
create table public.open_slots (
  id uuid primary key default gen_random_uuid(),
  -- What was offered in one act, a weekly pattern for example.
  offer_id uuid not null,
  facility_id uuid not null references public.facilities (id),
  date date not null,
  start_time time not null,
  end_time time not null,
  time_zone text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  specialty text not null check (specialty in ('fundamentals', 'med_surg', 'maternal_newborn', 'pediatrics',
    'mental_health', 'community', 'icu', 'emergency', 'perioperative', 'geriatrics_ltc', 'leadership', 'capstone', 'other')),
  experience_type text not null default 'group' check (experience_type in ('group', 'precepted', 'observation', 'simulation',
    'skills_lab', 'community', 'orientation', 'makeup')),
  seats integer not null check (seats between 1 and 500),
  note text check (length(note) <= 1000),
  -- The schools that may take it; none named means every partner. Validated by the command.
  school_ids uuid[] not null default '{}',
  status text not null default 'open' check (status in ('open', 'taken', 'withdrawn', 'expired')),
  status_reason text check (length(status_reason) <= 1000),
  -- The school that took it, and the shift that came of it.
  school_id uuid references public.schools (id),
  shift_id uuid,
  settled_at timestamptz,
  settled_by uuid references public.users (id),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  foreign key (shift_id, school_id) references public.shifts (id, school_id),
  check (ends_at > starts_at),
  constraint open_slots_taken_whole check ((status = 'taken') = (shift_id is not null) and (shift_id is null) = (school_id is null)),
  constraint open_slots_settled check ((status = 'open') = (settled_at is null)),
  constraint open_slots_withdrawn_why check (status <> 'withdrawn' or status_reason is not null)
);
create unique index open_slots_shift on public.open_slots (shift_id, school_id) where shift_id is not null;
create index open_slots_school on public.open_slots (school_id, date);
create index open_slots_facility on public.open_slots (facility_id, date);
create index open_slots_open on public.open_slots (starts_at) where status = 'open';
create index open_slots_offer on public.open_slots (offer_id);
create index open_slots_settled_by on public.open_slots (settled_by) where settled_by is not null;
select app.protect('public.open_slots');
create trigger touch before update on public.open_slots for each row execute function app.touch();
create trigger audit after insert or update or delete on public.open_slots for each row execute function app.audit_row();

-- Shifts whose sign-up opens at a time of its own: the calendar tells those whom it is for.
create index shifts_signup_opens on public.shifts (signup_opens_at) where signup_opens_at is not null and status in ('published', 'full');

-- When the place or time of a shift was last changed under the student who has the seat: only then is there a conflict to speak of.
alter table public.assignments add column moved_at timestamptz;

-- Who stood behind whoever acted, as the other trails say it.
alter table public.facility_events add column acting_as uuid;
