-- The limit that decides the seats of a shift may be the unit's by year of study.
alter table public.shifts drop constraint shifts_seats_limit_check;
alter table public.shifts add constraint shifts_seats_limit_check
  check (seats_limit in ('shift', 'unit', 'level', 'school', 'ratio', 'preceptor', 'exclusive')) not valid;
alter table public.shifts validate constraint shifts_seats_limit_check;
