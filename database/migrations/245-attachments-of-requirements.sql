-- What asks for a credential has attachments: a form to fill in, or how to get it.
alter table public.credential_requirements add column file_ids uuid[] not null default '{}' check (cardinality(file_ids) <= 5);
