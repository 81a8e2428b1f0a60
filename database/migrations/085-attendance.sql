-- Who came to a shift: one record for each seat, from the first check-in, notice or mark. Without a record the student is expected.
create table public.attendance_records (
  -- The seat's own id.
  id uuid primary key,
  school_id uuid not null,
  shift_id uuid not null,
  student_id uuid not null,
  status text not null default 'expected' check (status in ('expected', 'called_out', 'checked_in', 'completed', 'no_show_proposed', 'no_show',
    'absent_excused', 'absent_unexcused')),
  -- When the student came and left, as it counts; when the button was pressed by the phone's clock; when the server received it.
  check_in_at timestamptz,
  check_in_method text check (check_in_method in ('code', 'location', 'instructor', 'school')),
  check_in_pressed_at timestamptz,
  check_in_received_at timestamptz,
  check_in_offline boolean not null default false,
  check_out_at timestamptz,
  check_out_method text check (check_out_method in ('student', 'instructor', 'school')),
  check_out_pressed_at timestamptz,
  check_out_received_at timestamptz,
  check_out_offline boolean not null default false,
  -- Why a check-out came later than the school allows without a reason.
  check_out_reason text check (length(check_out_reason) <= 500),
  -- Meters from the site's pin at check-in; null without a location, or where the pin was not confirmed.
  distance_m integer check (distance_m between 0 and 20100000),
  is_inside boolean,
  late_min integer not null default 0 check (late_min >= 0),
  left_early_min integer not null default 0 check (left_early_min >= 0),
  -- When the student reported the absence, and what they said.
  called_out_at timestamptz,
  absence_reason text check (length(absence_reason) <= 500),
  -- Minutes that were posted as hours, and when: from then on the record changes no more.
  posted_minutes integer check (posted_minutes between 0 and 2880),
  posted_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id),
  foreign key (id, school_id) references public.assignments (id, school_id),
  foreign key (shift_id, school_id) references public.shifts (id, school_id),
  foreign key (student_id, school_id) references public.school_members (user_id, school_id),
  check ((check_in_at is null) = (check_in_method is null)),
  check ((check_out_at is null) = (check_out_method is null)),
  check (check_out_at >= check_in_at),
  check (status not in ('checked_in', 'completed') or check_in_at is not null),
  check ((status = 'completed') = (check_out_at is not null)),
  check ((distance_m is null) = (is_inside is null)),
  check ((posted_minutes is null) = (posted_at is null))
);
create index attendance_records_shift on public.attendance_records (shift_id, school_id);
create index attendance_records_student on public.attendance_records (student_id, school_id);
create index attendance_records_school on public.attendance_records (school_id, status);
select app.protect('public.attendance_records');
create trigger touch before update on public.attendance_records for each row execute function app.touch();
create trigger audit after insert or update or delete on public.attendance_records for each row execute function app.audit_row();

-- What the codes of a shift are made from. No login reads it.
create table priv.check_in_keys (
  shift_id uuid primary key references public.shifts (id) on delete cascade,
  key bytea not null default sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
  created_at timestamptz not null default now()
);
select app.protect('priv.check_in_keys');

-- A site's pin counts for check-in once someone confirmed that it is where students arrive; moving it takes that back.
alter table public.sites add column pin_confirmed_at timestamptz, add column pin_confirmed_by uuid references public.users (id);
create index sites_pin_confirmed_by on public.sites (pin_confirmed_by) where pin_confirmed_by is not null;
alter table public.sites add constraint sites_pin_is_somewhere check (pin_confirmed_at is null or latitude is not null);
create function app.unconfirm_pin() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.latitude, new.longitude) is distinct from (old.latitude, old.longitude) then
    new.pin_confirmed_at := null;
    new.pin_confirmed_by := null;
  end if;
  return new;
end $$;
create trigger unconfirm_pin before update of latitude, longitude on public.sites for each row execute function app.unconfirm_pin();
