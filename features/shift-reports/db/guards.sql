-- What PostgreSQL refuses of shift reports, whoever writes. The steps are those of rules.ts (public.transitions).

-- The instructor writes until it is submitted, the school decides after; both dates and names are facts. Without the school a report is
-- accepted only where there is nothing to look at: everyone came, on time, to the end, at the site, and no incident.
-- Reason: a trigger needs it, and it reads the attendance of the shift.
create or replace function app.guard_shift_report() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare party text := case when app.role() is null then 'system' when app.role() = 'proctor' then 'instructor' else 'school' end;
begin
  if old.status <> new.status then perform app.refuse_illegal_step('shift_reports', old.status, new.status, party); end if;
  if party <> 'system' and (to_jsonb(new) - array['status', 'returned_reason', 'version', 'updated_at', 'updated_by'] <> to_jsonb(old) - array['status', 'returned_reason', 'version', 'updated_at', 'updated_by']
      and (party <> 'instructor' or old.status not in ('due', 'draft', 'returned')) or new.returned_reason is distinct from old.returned_reason and party <> 'school') then
    raise exception 'shift_report.submitted' using errcode = 'PW409';
  end if;
  if old.status = new.status then return new; end if;
  if new.status = 'submitted' then new.submitted_at := now(); end if;
  if new.status = 'accepted' then
    if party <> 'school' and app.has_exceptions(new.id) then raise exception 'shift_report.has_exceptions' using errcode = 'PW409'; end if;
    new.accepted_at := now();
    new.accepted_by := app.uid();
  end if;
  return new;
end $$;
create or replace trigger guard before update on public.shift_reports for each row execute function app.guard_shift_report();

-- Each step is a line of the shift's trail; with the last one its attendance is settled.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.shift_report_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.note_shift(s, 'report_' || (select t.event from public.transitions t where t.entity = 'shift_reports' and t.from_status = old.status
    and t.to_status = new.status), new.returned_reason) from public.shifts s where s.id = new.id;
  if new.status = 'accepted' then perform app.close_attendance(new.id); end if;
  return null;
end $$;
create or replace trigger history after update of status on public.shift_reports for each row
  when (old.status is distinct from new.status) execute function app.shift_report_changed();
