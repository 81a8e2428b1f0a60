-- What happened to a row since the version that somebody saw: who changed what, when and why. The trail is closed to most of
-- those who may change a row, so each feature opens it for its own rows, to whoever may change them.

drop function if exists app.changes_since(text[], uuid, integer, text[]), app.changes_of(text, uuid, integer, text[]), app.named_value(text, jsonb);

-- What people call the rows that others name, as far as the asker reads them.
create or replace view app.names with (security_invoker = true) as
  select u.id, u.full_name as name from public.users u union all select s.id, s.name from public.schools s union all select t.id, t.name from public.semesters t
  union all select g.id, g.name from public.programs g union all select c.id, c.name from public.cohorts c
  union all select r.id, r.jurisdiction from public.regulatory_profiles r
  union all select f.id, f.name || coalesce(', ' || a.name, '') from public.facilities f left join public.facilities a on a.id = f.parent_id and f.kind = 'unit';

grant select on app.names to app_rw;

-- With names before.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.entries_since(text, uuid, integer, text[])') and 'names' = any (p.proargnames)) then
    drop function app.entries_since(text, uuid, integer, text[]);
  end if;
end $$;
-- The entries since a version, to whoever may change the row: of these fields alone. platform/server/version-conflict.ts names and puts them together.
-- Reason: the trail is closed to most of those who may change a row.
create or replace function app.entries_since(p_entity text, p_id uuid, p_version integer, p_fields text[])
returns table (version integer, at timestamptz, actor_id uuid, reason text, changes jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.version, e.at, e.actor_id, e.reason, (select coalesce(jsonb_object_agg(c.key, c.value), '{}') from jsonb_each(e.changes) c where c.key = any (p_fields))
  from public.audit_events e
  where e.entity = any (case p_entity when 'facilities' then array['facilities', 'organizations', 'sites', 'units'] else array[p_entity] end)
    and e.entity_id = p_id::text and e.action = 'update' and e.version > p_version and case p_entity
    when 'shifts' then (select app.shift_party(s) is not null from public.shifts s where s.id = p_id)
    when 'partnerships' then app.partnership_party_of(p_id) is not null
    when 'facilities' then app.manages_facility(p_id)
    when 'users' then app.may_deactivate(p_id) or exists (select from public.users p where p.id = p_id and p.role = 'student' and app.administers_school(p.linked_school_id))
    when 'regulatory_profiles' then app.is_superadmin()
    when 'schools' then app.administers_school(p_id)
    else app.administers_school(coalesce((select g.school_id from public.programs g where g.id = p_id), (select c.school_id from public.cohorts c where c.id = p_id),
      (select t.school_id from public.semesters t where t.id = p_id))) end
  order by e.version desc, e.at desc limit 80
$$;
grant execute on function app.entries_since(text, uuid, integer, text[]) to app_rw;
