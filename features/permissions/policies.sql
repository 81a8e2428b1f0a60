-- Who is a preceptor where, and who holds what else: the superadmin sees all, a facility's administrators those of their part of
-- the hierarchy, everybody their own. Nothing here is written through the table.
grant select on public.facility_admin_permissions, public.permission_events to app_rw;
create policy superadmin_sees_all on public.facility_admin_permissions for select to app_rw using ((select app.is_superadmin()));
create policy see_own on public.facility_admin_permissions for select to app_rw using (user_id = (select app.uid()));
create policy facility_admin_sees_scope on public.facility_admin_permissions for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));

-- The history of permissions and requests, by the same rule; a draft is its writer's alone.
create policy superadmin_sees_events on public.permission_events for select to app_rw
  using ((select app.is_superadmin()) and to_status <> 'draft');
create policy see_own_events on public.permission_events for select to app_rw
  using (user_id = (select app.uid()) and (select app.role()) is not null and to_status <> 'draft');
create policy see_own_acts on public.permission_events for select to app_rw 
  using (actor_id = (select app.real_uid()) and (select app.role()) is not null);
create policy facility_admin_sees_events on public.permission_events for select to app_rw
  using ((select app.role()) = 'facility_admin' and to_status <> 'draft'
    and facility_id in (select app.facility_scope((select app.facility_id()))));
