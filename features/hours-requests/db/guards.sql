-- What PostgreSQL refuses for reported hours, no matter who writes. The transitions are those of rules.ts (public.transitions), each for
-- its party, and each party writes only its own columns. The named instructor says once whether the hours are right, and changes nothing
-- else. No login may update the reported facts.
create or replace trigger guard before update on public.hours_requests for each row
  when (current_user = 'app_rw' and case when old.instructor_id = app.uid() and app.role() = 'proctor'
    then old.confirmation is not null or to_jsonb(old) - array['confirmation', 'confirmation_note', 'confirmed_at']
      is distinct from to_jsonb(new) - array['confirmation', 'confirmation_note', 'confirmed_at']
    else (old.confirmation, old.confirmation_note, old.confirmed_at) is distinct from (new.confirmation, new.confirmation_note, new.confirmed_at)
    or old.student_id = app.uid() and (old.decision_note, old.decided_by, old.decided_at) is distinct from (new.decision_note, new.decided_by, new.decided_at)
    or old.student_id <> app.uid() and (old.answer, old.evidence_file_ids) is distinct from (new.answer, new.evidence_file_ids) end)
  execute function app.refuse_change();
create or replace trigger guard_step before update on public.hours_requests for each row
  when (current_user = 'app_rw' and not (old.instructor_id = app.uid() and app.role() = 'proctor') is true) execute function app.guard_step('school', 'student_id=student');
drop function if exists app.is_step(text, text, text, text);
