-- What happened lately at a school, the newest first: read from the end of its events.
create index shift_events_recent on public.shift_events (school_id, id desc);
