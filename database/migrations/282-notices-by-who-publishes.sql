-- Who publishes shifts queues the notification of their students with their own rights (features/shifts/db/policies.sql).
alter table priv.open_shift_notices set schema public;
