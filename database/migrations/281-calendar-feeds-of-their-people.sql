-- Who has an address makes and ends it with their own rights (features/calendar-feeds/policies.sql).
alter table priv.calendar_feeds set schema public;
