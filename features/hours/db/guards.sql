-- What PostgreSQL refuses of the ledger whoever writes it. That lines are never changed is in migration 080.

-- Who posted a line is a fact: no login writes the column.
alter table public.hours_entries alter column posted_by set default app.real_uid();

-- The closed semester whose hours these would be, by name: archived, over and deactivated, or past its lock or its grading window.
-- To its caller's knowledge: an import asks it before it posts.
-- Reason: a trigger needs it.
create or replace function app.locked_semester(p_school uuid, p_semester uuid, p_date date) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select t.name from public.semesters t where t.school_id = p_school and t.reopened_at is null
    and (t.id = p_semester or p_semester is null and p_date between t.start_date and t.end_date)
    and (t.archived_at is not null or not t.is_active and t.activated_at is not null and app.school_today(t.school_id) > t.end_date or coalesce((t.settings ->> 'hours_lock_at')::timestamptz <= now(),
      app.school_today(t.school_id) > coalesce((t.settings -> 'grading_window' ->> 'to')::date, t.end_date + 30)))
  limit 1
$$;

grant execute on function app.locked_semester(uuid, uuid, date) to app_rw;
drop function if exists app.locked_days(uuid, date[]);

-- Before: a reversal says what it takes back. After, so that the policies are asked first: nothing is posted into a semester whose
-- hours are locked.
-- Reason: a trigger needs it.
create or replace function app.guard_hours_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare locked text;
begin
  if tg_when = 'BEFORE' then
    select e.student_id, e.semester_id, e.assignment_id, e.shift_id, e.date, -e.minutes, e.kind, e.specialty, e.course_code
      into new.student_id, new.semester_id, new.assignment_id, new.shift_id, new.date, new.minutes, new.kind, new.specialty, new.course_code
      from public.hours_entries e where e.id = new.reverses and e.school_id = new.school_id;
    return new;
  end if;
  if exists (select 1 from public.hours_entries e where e.id = new.reverses and e.reverses is not null) then
    raise exception 'hours.not_reversible' using errcode = 'PW409';
  end if;
  locked := app.locked_semester(new.school_id, new.semester_id, new.date);
  if locked is not null then
    raise exception using message = 'hours.locked', detail = jsonb_build_object('semester', locked), errcode = 'PW409';
  end if;
  return null;
end $$;
create or replace trigger guard before insert on public.hours_entries for each row
  when (current_user in ('app_rw', 'app_worker') and new.reverses is not null) execute function app.guard_hours_entry();
create or replace trigger guard_after after insert on public.hours_entries for each row
  when (current_user in ('app_rw', 'app_worker')) execute function app.guard_hours_entry();
create or replace trigger guard_after_today after insert on public.hours_entries for each row
  when (current_user in ('app_rw', 'app_worker') and new.date > app.school_today(new.school_id) + 1) execute function app.refuse_row('hours.future', 'PW400');
