-- The day of the month on which a report is sent: after a shorter month it is sent on that day again.
alter table public.saved_reports add column send_day smallint check (send_day between 1 and 31);
update public.saved_reports set send_day = extract(day from next_on) where next_on is not null;
