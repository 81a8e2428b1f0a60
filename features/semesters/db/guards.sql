-- An archived semester is not graded: archiving ends a reopening.
create or replace trigger end_reopening before update of archived_at on public.semesters
  for each row when (new.archived_at is not null) execute function app.note_facts('reopened_at', '', 'reopened_by', '', 'reopen_reason', '');
drop function if exists app.end_reopening();

-- Closed → grading, with a recorded reason, and back: by the school's super admin or the superadmin. PostgreSQL sets who and when.
create or replace trigger guard_reopening before update of reopened_at, reopened_by, reopen_reason on public.semesters for each row
  when (current_user = 'app_rw' and (new.reopened_at, new.reopened_by, new.reopen_reason) is distinct from (old.reopened_at, old.reopened_by, old.reopen_reason)
    and (coalesce(app.role(), '') not in ('school_super_admin', 'superadmin') or new.reopened_at is not null and new.archived_at is not null
      or new.reopened_at is not distinct from old.reopened_at))
  execute function app.refuse_row('Only a super admin of the school reopens a semester', '42501');
create or replace trigger note_closed before update of reopened_at on public.semesters for each row
  when (current_user = 'app_rw' and new.reopened_at is null) execute function app.note_facts('reopened_by', '', 'reopen_reason', '');
create or replace trigger note_reopened before update of reopened_at, reopened_by, reopen_reason on public.semesters for each row
  when (current_user = 'app_rw' and new.reopened_at is not null and old.reopened_at is distinct from new.reopened_at)
  execute function app.note_facts('reopened_at', 'now', 'reopened_by', 'uid');

-- Records each reopening of a closed semester, with who and why, and keeps it after the semester is closed again.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.note_reopening() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.semester_reopenings r set closed_at = now() where r.semester_id = new.id and r.closed_at is null;
  if new.reopened_at is not null then
    insert into public.semester_reopenings (school_id, semester_id, reopened_at, reopened_by, by_name, reason)
      values (new.school_id, new.id, new.reopened_at, new.reopened_by, (select full_name from public.users where id = new.reopened_by), new.reopen_reason);
  end if;
  return null;
end $$;
create or replace trigger note_reopening after update of reopened_at, archived_at on public.semesters for each row
  when (old.reopened_at is distinct from new.reopened_at) execute function app.note_reopening();
