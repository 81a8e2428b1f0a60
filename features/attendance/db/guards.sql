-- What PostgreSQL refuses on attendance, regardless of who writes. The steps are those of rules.ts (public.transitions).

-- Each step belongs to a party; what was posted as hours stays. A student changes only their own presses:
-- the earlier of two counts, and never replaces what the instructor or the school recorded.
create or replace trigger guard before update on public.attendance_records for each row
  when (old.posted_at is not null) execute function app.refuse_row('attendance.posted', 'PW409');
create or replace trigger guard_step before update on public.attendance_records for each row
  when (old.status <> new.status) execute function app.guard_step('school', 'proctor=instructor', 'facility_admin=instructor', 'student', 'system');
create or replace trigger guard_words_of_student before update on public.attendance_records for each row
  when (app.role() = 'student' and (
      (new.check_in_at is distinct from old.check_in_at and (new.check_in_at is null or new.check_in_method not in ('code', 'location')
        or old.check_in_method in ('instructor', 'school') or new.check_in_at >= old.check_in_at
        or not new.check_in_at between least(new.check_in_pressed_at, now()) - interval '1 second' and least(new.check_in_pressed_at, now()) + interval '1 second'))
      or (new.check_in_method is distinct from old.check_in_method and old.check_in_method is not null and new.check_in_at is not distinct from old.check_in_at)
      or (new.check_out_at is distinct from old.check_out_at and (new.check_out_at is null or new.check_out_method <> 'student'
        or old.check_out_method in ('instructor', 'school') or new.check_out_at >= old.check_out_at))
      or (new.check_out_method is distinct from old.check_out_method and old.check_out_method is not null)))
  execute function app.refuse_row('attendance.not_yours', 'PW403');
create or replace trigger note_new before insert on public.attendance_records for each row
  when (app.role() is not null) execute function app.note_facts('status', 'expected', 'created_by', 'real_uid');
create or replace trigger note_pressed_in before update on public.attendance_records for each row
  when (new.check_in_pressed_at is distinct from old.check_in_pressed_at and new.check_in_pressed_at is not null) execute function app.note_facts('check_in_received_at', 'now');
create or replace trigger note_pressed_out before update on public.attendance_records for each row
  when (new.check_out_pressed_at is distinct from old.check_out_pressed_at and new.check_out_pressed_at is not null) execute function app.note_facts('check_out_received_at', 'now');
create or replace trigger note_unpressed_in before update on public.attendance_records for each row
  when (old.check_in_pressed_at is not null and new.check_in_pressed_at is null) execute function app.note_facts('check_in_received_at', '');
create or replace trigger note_unpressed_out before update on public.attendance_records for each row
  when (old.check_out_pressed_at is not null and new.check_out_pressed_at is null) execute function app.note_facts('check_out_received_at', '');
drop function if exists app.guard_attendance();

drop trigger if exists guard_new on public.attendance_records;
drop function if exists app.guard_new_attendance();

-- A time must be around the shift and not in the future; how late it is follows from the shift.
-- Reason: a trigger needs it, and it reads the shift no matter who writes.
create or replace function app.guard_times() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare s public.shifts := app.shift_row(new.shift_id);
begin
  if app.role() is not null and exists (select from (values (old.check_in_at, new.check_in_at), (old.check_out_at, new.check_out_at)) t (was, is_now)
      where is_now is distinct from was and is_now not between s.starts_at - interval '2 hours' and least(now(), s.ends_at + interval '2 hours')) then
    raise exception 'attendance.time_outside' using errcode = 'PW400';
  end if;
  new.late_min := coalesce(greatest(0, floor(extract(epoch from new.check_in_at - s.starts_at) / 60)), 0);
  new.left_early_min := coalesce(greatest(0, floor(extract(epoch from s.ends_at - new.check_out_at) / 60)), 0);
  return new;
end $$;
create or replace trigger guard_times before update on public.attendance_records for each row execute function app.guard_times();
