-- The settings of an organization: changed by whoever runs it, in the version they saw (the node's own).
create or replace function app.save_facility_settings(p_organization uuid, p_version integer, p_lead integer, p_before integer, p_after integer,
  p_notice integer, p_auto_approve boolean) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare f public.facilities;
begin
  if app.role() is null or app.role() not in ('superadmin', 'facility_admin') then
    raise exception 'Settings are changed by who runs the organization' using errcode = '42501';
  end if;
  select n.* into f from public.facilities n where n.id = p_organization and n.kind = 'organization' for update;
  if f.id is null then perform app.refuse('We can’t find that organization.', 'PW404'); end if;
  if not app.is_superadmin() and (app.facility_id() is null or f.id not in (select app.facility_scope(app.facility_id()))) then
    raise exception 'Settings are changed by who runs the organization' using errcode = '42501';
  end if;
  if f.version <> p_version then return false; end if;
  -- The node first: the trail takes the version from there.
  update public.facilities n set updated_at = now() where n.id = f.id and exists (select 1 from public.organizations o where o.id = f.id
    and (o.default_lead_time_days, o.visibility_before_days, o.visibility_after_days, o.default_notice_days, o.default_auto_approve)
      is distinct from (p_lead, p_before, p_after, p_notice, p_auto_approve));
  if found then
    update public.organizations o set default_lead_time_days = p_lead, visibility_before_days = p_before, visibility_after_days = p_after,
      default_notice_days = p_notice, default_auto_approve = p_auto_approve where o.id = f.id;
  end if;
  return true;
end $$;
grant execute on function app.save_facility_settings(uuid, integer, integer, integer, integer, integer, boolean) to app_rw;

-- A new partnership begins with what the organization has set.
create or replace function app.partnership_defaults() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select o.default_notice_days, o.default_auto_approve into new.notice_days, new.auto_approve_shifts
    from public.organizations o where o.id = new.organization_id;
  return new;
end $$;
create or replace trigger defaults before insert on public.partnerships for each row
  when (new.notice_days = 30 and not new.auto_approve_shifts) execute function app.partnership_defaults();
