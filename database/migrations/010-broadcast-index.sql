-- Finds what one announcement became: how many it reached, and how many have read it.
create index notifications_of_broadcast on public.notifications (dedupe_key) where type = 'announcement';
