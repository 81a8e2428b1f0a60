-- The clearance of each seat, computed in TypeScript and kept for lists: null until it was computed. What counts when a seat is given and
-- at check-in is computed anew. A seat whose clearance lapsed is held for a day before it may be taken away.
create table public.seat_clearances (
  -- The seat's own id.
  id uuid primary key,
  school_id uuid not null,
  shift_id uuid not null,
  student_id uuid not null,
  -- The day of the shift: what lies behind is computed no more.
  date date not null,
  status text check (status in ('cleared', 'cleared_with_condition', 'not_cleared', 'unknown')),
  -- What is missing, in words: the type, what is wrong with it, and whose rule it is.
  missing text[] not null default '{}',
  -- Null: to be computed. Else for which day it was.
  computed_on date,
  -- As it was when the seat was given, and never after.
  decided_status text check (decided_status in ('cleared', 'cleared_with_condition', 'not_cleared', 'unknown')),
  decided_missing text[] not null default '{}',
  decided_at timestamptz,
  -- Since when the seat is held because something lapsed; null while it is not.
  held_at timestamptz,
  foreign key (id, school_id) references public.assignments (id, school_id) on delete cascade
);
create index seat_clearances_shift on public.seat_clearances (shift_id, status);
create index seat_clearances_seat on public.seat_clearances (id, school_id);
create index seat_clearances_student on public.seat_clearances (student_id, date);
create index seat_clearances_school on public.seat_clearances (school_id, date);
create index seat_clearances_due on public.seat_clearances (computed_on nulls first, date);
select app.protect('public.seat_clearances');
insert into public.seat_clearances (id, school_id, shift_id, student_id, date)
  select a.id, a.school_id, a.shift_id, a.student_id, s.date from public.assignments a join public.shifts s on s.id = a.shift_id
  where a.status in ('offered', 'assigned') and s.date >= current_date;

-- They take the shift as well now.
drop function if exists app.clearance_facts(uuid[]), app.people_to_clear(uuid[]);
