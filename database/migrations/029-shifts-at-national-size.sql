-- Shifts and seats are read fast however many schools there are.

-- The hours a student is credited with are worked out when a shift is written, not each time that somebody's hours are added up.
alter table public.shifts add column credited_hours numeric generated always as (coalesce(credited_hours_override,
  round(greatest(extract(epoch from ends_at - starts_at) / 60 - break_min + conference_min, 0)::numeric / 60, 2))) stored;

-- How many of the two reminders went out: three days before, and one day before.
alter table public.shifts add column reminders_sent smallint not null default 0 check (reminders_sent between 0 and 2);
create index shifts_to_remind on public.shifts (reminders_sent, starts_at) where status in ('published', 'full') and reminders_sent < 2;
-- A reminder is no edit, as a seat that is taken is none.
drop trigger touch on public.shifts;
drop trigger audit on public.shifts;
create trigger touch before update on public.shifts for each row
  when (old.seats_taken = new.seats_taken and old.waiting = new.waiting and old.reminders_sent = new.reminders_sent) execute function app.touch();
create trigger audit after update on public.shifts for each row
  when (old.seats_taken = new.seats_taken and old.waiting = new.waiting and old.reminders_sent = new.reminders_sent) execute function app.audit_row();

-- Hours of a term are added up for all who are asked about at once (features/assignments/procedures.sql).
drop function if exists app.hours_in_semester(uuid, uuid);
drop function if exists app.credited_hours(public.shifts);

-- What waits, and each state, of one school; what a place has to answer, requests and changes. Each finds its rows alone: beside an index
-- of all the nation's it would be read together with it.
create index shifts_school_state on public.shifts (school_id, status, date);
create index shifts_waiting_at_place on public.shifts (facility_id, status, date) where status in ('pending_facility', 'needs_info', 'countered');
create index shifts_changes_at_place on public.shifts (facility_id) where change is not null;

-- All shifts, sorted by state, school and place, and found by words (by day: shifts_everywhere).
create index shifts_by_state on public.shifts (status, date, starts_at, id);
create index schools_by_name on public.schools (name, id);
create index facilities_by_name on public.facilities (name, id);
create index shifts_words on public.shifts using gin (title public.gin_trgm_ops, course_code public.gin_trgm_ops);

-- How many people there are of each role, counted without looking at them.
create index users_active_by_role on public.users (role) where status = 'active';
