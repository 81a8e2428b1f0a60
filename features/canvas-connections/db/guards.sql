-- What PostgreSQL refuses on connections to Canvas, regardless of who writes: a person tests and revokes, Canvas's responses
-- decide the rest (rules.ts, public.transitions). Who connects and who requests a reading is set automatically.
alter table public.canvas_connections alter column created_by set default app.real_uid();
alter table public.canvas_runs alter column requested_by set default app.real_uid();
create or replace trigger guard before update on public.canvas_connections for each row
  when (old.status <> new.status) execute function app.guard_step('superadmin', 'superadmin', 'system');
