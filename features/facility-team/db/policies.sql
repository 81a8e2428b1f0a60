-- Facility admins who may see a person, and the person who covers for them, may see when they are away; no school may. It is recorded by
-- the person or by someone who manages the organization, for a colleague they can see, whose own facility must be at or above the person's
-- within it: covering grants no further access. A record never changes, but it can end early.
grant select, insert (organization_id, person_id, cover_id, cover_name, from_date, until_date, created_by), update (ended_at) on public.approver_covers to app_rw;
create policy seen_with_person on public.approver_covers for select to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin'
    and (cover_id = (select app.uid()) or person_id in (select p.id from public.users p)));
create policy said_by_the_person_or_the_organization on public.approver_covers for insert to app_rw
  with check (created_by = (select app.uid())
    and ((select app.is_superadmin()) or (select app.role()) = 'facility_admin'
      and (person_id = (select app.uid()) or organization_id in (select app.facility_scope((select app.facility_id())))))
    and exists (select from public.users p join lateral (select l.id, l.height from app.facility_line(p.linked_facility_id) l
        where l.kind = 'organization' order by l.height limit 1) o on o.id = organization_id
      join lateral app.facility_line(p.linked_facility_id) l on l.height <= o.height
      join public.users c on c.linked_facility_id = l.id and c.id = cover_id and c.full_name = cover_name
      where p.id = person_id and p.role = 'facility_admin' and p.status = 'active' and c.role = 'facility_admin' and c.status = 'active'));
create policy ended_by_the_person_or_the_organization on public.approver_covers for update to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'facility_admin'
    and (person_id = (select app.uid()) or organization_id in (select app.facility_scope((select app.facility_id())))))
  with check (ended_at = now());

-- The scheduler sends reminders of pending requests, and says for whom.
grant select (organization_id, person_id, cover_id, from_date, until_date, ended_at) on public.approver_covers to app_worker;
create policy worker_sees_covers on public.approver_covers for select to app_worker using (ended_at is null);
grant select on app.covering to app_rw, app_worker;
