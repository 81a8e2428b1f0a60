-- What PostgreSQL refuses in the ledger no matter who writes. Migration 080 makes sure that lines never change.

-- No login may set who posted a line.
alter table public.hours_entries alter column posted_by set default app.real_uid();

-- Before the insert: a reversal copies the line it takes back, and cannot reverse a reversal. After the insert, so that policies run first:
-- nothing is posted into a semester whose hours are locked (rules.ts: lockedSemester).
-- Reason: a trigger needs it.
create or replace function app.guard_hours_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare locked text;
begin
  if tg_when = 'BEFORE' then
    select student_id, semester_id, assignment_id, shift_id, date, -minutes, kind, specialty, course_code
      into new.student_id, new.semester_id, new.assignment_id, new.shift_id, new.date, new.minutes, new.kind, new.specialty, new.course_code
      from public.hours_entries where id = new.reverses and school_id = new.school_id and reverses is null;
    return new;
  end if;
  select name into locked from public.semesters where school_id = new.school_id and reopened_at is null
    and (id = new.semester_id or new.semester_id is null and new.date between start_date and end_date)
    and (archived_at is not null or not is_active and activated_at is not null and app.school_today(school_id) > end_date or coalesce((settings ->> 'hours_lock_at')::timestamptz <= now(),
      app.school_today(school_id) > coalesce((settings -> 'grading_window' ->> 'to')::date, end_date + 30)));
  if locked is not null then
    raise exception using message = 'hours.locked', detail = jsonb_build_object('semester', locked), errcode = 'PW409';
  end if;
  return null;
end $$;
drop function if exists app.locked_semester(uuid, uuid, date);
create or replace trigger guard before insert on public.hours_entries for each row
  when (current_user in ('app_rw', 'app_worker') and new.reverses is not null) execute function app.guard_hours_entry();
create or replace trigger guard_after after insert on public.hours_entries for each row
  when (current_user in ('app_rw', 'app_worker')) execute function app.guard_hours_entry();
create or replace trigger guard_after_today after insert on public.hours_entries for each row
  when (current_user in ('app_rw', 'app_worker') and new.date > app.school_today(new.school_id) + 1) execute function app.refuse_row('hours.future', 'PW400');
