-- Rules may also notify of seats whose student is not cleared.
alter table public.automation_rules drop constraint automation_rules_action_check;
alter table public.automation_rules add constraint automation_rules_action_check
  check (action in ('create_from_template', 'publish_at_release', 'remind', 'assign_to_meet_hours', 'escalate_credential'));
