-- When the parties were notified that days ahead can no longer take place: the agreement ends before them, or the facility is not open.
alter table public.capstone_projects add column uncovered_noted_at timestamptz;
