-- What must see or write what its caller may not (docs/architecture.md): everything else about attendance is TypeScript.

-- The names of the students on a shift: for its instructor and the school.
-- Reason: an instructor reads no other people; those on the own shift they know.
create or replace function app.names_on_shift(p_shift_id uuid) returns table (student_id uuid, full_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.student_id, u.full_name from public.shifts s join public.assignments a on a.shift_id = s.id and a.school_id = s.school_id
  join public.users u on u.id = a.student_id
  where s.id = p_shift_id and (app.shift_side(s) in ('school', 'platform') or a.student_id = app.uid()
    or app.role() = 'proctor' and s.proctor_id = app.uid() and s.school_id = app.school_id())
$$;

-- Is the asker the instructor or the preceptor of this shift?
-- Reason: the two below need it.
create or replace function app.teaches_shift(s public.shifts) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.role() = 'proctor' and s.proctor_id = app.uid() and s.school_id = app.school_id()
    or s.id in (select app.precepted_shifts())
$$;

-- The code of a shift in the 30 seconds around a time.
-- Reason: the two below need it; the key is no one's to read.
create or replace function app.check_in_code(p_shift_id uuid, p_at timestamptz) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select string_agg(substr('ABCDEFGHJKMNPQRSTUVWXYZ23456789', 1 + get_byte(h, i) % 31, 1), '' order by i)
  from priv.check_in_keys k, lateral (select sha256(k.key || convert_to(floor(extract(epoch from p_at) / 30)::text, 'UTF8')) as h) d, generate_series(0, 5) i
  where k.shift_id = p_shift_id
$$;

-- The codes of the next 30 minutes, so that they turn without a connection: for who leads the shift and the school.
-- Reason: they are made from a key that is no one's to read.
create or replace function app.check_in_codes(p_shift_id uuid) returns table (code text, starts timestamptz, ends timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.shifts s where s.id = p_shift_id and (app.shift_side(s) in ('school', 'platform') or app.teaches_shift(s))) then
    raise exception 'attendance.not_found' using errcode = 'PW404', detail = '{}';
  end if;
  insert into priv.check_in_keys (shift_id) values (p_shift_id) on conflict do nothing;
  return query select app.check_in_code(p_shift_id, t.at), t.at, t.at + interval '30 seconds'
    from (select date_bin('30 seconds', now(), 'epoch') + n * interval '30 seconds' as at from generate_series(0, 59) n) t order by t.at;
end $$;

-- Was this code shown around the time when it was entered? For the student of a seat; a phone's clock may be off by a few minutes.
-- Reason: it is made from a key that is no one's to read.
create or replace function app.is_check_in_code(p_assignment_id uuid, p_code text, p_at timestamptz) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select from public.assignments a, generate_series(-6, 4) n
    where a.id = p_assignment_id and a.student_id = app.uid() and app.check_in_code(a.shift_id, p_at + n * interval '30 seconds') = p_code)
$$;

-- Notifies the student of a seat of what was just recorded by who asks, as the trail shows.
-- Reason: it writes the notifications of another.
create or replace function app.notify_attendance(p_assignment_id uuid, p_code text, p_values jsonb, p_key text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array[a.student_id], 'attendance', p_code, p_values, '/shift/' || a.shift_id, 'attendance ' || a.id || ' ' || p_key)
  from public.assignments a where a.id = p_assignment_id and exists (select from public.shift_events e
    where e.shift_id = a.shift_id and e.assignment_id = a.id and e.at >= now() and e.actor_id is not distinct from app.real_uid())
$$;

-- A shift begins with the first student who comes, before its time has: for the student of a seat, who leads it, and the school, from when
-- check-in opens.
-- Reason: neither a student nor an instructor changes shifts.
create or replace function app.begin_shift(p_shift_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.start_shift(x) from public.shifts x where x.id = p_shift_id
    and x.starts_at <= now() + make_interval(mins => app.shift_setting(x.school_id, 'check_in_opens_min', 30))
    and (app.shift_side(x) in ('school', 'platform') or app.teaches_shift(x)
      or exists (select from public.assignments a where a.shift_id = x.id and a.student_id = app.uid() and app.holds_seat(a.status)))
$$;

-- The attendance of a shift whose hours were posted changes no more. Called by the trigger of its report alone.
-- Reason: no login writes what was posted.
create or replace function app.close_attendance(p_shift_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.attendance_records r set posted_at = now() where r.shift_id = p_shift_id and r.posted_at is null
$$;

-- For the worker: proposes as no-shows those who neither checked in nor called out by the time the school sets, and notifies their
-- instructor, or the school where there is none; reminds who did not check out. Any number of processes may call it at once.
-- Returns how many it proposed.
-- Reason: the worker reads no shifts and no people.
create or replace function app.propose_no_shows(p_now timestamptz default now()) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  proposed integer := 0;
  s public.shifts;
  names text[];
begin
  if app.role() is not null then raise exception 'Only the scheduler does this' using errcode = '42501'; end if;
  for s in select x.* from public.shifts x where x.status in ('in_progress', 'completed') and x.starts_at > p_now - interval '2 days'
      and x.starts_at + make_interval(mins => app.shift_setting(x.school_id, 'no_show_after_min', 60)) <= p_now
      and exists (select from public.assignments a left join public.attendance_records r on r.id = a.id
        where a.shift_id = x.id and a.school_id = x.school_id and a.status = 'assigned' and coalesce(r.status, 'expected') = 'expected')
      order by x.id for no key update skip locked limit 500
  loop
    insert into public.attendance_records (id, school_id, shift_id, student_id)
      select a.id, a.school_id, a.shift_id, a.student_id from public.assignments a
      where a.shift_id = s.id and a.school_id = s.school_id and a.status = 'assigned' on conflict do nothing;
    with marked as (
      update public.attendance_records r set status = 'no_show_proposed' from public.assignments a
        where r.shift_id = s.id and r.status = 'expected' and a.id = r.id and a.status = 'assigned' returning r.student_id)
    select array_agg(u.full_name order by u.full_name) into names from marked m join public.users u on u.id = m.student_id;
    proposed := proposed + coalesce(cardinality(names), 0);
    continue when names is null;
    perform app.notify_code(array(select s.proctor_id where s.proctor_id is not null union
        select p.id from app.shift_people(s, 'school') p (id) where s.proctor_id is null), 'attendance', 'attendance.no_shows_proposed',
      app.shift_facts(s) || jsonb_build_object('students', names), '/shift/' || s.id, 'no-shows ' || s.id || ' ' || p_now::date);
  end loop;
  perform app.notify_code(array[r.student_id], 'attendance', 'attendance.check_out_missing', app.shift_facts(x), '/shift/' || x.id, 'check-out ' || r.id)
    from public.attendance_records r join public.shifts x on x.id = r.shift_id
    where r.status = 'checked_in' and x.ends_at > p_now - interval '1 day'
      and x.ends_at + make_interval(mins => app.shift_setting(x.school_id, 'check_out_closes_min', 60)) <= p_now;
  return proposed;
end $$;

grant execute on function app.names_on_shift(uuid), app.check_in_codes(uuid), app.is_check_in_code(uuid, text, timestamptz), app.notify_attendance(uuid, text, jsonb, text), app.begin_shift(uuid) to app_rw;
grant execute on function app.propose_no_shows(timestamptz) to app_worker;
