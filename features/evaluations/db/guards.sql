-- What PostgreSQL refuses and records for evaluations, no matter who writes. The transitions are those of rules.ts (public.transitions).

-- No login may set who created one.
alter table public.evaluations alter column created_by set default app.real_uid();
alter table public.remediation_plans alter column created_by set default app.real_uid();

drop trigger if exists complete on public.evaluations;
drop function if exists app.complete_evaluation();

-- The evaluator writes until the evaluation is submitted; the student replies, acknowledges or disputes; the school verifies, returns or
-- voids. No login may set the dates. The scheduler may verify what the student acknowledged, if the school allows it.
create or replace trigger guard before update on public.evaluations for each row
  when (current_user = 'app_rw' and old.status <> new.status and app.is_evaluator(new.evaluator_id, new.preceptor_id)) execute function app.guard_step('evaluator');
create or replace trigger guard_of_school before update on public.evaluations for each row
  when (current_user = 'app_rw' and old.status <> new.status and not app.is_evaluator(new.evaluator_id, new.preceptor_id)) execute function app.guard_step('school', 'student_id=student');
create or replace trigger guard_of_system before update on public.evaluations for each row
  when (current_user <> 'app_rw' and old.status <> new.status) execute function app.guard_step('system');
create or replace trigger guard_turn before update on public.evaluations for each row
  when (current_user = 'app_rw' and case when app.is_evaluator(new.evaluator_id, new.preceptor_id)
      then old.status not in ('assigned', 'overdue', 'draft', 'returned') or old.status = new.status and old.status <> 'draft'
      else old.status = new.status and (new.student_id is distinct from app.uid() or old.status not in ('submitted', 'acknowledged', 'disputed')) end)
  execute function app.refuse_row('evaluation.settled', 'PW409', 'status');
create or replace trigger guard_words before update on public.evaluations for each row
  when (current_user = 'app_rw' and app.is_evaluator(new.evaluator_id, new.preceptor_id)) execute function app.refuse_other_columns('evaluation.settled',
    'status', 'is_self', 'member_id', 'answers', 'strengths', 'improvements', 'outcome', 'score', 'most', 'failed_checks');
create or replace trigger guard_words_of_school before update on public.evaluations for each row
  when (current_user = 'app_rw' and not app.is_evaluator(new.evaluator_id, new.preceptor_id) and new.student_id is distinct from app.uid())
  execute function app.refuse_other_columns('evaluation.settled', 'status', 'is_self', 'member_id', 'returned_reason', 'void_reason', 'dispute_answer');
create or replace trigger guard_words_of_student before update on public.evaluations for each row
  when (current_user = 'app_rw' and not app.is_evaluator(new.evaluator_id, new.preceptor_id) and new.student_id = app.uid())
  execute function app.refuse_other_columns('evaluation.settled', 'status', 'is_self', 'member_id', 'student_reply', 'dispute_reason');
drop function if exists app.guard_evaluation();
create or replace trigger note_status before update on public.evaluations for each row
  execute function app.note_status('submitted_at', 'acknowledged_at', 'verified_at', 'verified_by', 'locked_at');

-- Runs after the policies: an evaluator may amend only their own evaluation, with the same form.
-- Reason: a trigger needs it: a policy on a table cannot query that table.
create or replace function app.guard_amendment() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from public.evaluations where id = new.amendment_of and project_id is not distinct from new.project_id and status in ('verified', 'locked')
      and (school_id, student_id, evaluator_id, kind, instrument_id) = (new.school_id, new.student_id, new.evaluator_id, new.kind, new.instrument_id)) then
    raise exception 'evaluation.not_amendable' using errcode = 'PW409';
  end if;
  return null;
end $$;
create or replace trigger guard_new after insert on public.evaluations for each row when (new.amendment_of is not null) execute function app.guard_amendment();
drop function if exists app.guard_new_evaluation();

-- No login may set who did it.
alter table public.evaluation_events alter column actor_id set default app.real_uid(), alter column acting_as set default app.acting_as(), alter column actor_role set default app.role();

-- Every status change is an event; a submitted amendment replaces the evaluation it amends.
create or replace trigger history after insert or update of status on public.evaluations for each row
  execute function app.note_step('verified=dispute_answer', 'returned=returned_reason', 'voided=void_reason', 'disputed=dispute_reason', 'acknowledged=student_reply', 'draft=amendment_reason');
drop trigger if exists history_of_new on public.evaluations;
drop function if exists app.evaluation_changed();

-- Faculty may edit a plan until someone signs it, and the school becomes its faculty once that member has left. It can be met or not met once
-- all three parties have signed.
-- Reason: a trigger needs it.
create or replace function app.guard_remediation_plan() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  signed integer := (select count(*) from public.remediation_signatures where plan_id = new.id);
  why text := case when new.faculty_id <> old.faculty_id and (not app.is_school_admin()
      or old.faculty_id in (select id from public.users where linked_school_id = old.school_id and status = 'active')) then 'plan.not_found'
    when old.status ~ 'met' or signed > 0 and (new.items, new.actions, new.due_on) is distinct from (old.items, old.actions, old.due_on) then 'plan.signed'
    when new.status ~ 'met' and signed < 3 then 'plan.not_signed' end;
begin
  if why is not null then raise exception using message = why, errcode = 'PW409'; end if;
  return new;
end $$;
create or replace trigger guard before update on public.remediation_plans for each row
  when (current_user = 'app_rw' and new.faculty_id is distinct from app.uid())
  execute function app.refuse_other_columns('plan.not_found', 'PW404', 'items', 'status', 'result_note');
create or replace trigger guard_signed before update on public.remediation_plans for each row
  when (current_user = 'app_rw') execute function app.guard_remediation_plan();
create or replace trigger guard_step before update on public.remediation_plans for each row
  when (current_user = 'app_rw' and new.status <> old.status) execute function app.guard_step('school', 'faculty_id=evaluator');
create or replace trigger note_closed before update on public.remediation_plans for each row
  when (current_user = 'app_rw' and new.status <> old.status) execute function app.note_facts('closed_at', 'now');
