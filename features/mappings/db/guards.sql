-- What PostgreSQL refuses for clinical mapping, no matter who writes. The transitions are those of rules.ts (public.transitions), each for
-- its party: a facility proposes and withdraws, the school or the superadmin decides.
alter table public.mappings alter column created_by set default app.real_uid();
alter table public.mapping_runs alter column created_by set default app.real_uid();
alter table public.mapping_words alter column created_by set default app.real_uid();
create or replace trigger guard before update on public.mappings for each row
  when (current_user = 'app_rw' and old.status <> new.status) execute function app.guard_step('school', 'facility_admin=facility');
-- A facility admin may not change a mapping after the school has decided on it.
create or replace trigger guard_agreed before update on public.mappings for each row
  when (current_user = 'app_rw' and app.role() = 'facility_admin' and old.status <> 'proposed'
    and (old.min_hours, old.priority, old.rationale, old.specialties) is distinct from (new.min_hours, new.priority, new.rationale, new.specialties))
  execute function app.refuse_row('mapping.agreed', 'PW409');
-- No login may set who decided.
create or replace trigger note_review before update on public.mappings for each row
  when (old.status <> new.status and new.status in ('active', 'rejected')) execute function app.note_facts('reviewed_by', 'uid', 'reviewed_at', 'now');
create or replace trigger guard before update on public.mapping_runs for each row
  when (current_user = 'app_rw' and old.status <> new.status) execute function app.guard_step('manager');
-- The proposals of a run are written only once.
create or replace trigger guard_answer before update on public.mapping_runs for each row
  when (current_user = 'app_rw' and old.status <> 'running'
    and (old.proposals, old.courses, old.units, old.known) is distinct from (new.proposals, new.courses, new.units, new.known))
  execute function app.refuse_row('mapping.run_settled', 'PW409');
