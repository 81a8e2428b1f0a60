-- What happened to a row since the version that somebody saw: who changed what, when and why. The trail is closed to most of
-- those who may change a row, so each feature opens it for its own rows, to whoever may change them.

-- A value of the trail as people read it: ids of people and places by their names.
-- Reason: the trail names people and places that its reader may not see.
create or replace function app.named_value(p_key text, p_value jsonb) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when jsonb_typeof(p_value) is distinct from 'string' and p_key not in ('cohort_ids', 'more_proctor_ids', 'more_preceptor_ids') then p_value
    when p_key in ('more_proctor_ids', 'more_preceptor_ids') then (select to_jsonb(string_agg(u.full_name, ', ' order by u.full_name)) from public.users u
      where u.id::text in (select jsonb_array_elements_text(p_value)))
    when p_key in ('proctor_id', 'preceptor_id', 'decided_by') then (select to_jsonb(u.full_name) from public.users u where u.id = (p_value #>> '{}')::uuid)
    when p_key in ('facility_id', 'parent_id', 'organization_id', 'linked_facility_id')
      then (select to_jsonb(f.name || coalesce(', ' || a.name, '')) from public.facilities f left join public.facilities a on a.id = f.parent_id and f.kind = 'unit'
        where f.id = (p_value #>> '{}')::uuid)
    when p_key = 'linked_school_id' then (select to_jsonb(s.name) from public.schools s where s.id = (p_value #>> '{}')::uuid)
    when p_key = 'semester_id' then (select to_jsonb(t.name) from public.semesters t where t.id = (p_value #>> '{}')::uuid)
    when p_key = 'program_id' then (select to_jsonb(p.name) from public.programs p where p.id = (p_value #>> '{}')::uuid)
    when p_key = 'regulatory_profile_id' then (select to_jsonb(r.jurisdiction) from public.regulatory_profiles r where r.id = (p_value #>> '{}')::uuid)
    when p_key = 'cohort_ids' then (select coalesce(jsonb_agg(c.name order by c.name), '[]') from public.cohorts c
      where c.id::text in (select jsonb_array_elements_text(case jsonb_typeof(p_value) when 'array' then p_value else '[]' end)))
    else p_value end
$$;

drop function if exists app.changes_since(text[], uuid, integer, text[]);

-- What happened to a row since a version, to whoever may change it. The newest first, at most 20:
-- [{version, at, by, is_me, reason, fields: {name: [before, after]}}], of these fields alone.
-- Reason: the trail is closed to most of those who may change a row.
create or replace function app.changes_of(p_entity text, p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(jsonb_agg(jsonb_build_object('version', c.version, 'at', c.at, 'by', u.full_name, 'is_me', c.actor_id is not distinct from app.real_uid(),
    'reason', c.reason, 'fields', c.fields) order by c.version desc, c.at desc), '[]')
  from (
    select e.version, max(e.at) as at, e.actor_id, max(e.reason) as reason,
      coalesce(jsonb_object_agg(f.key, jsonb_build_array(app.named_value(f.key, f.value -> 0), app.named_value(f.key, f.value -> 1))) filter (where f.key is not null), '{}') as fields
    from public.audit_events e left join jsonb_each(e.changes) f on f.key = any (p_fields)
    where e.entity = any (case p_entity when 'facilities' then array['facilities', 'organizations', 'sites', 'units'] else array[p_entity] end)
      and e.entity_id = p_id::text and e.action = 'update' and e.version > p_version
    group by e.version, e.actor_id order by e.version desc limit 20
  ) c left join public.users u on u.id = c.actor_id
  where case p_entity
    when 'shifts' then (select app.shift_party(s) is not null from public.shifts s where s.id = p_id)
    when 'partnerships' then (select app.partnership_party(p) is not null from public.partnerships p where p.id = p_id)
    when 'facilities' then app.manages_facility(p_id)
    when 'users' then (select app.may_deactivate(p_id) or u.role = 'student' and app.administers_school(u.linked_school_id) from public.users u where u.id = p_id)
    when 'regulatory_profiles' then app.is_superadmin()
    when 'schools' then app.administers_school(p_id)
    when 'programs' then (select app.administers_school(p.school_id) from public.programs p where p.id = p_id)
    when 'cohorts' then (select app.administers_school(c.school_id) from public.cohorts c where c.id = p_id)
    when 'semesters' then (select app.administers_school(s.school_id) from public.semesters s where s.id = p_id) end
$$;
grant execute on function app.changes_of(text, uuid, integer, text[]) to app_rw;
