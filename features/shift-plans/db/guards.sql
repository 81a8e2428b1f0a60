-- What PostgreSQL refuses, regardless of who writes shift plans. The steps are those in rules.ts (public.transitions).
alter table public.shift_plans alter column created_by set default app.real_uid();
create or replace trigger guard before update on public.shift_plans for each row
  when (current_user = 'app_rw' and old.status <> new.status) execute function app.guard_step('school');
