-- Reminders that a school sends itself, beside the steps of the ladder: a step on the same day still notifies the others.
alter table public.credential_reminders add column is_asked boolean not null default false,
  drop constraint credential_reminders_pkey, add primary key (credential_id, expires_on, days, is_asked);
-- Whom a school reminded today.
create index credential_reminders_day on public.credential_reminders (school_id, at);
drop index public.credential_reminders_school;
