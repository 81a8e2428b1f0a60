-- What must see what its caller may not (docs/architecture.md): everything else about types and requirements is TypeScript.

-- The facilities whose requirements concern the asker's school: all of the organizations that it works with.
-- Reason: policies need it, and students read no partnerships.
create or replace function app.asking_facilities() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.id from public.partnerships p cross join lateral app.facility_scope(p.organization_id) f (id)
  where p.school_id = (select app.school_id()) and p.status in ('active', 'suspended')
$$;
grant execute on function app.asking_facilities() to app_rw;

-- What the agreements in force between these schools and organizations ask for, as requirements: for the members of the school.
-- Reason: students and instructors read no partnerships, and the worker reads none.
create or replace function app.requirements_of_agreements(p_scopes uuid[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', overlay(overlay(md5(p.id::text || t.id) placing '4' from 13) placing 'a' from 17)::uuid,
      'type_id', t.id, 'type_code', t.code, 'type_name', t.name, 'type_validity', t.validity, 'grace_days', t.grace_days, 'scope_kind', 'agreement',
      'scope_id', p.id, 'scope_name', f.name, 'school_id', p.school_id, 'facility_id', p.organization_id, 'applies_to', 'student', 'levels', '[]'::jsonb,
      'validity', null, 'is_mandatory', true, 'due_weeks', null, 'due_date', null, 'active_from', coalesce(p.effective_from, p.created_at::date),
      'active_to', coalesce(p.ends_on, case when not p.auto_renew then p.effective_to end), 'status', 'active', 'instructions', '', 'reach', jsonb_build_object(
        'site_ids', array(select s.site_id from public.partnership_sites s where s.partnership_id = p.id and not p.all_sites),
        'program_ids', array(select g.program_id from public.partnership_programs g where g.partnership_id = p.id))) order by t.name, p.id), '[]')
  from public.partnerships p join public.facilities f on f.id = p.organization_id
  join public.credential_types t on t.id = any (p.required_credential_ids) and t.status = 'active'
  where p.school_id = any (p_scopes) and p.organization_id = any (p_scopes) and p.status in ('active', 'suspended')
    and (p.school_id = (select app.school_id()) or (select app.is_superadmin()) or session_user = 'app_worker')
$$;
grant execute on function app.requirements_of_agreements(uuid[]) to app_rw, app_worker;
