-- Shifts that were opened and whose students are not notified yet: written with the command, worked off by the worker. What was opened
-- together has one key and becomes one notification for each student.
create table priv.open_shift_notices (
  group_key uuid not null,
  shift_id uuid not null references public.shifts (id) on delete cascade,
  queued_at timestamptz not null default now(),
  -- False while the job that opens them still opens more.
  is_complete boolean not null default true,
  primary key (group_key, shift_id)
);
create index open_shift_notices_shift on priv.open_shift_notices (shift_id);
create index open_shift_notices_queued on priv.open_shift_notices (queued_at);
select app.protect('priv.open_shift_notices');
