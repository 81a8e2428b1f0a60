-- What PostgreSQL refuses on an open slot no matter who writes. The transitions are those of rules.ts (public.transitions).

-- No login may set who offered it.
alter table public.open_slots alter column created_by set default app.real_uid();

-- An open slot is settled only once; no login may set who did it or when.
create or replace trigger guard before update on public.open_slots for each row
  when (current_user in ('app_rw', 'app_worker'))
  execute function app.guard_step('facility', 'superadmin=platform', 'school_admin=school', 'school_super_admin=school', 'system');
create or replace trigger note_settled before update on public.open_slots for each row
  when (current_user in ('app_rw', 'app_worker') and app.role() is not null) execute function app.note_facts('settled_at', 'now', 'settled_by', 'real_uid');
create or replace trigger note_taken before update on public.open_slots for each row
  when (current_user in ('app_rw', 'app_worker') and new.status <> 'withdrawn') execute function app.note_facts('status_reason', 'old.status_reason');

-- Taking a slot records the school of its draft, and marks the draft as offered, so that the facility need not answer again. No login
-- writes either. The policies check the draft.
drop trigger if exists guard_taken on public.open_slots;
drop trigger if exists agree_by_offer on public.open_slots;
drop function if exists app.guard_slot();
create or replace trigger note_offered before update on public.open_slots for each row
  when (new.status = 'taken' and old.status <> 'taken') execute function app.mark_offered();
