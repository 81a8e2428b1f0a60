-- What a preceptor without an account last read by email about a day: who that was, and the status.
alter table public.capstone_days add column mailed text check (length(mailed) <= 80);
create index capstone_days_changed on public.capstone_days (updated_at) where status in ('planned', 'reschedule', 'removed');
