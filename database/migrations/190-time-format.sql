-- How a person reads times: 7:00 AM–3:00 PM, or 0700–1500 as hospitals write them.
alter table public.users add column time_format text not null default '12h' check (time_format in ('12h', '24h'));
-- An email is worded for its reader; the same function with one more column.
drop function if exists app.claim_mails(integer, interval);
