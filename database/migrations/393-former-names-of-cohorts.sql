-- Invitations name a cohort as it was called when they were sent: former names and codes, lower case, so that a rename loses no one.
alter table public.cohorts add column former_names text[] not null default '{}' check (cardinality(former_names) <= 200);
