-- Schemas and the one way a table enters this product: owned by app_owner, row-level security on and forced.
create schema app;
create schema priv;
grant usage on schema app to app_rw, app_auth, app_worker;
grant usage on schema priv to app_auth, app_worker;
revoke create on schema public from public;
grant usage on schema public to app_rw, app_auth, app_worker;

create extension if not exists btree_gist;
create extension if not exists pg_trgm;

alter default privileges revoke execute on functions from public;

-- Definer functions run as the owner, whom FORCE would shut out: hence the one pass policy each table has.
create function app.protect(target regclass) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format('create policy owner_pass on %s as permissive for all to app_owner using (true) with check (true)', target);
end $$;

-- Every row says when it was made and last changed, by whom, and in which version (optimistic lock).
create function app.touch() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.updated_at := now();
  new.updated_by := app.real_uid();
  new.version := old.version + 1;
  return new;
end $$;
