-- An opening is of the transaction that reads the document (features/passport/db/policies.sql).
alter table public.passport_openings alter column at set default now();
