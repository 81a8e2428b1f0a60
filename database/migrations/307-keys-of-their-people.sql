-- Who sends a request claims its key and keeps its answer with their own rights (database/identity.sql).
alter table priv.idempotency_keys set schema public;
