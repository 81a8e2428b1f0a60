-- Only what must see what its caller may not (docs/architecture.md): everything else about types and requirements is TypeScript.

-- The facilities whose requirements apply to the caller's school: all of the organizations that it works with.
-- Reason: policies need it, and students read no partnerships.
create or replace function app.asking_facilities() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.id from public.partnerships p cross join lateral app.facility_scope(p.organization_id) f (id)
  where p.school_id = (select app.school_id()) and p.status in ('active', 'suspended')
$$;
grant execute on function app.asking_facilities() to app_rw;

-- The agreements in force between these schools and organizations that
-- require credentials, one row per type: for the members of the school.
drop function if exists app.requirements_of_agreements(uuid[]);
-- Reason: students and instructors read no partnerships, and the worker reads none.
create or replace function app.agreements_that_ask(p_scopes uuid[])
returns table (id uuid, school_id uuid, organization_id uuid, type_id uuid, active_from date, active_to date, site_ids uuid[], program_ids uuid[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id, p.school_id, p.organization_id, unnest(p.required_credential_ids), coalesce(p.effective_from, p.created_at::date),
    coalesce(p.ends_on, case when not p.auto_renew then p.effective_to end),
    array(select s.site_id from public.partnership_sites s where s.partnership_id = p.id and not p.all_sites),
    array(select g.program_id from public.partnership_programs g where g.partnership_id = p.id)
  from public.partnerships p
  where p.school_id = any (p_scopes) and p.organization_id = any (p_scopes) and p.status in ('active', 'suspended')
    and (p.school_id = (select app.school_id()) or (select app.is_superadmin()) or session_user = 'app_worker')
$$;
grant execute on function app.agreements_that_ask(uuid[]) to app_rw, app_worker;
