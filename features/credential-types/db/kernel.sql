-- What must see what its caller may not (docs/architecture.md): everything else about types and requirements is TypeScript.

-- The facilities whose requirements concern the asker's school: all of the organizations that it works with.
-- Reason: policies need it, and students read no partnerships.
create or replace function app.asking_facilities() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.id from public.partnerships p cross join lateral app.facility_scope(p.organization_id) f (id)
  where p.school_id = (select app.school_id()) and p.status in ('active', 'suspended')
$$;
grant execute on function app.asking_facilities() to app_rw;
