-- What PostgreSQL refuses on shift automation, regardless of who writes. The steps are those of rules.ts (public.transitions).
alter table public.shift_templates alter column created_by set default app.real_uid();
alter table public.automation_rules alter column created_by set default app.real_uid();
alter table public.automation_runs alter column created_by set default app.real_uid();
alter table public.automation_changes alter column created_by set default app.real_uid();
create or replace trigger guard before update on public.automation_rules for each row
  when (current_user = 'app_rw' and old.status <> new.status) execute function app.guard_step('school');
-- A rule acts only in the name of the person who turns it on, signed in as themselves.
create or replace trigger guard_owner before update on public.automation_rules for each row
  when (new.owner_id is distinct from app.real_uid() and (new.owner_id is distinct from old.owner_id or new.status = 'active' and old.status <> 'active'))
  execute function app.refuse_row('automation.not_yours', 'PW403');
-- An active rule does what was tried, so it cannot be edited.
create or replace trigger guard_tried before update of action, event, mode, template_id, semester_id, cohort_id, facility_id, days_ahead, remind_about, to_be_named
  on public.automation_rules for each row when (new.status = 'active' and old.status = 'active') execute function app.refuse_row('automation.step', 'PW409', 'status');
create or replace trigger guard before update on public.automation_changes for each row
  when (current_user = 'app_rw' and old.status <> new.status) execute function app.guard_step('school');
create or replace trigger guard_undo before update on public.automation_changes for each row
  when (old.status = 'done' and new.status = 'undone' and old.done_at < now() - interval '24 hours') execute function app.refuse_row('automation.undo_over', 'PW409');
