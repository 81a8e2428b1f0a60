-- A facility reads who comes on a day: few of all days of capstone projects are on it.
create index capstone_days_date on public.capstone_days (date) where status in ('planned', 'confirmed');
