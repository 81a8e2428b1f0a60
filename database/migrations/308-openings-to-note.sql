-- Openings that the access trail has already, as all before this (features/files/server/commands/note-openings.ts).
alter table public.file_openings add column noted_at timestamptz;
update public.file_openings set noted_at = opened_at;
create index file_openings_to_note on public.file_openings (id) where noted_at is null;
