-- What PostgreSQL refuses of semester reports, whoever writes. The steps are those of rules.ts (public.transitions).

-- Each party changes its own words, at its turn; dates are facts; what was published never changes, except that it is read or superseded.
-- Reason: a trigger needs it.
create or replace function app.guard_semester_report() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  party text := case app.role() when 'proctor' then 'instructor' when 'student' then 'student' else 'school' end;
  own text[] := array['status', 'version', 'updated_at', 'updated_by'] || case
    when party = 'student' then array['student_comment']
    when party = 'instructor' then array['proctor_comment', 'strengths', 'goals_next', 'decision']
    when old.published_at is null then array['content', 'generated_at', 'proctor_id', 'strengths', 'goals_next', 'decision', 'school_comment', 'withheld_reason', 'pdf_file_id']
    else '{}' end;
begin
  if app.role() is null then return new; end if;
  if old.status <> new.status then perform app.refuse_illegal_step('semester_reports', old.status, new.status, party);
  elsif party <> 'school' then raise exception 'semester_report.not_now' using errcode = 'PW409', detail = jsonb_build_object('status', old.status, 'to', new.status);
  end if;
  if to_jsonb(new) - own <> to_jsonb(old) - own then raise exception 'semester_report.fixed' using errcode = 'PW409'; end if;
  new.published_at := case when new.status = 'published' then now() else old.published_at end;
  new.acknowledged_at := case when new.status = 'acknowledged' then now() else old.acknowledged_at end;
  return new;
end $$;
create or replace trigger guard before update on public.semester_reports for each row execute function app.guard_semester_report();
