-- A school that does not pay is read-only: which statuses these are is said once, for the policies (features/subscriptions/rules.ts, hasAccess).
alter table public.subscriptions add column is_read_only boolean not null
  generated always as (status not in ('trialing', 'active', 'past_due')) stored;
