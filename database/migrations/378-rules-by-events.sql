-- A rule may run after something happened to the school's shifts, instead of on its schedule.
alter table public.automation_rules
  add column event text check (event in ('shift_approved', 'shift_published', 'shift_completed', 'seat_freed')),
  -- Events up to this one are handled, or were before the rule was on.
  add column events_after bigint,
  add check (event is null or action <> 'create_from_template'),
  drop constraint automation_rules_are_tried,
  add constraint automation_rules_are_tried check (status <> 'active' or tried_at is not null and owner_id is not null
    and case when event is null then next_run_at is not null else events_after is not null end);
create index automation_rules_events on public.automation_rules (school_id) where status = 'active' and event is not null;
-- Which events a run is for: each is in one run of a rule.
alter table public.automation_runs add column event_ids bigint[] not null default '{}' check (cardinality(event_ids) <= 500);
