-- Who took a list of people away, of which place and how long it was.
create or replace function app.record_people_export(p_view text, p_rows integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit_events (actor_id, acting_as, action, entity, school_id, facility_id, changes)
  select app.real_uid(), app.acting_as(), 'export', 'users', case when p_view <> 'users' then app.selected_school_id() end,
    case when p_view = 'users' then app.facility_id() end, jsonb_build_object('view', p_view, 'rows', p_rows)
  where app.role() in ('superadmin', 'school_admin', 'school_super_admin', 'facility_admin')
$$;
grant execute on function app.record_people_export(text, integer) to app_rw;
