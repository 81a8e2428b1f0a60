-- The administration lists people by name, by age of the account and by state, and reads the trail newest first.
create index users_by_name on public.users (full_name, id);
create index users_newest on public.users (created_at desc, id);
create index users_by_status on public.users (status, full_name);
create index audit_events_newest on public.audit_events (at desc, id desc);
