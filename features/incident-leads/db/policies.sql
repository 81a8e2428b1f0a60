-- Those who manage a facility name who reads its incidents, from its own team: someone whose own facility is at or above it and who sees
-- its shifts anyway. The facility's people may see who it is; no school may.
grant select, insert (facility_id, user_id, user_name, named_by), delete on public.incident_leads to app_rw;
create policy team_sees_incident_leads on public.incident_leads for select to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin'
    and (facility_id in (select app.facility_scope((select app.facility_id()))) or facility_id in (select l.id from app.facility_line((select app.facility_id())) l)));
create policy managers_name_incident_leads on public.incident_leads for insert to app_rw
  with check (named_by = (select app.uid())
    and ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))
    and exists (select from public.facilities f cross join lateral app.facility_line(f.id) l join public.users u on u.linked_facility_id = l.id
      where f.id = facility_id and f.kind in ('organization', 'site') and u.id = user_id and u.full_name = user_name
        and u.role = 'facility_admin' and u.status = 'active'));
create policy managers_take_incident_leads_back on public.incident_leads for delete to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
