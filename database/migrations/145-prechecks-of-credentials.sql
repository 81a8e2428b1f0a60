-- What was read from the documents of a submission when it was sent: a help for its reviewer, never a decision.
alter table public.credentials add column precheck jsonb check (jsonb_typeof(precheck) = 'object' and length(precheck::text) <= 4000);
