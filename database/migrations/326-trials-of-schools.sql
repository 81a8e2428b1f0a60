-- Schools that are there begin with a trial: 30 days from when they were made, or from now where those are over, so that no one is surprised.
insert into public.subscriptions (school_id, created_at, trial_ends_at)
  select id, now(), case when created_at > now() - interval '30 days' then created_at else now() end + interval '30 days'
  from public.schools;
insert into public.billing_events (school_id, kind, details)
  select school_id, 'trial_started', jsonb_build_object('until', trial_ends_at) from public.subscriptions;
