-- What PostgreSQL refuses of an open slot no matter who writes it. The steps come from public.transitions, which holds the rules of rules.ts.

-- Who offered it is a fact: no login writes the column.
alter table public.open_slots alter column created_by set default app.real_uid();

-- An open slot is settled, once; who did it when is a fact too.
create or replace trigger guard before update on public.open_slots for each row
  when (current_user in ('app_rw', 'app_worker'))
  execute function app.guard_step('facility', 'superadmin=platform', 'school_admin=school', 'school_super_admin=school', 'system');
create or replace trigger note_settled before update on public.open_slots for each row
  when (current_user in ('app_rw', 'app_worker') and app.role() is not null) execute function app.note_facts('settled_at', 'now', 'settled_by', 'real_uid');
create or replace trigger note_taken before update on public.open_slots for each row
  when (current_user in ('app_rw', 'app_worker') and new.status <> 'withdrawn') execute function app.note_facts('status_reason', 'old.status_reason');

-- Who takes a slot is whose draft it is taken with, which needs no answer any more: its facility offered it. No login writes either. What the
-- draft must be, the policies say.
drop trigger if exists guard_taken on public.open_slots;
drop trigger if exists agree_by_offer on public.open_slots;
drop function if exists app.guard_slot();
create or replace trigger note_offered before update on public.open_slots for each row
  when (new.status = 'taken' and old.status <> 'taken') execute function app.mark_offered();
