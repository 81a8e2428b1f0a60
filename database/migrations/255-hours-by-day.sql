-- What a program asks is dated: a cohort keeps the hours that were asked when it began, and each set says where it is written.
alter table public.programs
  -- The first day of the cohorts that the hours in force are for; null: of all.
  add column hours_from date,
  add column hours_source text check (length(btrim(hours_source)) between 1 and 200),
  -- What was asked before, the oldest first: [{until, total_required_hours, requirements, source}], of cohorts that began before that day.
  add column earlier_hours jsonb not null default '[]' check (jsonb_typeof(earlier_hours) = 'array' and (earlier_hours = '[]' or hours_from is not null));
