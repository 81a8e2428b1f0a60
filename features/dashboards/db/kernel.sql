-- How many active people each role has, for the superadmin: counted from an index, which row-level security would not use. Reason: it
-- counts people whom its caller may not see.
create or replace function app.count_people_by_role() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_object_agg(r.role, r.n), '{}') from (
    select role, count(*) as n from public.users where status = 'active' and (select app.is_superadmin()) group by role) r
$$;
grant execute on function app.count_people_by_role() to app_rw;
