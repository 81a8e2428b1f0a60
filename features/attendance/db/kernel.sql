-- Only what must see or write what its caller may not (docs/architecture.md): everything else about attendance is TypeScript.

drop function if exists app.names_on_shift(uuid);
-- The names and email addresses of the students on these shifts, for the instructor of each and its school.
-- Reason: an instructor reads no other people, but knows those on their own shift.
create or replace function app.names_on_shifts(p_shift_ids uuid[]) returns table (student_id uuid, full_name text, email text, is_active boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct a.student_id, u.full_name, u.email, u.status = 'active' and u.linked_school_id = s.school_id
  from public.shifts s join public.assignments a on a.shift_id = s.id and a.school_id = s.school_id join public.users u on u.id = a.student_id
  where s.id = any (p_shift_ids) and (a.student_id = app.uid() or s.id in (select app.led_shift_ids()) or app.administers_school(s.school_id))
$$;

drop function if exists app.notify_attendance(uuid, text, text, jsonb, text), app.check_in_codes(uuid), app.is_check_in_code(uuid, text, timestamptz),
  app.check_in_code(uuid, timestamptz);

drop function if exists app.begin_shift(uuid);

-- The attendance of a seat's student in its semester, for that student, those who lead the shift, and the school. Only that of
-- seats still held: an absence from a shift that was canceled later is none.
-- Reason: an instructor reads only the attendance of their own shifts.
create or replace function app.attendance_of_semester(p_assignment_id uuid) returns table (status text, late_min integer)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select r.status, r.late_min from public.assignments a join public.shifts s on s.id = a.shift_id
    join public.assignments h on h.student_id = a.student_id and h.school_id = a.school_id and app.holds_seat(h.status)
    join public.attendance_records r on r.id = h.id join public.shifts x on x.id = h.shift_id and x.semester_id = s.semester_id
  where a.id = p_assignment_id and (a.student_id = app.uid() or app.seat_party(s) in ('school', 'platform', 'proctor') or s.id in (select app.precepted_shifts()))
$$;
drop function if exists app.teaches_shift(public.shifts);

drop function if exists app.close_attendance(uuid);

grant execute on function app.names_on_shifts(uuid[]), app.attendance_of_semester(uuid) to app_rw;
