-- What shows hours that were entered by hand can be a file: a signed log, a letter.
alter table public.hours_entries add column evidence_file_ids uuid[] not null default '{}';
create index hours_entries_with_files on public.hours_entries (school_id, student_id) where evidence_file_ids <> '{}';
