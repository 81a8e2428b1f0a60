-- What PostgreSQL refuses of attendance, whoever writes. The steps are those of rules.ts (public.transitions).

-- A record belongs to a seat that someone holds; a step is the party's; a time lies around the shift and not ahead; a student moves
-- only what a student presses; what was posted as hours stays.
-- Reason: a trigger needs it, and it reads the seat and the shift of whoever writes.
create or replace function app.guard_attendance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  a public.assignments;
  s public.shifts;
  party text := case coalesce(app.role(), '') when '' then 'system' when 'student' then 'student' when 'proctor' then 'instructor' when 'facility_admin' then 'instructor' else 'school' end;
begin
  select x.* into a from public.assignments x where x.id = new.id;
  select x.* into s from public.shifts x where x.id = a.shift_id;
  if tg_op = 'INSERT' then
    if a.id is null or a.status <> 'assigned' and party <> 'system' then raise exception 'Nobody holds this seat' using errcode = '42501'; end if;
    new.school_id := a.school_id;
    new.shift_id := a.shift_id;
    new.student_id := a.student_id;
    if party <> 'system' then
      new.status := 'expected';
      new.created_by := app.real_uid();
    end if;
    return new;
  end if;
  if old.posted_at is not null then raise exception 'attendance.posted' using errcode = 'PW409'; end if;
  if old.status <> new.status then perform app.refuse_illegal_step('attendance_records', old.status, new.status, party); end if;
  if new.check_in_pressed_at is distinct from old.check_in_pressed_at then new.check_in_received_at := case when new.check_in_pressed_at is not null then now() end; end if;
  if new.check_out_pressed_at is distinct from old.check_out_pressed_at then new.check_out_received_at := case when new.check_out_pressed_at is not null then now() end; end if;
  if party <> 'system' and exists (select from (values (old.check_in_at, new.check_in_at), (old.check_out_at, new.check_out_at)) t (was, is_now)
      where is_now is distinct from was and is_now not between s.starts_at - interval '2 hours' and least(now(), s.ends_at + interval '2 hours')) then
    raise exception 'attendance.time_outside' using errcode = 'PW400';
  end if;
  -- A student says when a button was pressed: the earlier of two counts, and never instead of what the instructor or the school recorded.
  if party = 'student' and (
      (new.check_in_at is distinct from old.check_in_at and (new.check_in_at is null or new.check_in_method not in ('code', 'location')
        or old.check_in_method in ('instructor', 'school') or new.check_in_at >= old.check_in_at
        or not new.check_in_at between least(new.check_in_pressed_at, now()) - interval '1 second' and least(new.check_in_pressed_at, now()) + interval '1 second'))
      or (new.check_in_method is distinct from old.check_in_method and old.check_in_method is not null and new.check_in_at is not distinct from old.check_in_at)
      or (new.check_out_at is distinct from old.check_out_at and (new.check_out_at is null or new.check_out_method <> 'student'
        or old.check_out_method in ('instructor', 'school') or new.check_out_at >= old.check_out_at))
      or (new.check_out_method is distinct from old.check_out_method and old.check_out_method is not null)) then
    raise exception 'attendance.not_yours' using errcode = 'PW403';
  end if;
  new.late_min := coalesce(greatest(0, floor(extract(epoch from new.check_in_at - s.starts_at) / 60)), 0);
  new.left_early_min := coalesce(greatest(0, floor(extract(epoch from s.ends_at - new.check_out_at) / 60)), 0);
  return new;
end $$;
create or replace trigger guard before insert or update on public.attendance_records for each row execute function app.guard_attendance();
