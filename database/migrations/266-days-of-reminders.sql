-- A school chooses on which days before the last one its people are reminded of a credential.
alter table public.credential_reminders drop constraint credential_reminders_days_check,
  add constraint credential_reminders_days_check check (days between 0 and 180);
