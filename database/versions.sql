-- What happened to a row since the version that someone saw: who changed what, when and why. Most people who may change a row can't read
-- the trail, so each feature opens it for its own rows to those who may change them.

drop function if exists app.changes_since(text[], uuid, integer, text[]), app.changes_of(text, uuid, integer, text[]), app.named_value(text, jsonb);

-- Names of rows that other rows refer to, as far as the caller may read them.
create or replace view app.names with (security_invoker = true) as
  select u.id, u.full_name as name from public.users u union all select s.id, s.name from public.schools s union all select t.id, t.name from public.semesters t
  union all select g.id, g.name from public.programs g union all select c.id, c.name from public.cohorts c
  union all select r.id, r.jurisdiction from public.regulatory_profiles r
  union all select f.id, f.name || coalesce(', ' || a.name, '') from public.facilities f left join public.facilities a on a.id = f.parent_id and f.kind = 'unit';

grant select on app.names to app_rw;

drop function if exists app.entries_since(text, uuid, integer, text[]);
-- The entries since a version, for anyone who may change the row. platform/server/version-conflict.ts adds names and combines them. A
-- school's administrators can read the trail of its rows anyway, and the superadmin all.
-- Reason: most people who may change a row can't read the trail.
create or replace function app.entries_since(p_entity text, p_id uuid, p_version integer)
returns table (version integer, at timestamptz, actor_id uuid, reason text, changes jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.version, e.at, e.actor_id, e.reason, e.changes from public.audit_events e
  where e.entity = any (case p_entity when 'facilities' then array['facilities', 'organizations', 'sites', 'units'] else array[p_entity] end)
    and e.entity_id = p_id::text and e.action = 'update' and e.version > p_version and (app.administers_school(e.school_id) or case p_entity
      when 'shifts' then (select app.shift_party(s) is not null from public.shifts s where s.id = p_id)
      when 'partnerships' then app.partnership_party_of(p_id) is not null
      when 'facilities' then app.manages_facility(p_id)
      when 'users' then app.may_deactivate(p_id) end)
  order by e.version desc, e.at desc limit 80
$$;
grant execute on function app.entries_since(text, uuid, integer) to app_rw;
