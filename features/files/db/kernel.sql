-- What must see more than its caller may: the salts that files are encrypted with. Uploading, keeping and removing are in TypeScript.

-- The salt of a file, for a caller who has opened it in this transaction (public.file_openings, whose policy checks that they may see it).
-- Reason: it must see what its caller may not, and only after the trail has it.
create or replace function app.file_salt(p_file_id uuid) returns bytea
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.salt from public.files f where f.id = p_file_id and exists (
    select 1 from public.file_openings o where o.file_id = f.id and o.opened_by = (select app.real_uid()) and o.opened_at = now())
$$;
grant execute on function app.file_salt(uuid) to app_rw;
