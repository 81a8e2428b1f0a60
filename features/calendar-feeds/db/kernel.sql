-- The private address of a calendar. It names a person and gives access only to that person's own shifts; only its hash is stored.

drop function if exists app.my_calendar_feed(), app.revoke_calendar_feed(), app.renew_calendar_feed(text);

drop function if exists app.find_calendar_feed(text), app.calendar_feed_shifts(text);
-- The calendar address whose hash opened this transaction: no session, and access only to one person's shifts
-- (decision 027). Returns whose it is, whether it was turned off, and whether its person may still use it.
-- Reason: policies need it: access depends on the hash of the address, which no login reads.
create or replace function app.calendar_feed() returns table (id uuid, user_id uuid, role text, school_id uuid, is_revoked boolean, is_open boolean)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select f.id, u.id, u.role, u.linked_school_id, f.revoked_at is not null, f.revoked_at is null and u.status = 'active' and u.email_verified
  from public.calendar_feeds f join public.users u on u.id = f.user_id where f.token_hash = current_setting('app.session', true)
$$;

-- The shifts that an address may see: those its person leads or led as an instructor, or has or had a seat on, with the status
-- of the seat; for administrators the next 60 days and the last 7 on the units that they run, or of their school.
-- Reason: policies need it, and an address gives no access to seats.
create or replace function app.calendar_feed_shifts() returns table (id uuid, seat_version integer, has_left boolean, seat_updated_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with f as materialized (select * from app.calendar_feed() where is_open),
  seen (id) as (
    select l.id from f cross join lateral app.led_by(f.user_id) l (id)
    union select s.id from f join public.shifts s on f.role = 'proctor' and s.former_proctor_ids @> array[f.user_id] and s.former_proctor_ids <> '{}'
    union select s.id from f join public.shifts s on f.role in ('school_admin', 'school_super_admin') and s.school_id = f.school_id
      and s.date between current_date - 7 and current_date + 60
    union select s.id from f join public.shifts s on f.role = 'facility_admin' and s.submitted_at is not null
      and s.facility_id = any (array(select app.facility_scope(app.facility_root(f.user_id)))) and s.date between current_date - 7 and current_date + 60)
  select s.id, 0, false, null from seen s
  union all
  select a.shift_id, sum(a.version)::integer, bool_and(a.status in ('dropped', 'removed', 'cancelled')), max(a.updated_at)
  from f join public.assignments a on f.role = 'student' and a.student_id = f.user_id
    and a.status in ('assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show', 'dropped', 'removed', 'cancelled')
  group by a.shift_id
$$;

-- The clearances of students with an upcoming seat on these shifts: for a student
-- their own, for those who lead or plan a shift all, without names.
-- Reason: an address gives no access to seats.
create or replace function app.calendar_feed_clearances() returns table (shift_id uuid, status text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.shift_id, c.status from app.calendar_feed() f join app.calendar_feed_shifts() s on f.role <> 'facility_admin'
  join public.seat_clearances c on c.shift_id = s.id and c.computed_on < 'infinity' and (f.role <> 'student' or c.student_id = f.user_id)
  join public.assignments a on a.id = c.id and a.status = 'assigned'
$$;
grant execute on function app.calendar_feed(), app.calendar_feed_shifts(), app.calendar_feed_clearances() to app_auth;

drop function if exists app.was_in_calendars(public.shifts, text);
drop function if exists app.open_calendar_feed(text, text);
