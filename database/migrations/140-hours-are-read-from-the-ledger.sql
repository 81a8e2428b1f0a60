-- What a seat counts for once its hours are posted is read from the ledger, which can correct it: no second figure beside it.
alter table public.attendance_records drop column posted_minutes;
