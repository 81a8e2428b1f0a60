-- A student who works for a facility goes to its unit only where the school allows it (Domain 2.5, no self-precepting): of the conflicts that
-- a student declared, those that the school allows.
alter table public.wishlist_submissions add column allowed_options uuid[] not null default '{}';
