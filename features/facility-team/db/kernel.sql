-- Writes the settings of an organization, for those who manage it, if its node still has the version they loaded; returns whether it did.
-- Updates the node first, because the audit trail takes the version from it.
-- Reason: a policy that lets managers update their organizations would also open the columns that only the superadmin may change.
create or replace function app.write_facility_settings(p_id uuid, p_version integer, p public.organizations) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.facilities n set updated_at = now() where n.id = p_id and n.kind = 'organization' and n.version = p_version and app.manages_facility(n.id);
  if not found then return false; end if;
  update public.organizations o set (default_lead_time_days, visibility_before_days, visibility_after_days, default_notice_days, default_auto_approve,
    answers_need_sign_in, unit_links, unit_link_days) = (p.default_lead_time_days, p.visibility_before_days, p.visibility_after_days,
    p.default_notice_days, p.default_auto_approve, p.answers_need_sign_in, p.unit_links, p.unit_link_days) where o.id = p_id;
  return true;
end $$;
grant execute on function app.write_facility_settings(uuid, integer, public.organizations) to app_rw;

-- Whom a person covers today, by the facility of a request, with the names and last days for its notification.
create or replace view app.covering with (security_invoker = true) as
  select c.cover_id, n.id as node_id,
    jsonb_build_object('covers', jsonb_agg(jsonb_build_object('name', p.full_name, 'until', c.until_date) order by p.full_name, p.id)) as covers
  from public.approver_covers c join public.facilities o on o.id = c.organization_id
  join public.users p on p.id = c.person_id and p.status = 'active' cross join lateral app.facility_scope(p.linked_facility_id) n (id)
  where c.ended_at is null and (now() at time zone o.time_zone)::date between c.from_date and c.until_date
  group by c.cover_id, n.id;
