-- The trail says which version a change led to, so that a person with an older one can be told what happened since.
alter table public.audit_events add column version integer;

create or replace function app.audit_row() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  before jsonb := case when tg_op = 'INSERT' then null else to_jsonb(old) end;
  after jsonb := case when tg_op = 'DELETE' then null else to_jsonb(new) end;
  current_row jsonb := coalesce(after, before);
  changed jsonb;
begin
  if tg_op = 'UPDATE' then
    select coalesce(jsonb_object_agg(n.key, jsonb_build_array(before -> n.key, n.value)), '{}') into changed
      from jsonb_each(after) n
      where n.value is distinct from before -> n.key and n.key not in ('updated_at', 'updated_by', 'version');
    if changed = '{}' then return null; end if;
  else
    changed := case when tg_op = 'INSERT' then '{}'::jsonb else before end;
  end if;
  insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, school_id, facility_id, reason, changes, version)
  values (
    app.real_uid(), app.acting_as(), lower(tg_op), tg_table_name,
    coalesce(current_row ->> 'id', current_row ->> 'user_id', current_row ->> 'school_id'),
    (case when tg_table_name = 'schools' then current_row ->> 'id'
      else coalesce(current_row ->> 'school_id', current_row ->> 'linked_school_id') end)::uuid,
    (case when tg_table_name in ('facilities', 'organizations', 'sites', 'units') then current_row ->> 'id'
      else coalesce(current_row ->> 'facility_id', current_row ->> 'linked_facility_id') end)::uuid,
    nullif(current_setting('app.reason', true), ''), changed,
    -- The details of a node count for the node, which has the version and is written first.
    case when tg_table_name in ('organizations', 'sites', 'units') then (select f.version from public.facilities f where f.id = (current_row ->> 'id')::uuid)
      else (current_row ->> 'version')::integer end);
  return null;
end $$;
