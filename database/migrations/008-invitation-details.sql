-- What an import brings along, and that somebody asked for a new link after theirs had expired.
alter table public.invitations
  add column program_name text check (length(program_name) <= 120),
  add column renewal_asked_at timestamptz;
create index invitations_batch on public.invitations (batch_id) where batch_id is not null;
