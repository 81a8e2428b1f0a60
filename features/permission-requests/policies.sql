-- A request is seen by whom it concerns: who asks, for whom, and who runs the place; a draft by its writer alone. It changes
-- through the procedures only.
grant select on public.permission_requests to app_rw;
create policy superadmin_sees_requests on public.permission_requests for select to app_rw
  using ((select app.is_superadmin()) and status <> 'draft');
create policy requester_sees_own on public.permission_requests for select to app_rw
  using (requester_id = (select app.uid()) and (select app.role()) is not null);
create policy target_sees_own on public.permission_requests for select to app_rw
  using (target_user_id = (select app.uid()) and (select app.role()) is not null and status <> 'draft');
create policy facility_admin_sees_scope on public.permission_requests for select to app_rw
  using ((select app.role()) = 'facility_admin' and status <> 'draft'
    and scope_node in (select app.facility_scope((select app.facility_id()))));
