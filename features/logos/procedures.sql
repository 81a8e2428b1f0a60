-- May the asker give this school or organization its logo? The school's administrators, whoever runs the organization.
create or replace function app.require_logo_owner(p_school_id uuid, p_organization_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_school_id is not null then
    perform app.lock_school(p_school_id, null);
  elsif not (app.is_superadmin() or coalesce(app.role(), '') = 'facility_admin' and p_organization_id in (select app.facility_scope(app.facility_id()))) then
    perform app.refuse('Only the administrators of an organization choose its logo.', '42501');
  elsif not exists (select 1 from public.facilities f where f.id = p_organization_id and f.kind = 'organization' and f.status = 'active' for update) then
    perform app.refuse('We can’t find that organization, or it is no longer active.', 'PW404');
  end if;
end $$;

-- Gives a logo, instead of the one before it. The caller chooses the id: the same request again changes nothing.
create or replace function app.set_logo(p_id uuid, p_school_id uuid, p_organization_id uuid, p_mime_type text, p_content bytea) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require_logo_owner(p_school_id, p_organization_id);
  if exists (select 1 from public.logos l where l.id = p_id and l.school_id is not distinct from p_school_id
    and l.organization_id is not distinct from p_organization_id) then return; end if;
  delete from public.logos l where l.school_id = p_school_id or l.organization_id = p_organization_id;
  insert into public.logos (id, school_id, organization_id, mime_type, content, uploaded_by)
    values (p_id, p_school_id, p_organization_id, p_mime_type, p_content, app.real_uid());
  perform app.note_logo('set_logo', p_school_id, p_organization_id);
end $$;

create or replace function app.remove_logo(p_school_id uuid, p_organization_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.require_logo_owner(p_school_id, p_organization_id);
  delete from public.logos l where l.school_id = p_school_id or l.organization_id = p_organization_id;
  if found then perform app.note_logo('remove_logo', p_school_id, p_organization_id); end if;
end $$;
grant execute on function app.set_logo(uuid, uuid, uuid, text, bytea), app.remove_logo(uuid, uuid) to app_rw;

-- The trail tells that it changed, without its bytes.
create or replace function app.note_logo(p_action text, p_school_id uuid, p_organization_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, school_id, facility_id)
  values (app.real_uid(), app.acting_as(), p_action, case when p_school_id is null then 'facilities' else 'schools' end,
    coalesce(p_school_id, p_organization_id)::text, p_school_id, p_organization_id)
$$;
