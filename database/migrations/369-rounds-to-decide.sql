-- Every minute the worker looks for fair rounds to decide; it read all upcoming shifts. The second finds the few whose sign-up closes when
-- the shift has begun, because it was moved ahead.
create index if not exists shifts_rounds on public.shifts (signup_closes_at) where signup_policy = 'fair_round' and status in ('published', 'full');
create index if not exists shifts_moved_rounds on public.shifts (starts_at)
  where signup_policy = 'fair_round' and status in ('published', 'full') and (signup_closes_at < starts_at) is not true;
