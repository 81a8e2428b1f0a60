-- Who did what, as whom, when and why. Rows are added and never changed.
create table public.audit_events (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  acting_as uuid,
  action text not null,
  entity text not null,
  entity_id text,
  school_id uuid,
  facility_id uuid,
  reason text,
  changes jsonb not null default '{}'
);
create index audit_events_entity on public.audit_events (entity, entity_id, at desc);
create index audit_events_actor on public.audit_events (actor_id, at desc);
create index audit_events_acting_as on public.audit_events (acting_as, at desc) where acting_as is not null;
create index audit_events_school on public.audit_events (school_id, at desc);
select app.protect('public.audit_events');

create function app.refuse_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger append_only before update or delete on public.audit_events
  for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.audit_events
  for each statement execute function app.refuse_change();

-- One trigger for every audited table: records the changed columns, old and new. Columns that hold no secret only;
-- secrets live in priv and are not audited by value.
create function app.audit_row() returns trigger
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
  insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, school_id, facility_id, reason, changes)
  values (
    app.real_uid(), app.acting_as(), lower(tg_op), tg_table_name,
    coalesce(current_row ->> 'id', current_row ->> 'user_id', current_row ->> 'school_id'),
    (case when tg_table_name = 'schools' then current_row ->> 'id'
      else coalesce(current_row ->> 'school_id', current_row ->> 'linked_school_id') end)::uuid,
    (case when tg_table_name = 'facilities' then current_row ->> 'id'
      else coalesce(current_row ->> 'facility_id', current_row ->> 'linked_facility_id') end)::uuid,
    nullif(current_setting('app.reason', true), ''), changed);
  return null;
end $$;

do $$
declare name text;
begin
  foreach name in array array['schools', 'school_join_codes', 'facilities', 'users', 'facility_admin_permissions', 'signup_requests', 'invitations']
  loop
    execute format('create trigger audit after insert or update or delete on public.%I for each row execute function app.audit_row()', name);
  end loop;
  foreach name in array array['schools', 'facilities', 'users', 'signup_requests', 'invitations']
  loop
    execute format('create trigger touch before update on public.%I for each row execute function app.touch()', name);
  end loop;
end $$;
