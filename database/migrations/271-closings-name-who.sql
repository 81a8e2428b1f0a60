-- Who said what came of an incident is always known: the policy asks for it since there are closings.
alter table public.shift_incident_closings alter column closed_by set not null;
