-- What PostgreSQL refuses of reported hours, whoever writes. The steps are those of rules.ts (public.transitions): each by its party, and
-- neither writes what is the other's. What was reported is not theirs to change: no login may update those columns.
create or replace trigger guard before update on public.hours_requests for each row
  when (current_user = 'app_rw' and (
    not app.is_step('hours_requests', old.status, new.status, case when old.student_id = app.uid() then 'student' else 'school' end)
    or old.student_id = app.uid() and (old.decision_note, old.decided_by, old.decided_at) is distinct from (new.decision_note, new.decided_by, new.decided_at)
    or old.student_id <> app.uid() and (old.answer, old.evidence_file_ids) is distinct from (new.answer, new.evidence_file_ids)))
  execute function app.refuse_change();
