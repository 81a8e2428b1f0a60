-- What shows a hardship: for the student and the administrators who verify it, and nobody else (domain 2.5).
alter table public.wishlist_submissions add column hardship_file_ids uuid[] not null default '{}' check (cardinality(hardship_file_ids) <= 5
  and (hardship_kind is not null or hardship_file_ids = '{}'));
