-- What PostgreSQL refuses for shift reports, regardless of who writes. The steps are those of rules.ts (public.transitions).

-- The instructor writes until it is submitted, the school decides afterwards; PostgreSQL sets both dates and names. Without the school, a
-- report is accepted only if nothing needs a look: everyone came, on time, to the end, at the site, and there is no incident.
create or replace trigger guard before update on public.shift_reports for each row
  when (old.status <> new.status) execute function app.guard_step('school', 'proctor=instructor', 'system');
create or replace trigger guard_return before update on public.shift_reports for each row
  when (app.role() = 'proctor' and new.returned_reason is distinct from old.returned_reason) execute function app.refuse_row('shift_report.submitted', 'PW409');
create or replace trigger guard_unseen before update on public.shift_reports for each row
  when (new.status = 'accepted' and old.status <> 'accepted' and coalesce(app.role(), 'proctor') = 'proctor' and app.has_exceptions(new.id))
  execute function app.refuse_row('shift_report.has_exceptions', 'PW409');
create or replace trigger guard_words before update on public.shift_reports for each row
  when (app.role() <> 'proctor' or app.role() = 'proctor' and old.status not in ('due', 'draft', 'returned'))
  execute function app.refuse_other_columns('shift_report.submitted', 'status', 'returned_reason');
drop function if exists app.guard_shift_report();
create or replace trigger note_status before update on public.shift_reports for each row
  execute function app.note_status('submitted_at', 'accepted_at', 'accepted_by');

-- Each step is recorded in the shift's history; the last one settles its attendance.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.shift_report_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.note_shift(s, 'report_' || event, case new.status when 'returned' then new.returned_reason end) from public.shifts s, public.transitions
    where id = new.id and (entity, from_status, to_status) = ('shift_reports', old.status, new.status);
  update public.attendance_records set posted_at = now() where new.status = 'accepted' and shift_id = new.id and posted_at is null;
  return null;
end $$;
create or replace trigger history after update of status on public.shift_reports for each row
  when (old.status is distinct from new.status) execute function app.shift_report_changed();
