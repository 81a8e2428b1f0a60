-- When the clearance of a seat was computed, so that it is computed again after a change of a type or of a cohort's students.
alter table public.seat_clearances add column computed_at timestamptz;
