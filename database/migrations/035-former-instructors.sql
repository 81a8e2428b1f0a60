-- Who led a shift before: a calendar that has it is told that it is not theirs any more.
alter table public.shifts add column former_proctor_ids uuid[] not null default '{}';
create index shifts_former_proctors on public.shifts using gin (former_proctor_ids) where former_proctor_ids <> '{}';
