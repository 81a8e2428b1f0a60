-- Who sends and who opens a link to a preceptor's task does so with their own rights (features/preceptors/db/policies.sql). When it was
-- opened, its events say.
alter table priv.preceptor_links set schema public;
alter table public.preceptor_links drop column opened_at, alter column expires_at set default now() + interval '7 days';
