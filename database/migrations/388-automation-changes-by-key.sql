-- A run asks which of its changes are known, refused ones included.
create index automation_changes_key on public.automation_changes (school_id, key);
