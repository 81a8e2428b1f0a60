-- Rules on seats that changed, and whose shifts ahead are not counted again yet: written by triggers with the change, worked off by the
-- worker, some shifts at a time. A school, a place with all below it, or both.
create table priv.seat_recounts (
  id bigint generated always as identity primary key,
  school_id uuid references public.schools (id) on delete cascade,
  facility_id uuid references public.facilities (id) on delete cascade,
  -- One day alone, where a shift there gave its places back.
  day date,
  -- How far it is: the shifts up to this one, by their ids, are counted.
  last_shift_id uuid not null default '00000000-0000-0000-0000-000000000000',
  asked_at timestamptz not null default now(),
  check (num_nonnulls(school_id, facility_id) > 0)
);
create index seat_recounts_school on priv.seat_recounts (school_id);
create index seat_recounts_facility on priv.seat_recounts (facility_id);
select app.protect('priv.seat_recounts');

-- An agreement that takes fewer seats may decide.
alter table public.shifts drop constraint shifts_seats_limit_check;
alter table public.shifts add constraint shifts_seats_limit_check
  check (seats_limit in ('shift', 'unit', 'level', 'school', 'ratio', 'preceptor', 'exclusive', 'agreement')) not valid;
alter table public.shifts validate constraint shifts_seats_limit_check;

-- Seats that the worker counts again change nothing that a planner holds: neither its version, nor its history of edits; the trail has them.
create or replace trigger touch before update on public.shifts for each row
  when (old.seats_taken = new.seats_taken and old.waiting = new.waiting and old.reminders_sent = new.reminders_sent
    and not (current_user = 'app_worker' and old.seats is distinct from new.seats and old.published_at is not distinct from new.published_at))
  execute function app.touch();
create or replace trigger audit after update on public.shifts for each row
  when (old.seats_taken = new.seats_taken and old.waiting = new.waiting and old.reminders_sent = new.reminders_sent
    and not (current_user = 'app_worker' and old.seats is distinct from new.seats and old.published_at is not distinct from new.published_at))
  execute function app.audit_row();

-- What one function does by now: write what the calendar does without a step, make room for fewer seats, take a place away.
drop function if exists app.note_open_signups(uuid[]), app.settle_seats(uuid, integer), app.call_off(public.shifts, text, text, text);
