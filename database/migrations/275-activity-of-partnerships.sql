-- What happened lately between a school and its facilities, the newest first: read from the end of its events.
create index partnership_events_recent on public.partnership_events (school_id, id desc);
