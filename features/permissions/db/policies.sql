-- Who holds which permission where: the superadmin sees all, a facility's administrators those of their part of the hierarchy, everyone
-- their own. No one changes their own: the superadmin gives and ends; a facility admin ends what others hold within their own part (except
-- preceptors) and gives what an approved request asks for.
grant select on public.facility_admin_permissions, public.permission_events to app_rw;
grant insert (user_id, facility_id, permission_type, is_enabled, expires_on) on public.facility_admin_permissions to app_rw;
grant update (is_enabled, expires_on) on public.facility_admin_permissions to app_rw;
create policy superadmin_sees_all on public.facility_admin_permissions for select to app_rw using ((select app.is_superadmin()));
create policy see_own on public.facility_admin_permissions for select to app_rw using (user_id = (select app.uid()));
create policy facility_admin_sees_scope on public.facility_admin_permissions for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy superadmin_gives on public.facility_admin_permissions for insert to app_rw
  with check ((select app.is_superadmin()) and user_id not in ((select app.uid()), (select app.real_uid())));
create policy superadmin_changes on public.facility_admin_permissions for update to app_rw
  using ((select app.is_superadmin()) and user_id not in ((select app.uid()), (select app.real_uid())))
  with check ((select app.is_superadmin()) and user_id not in ((select app.uid()), (select app.real_uid())));
create policy facility_admin_ends on public.facility_admin_permissions for update to app_rw
  using ((select app.role()) = 'facility_admin' and permission_type <> 'capstone_preceptor'
    and user_id not in ((select app.uid()), (select app.real_uid()))
    and facility_id in (select app.facility_scope((select app.facility_id())))
    and user_id in (select u.id from public.users u))
  with check ((select app.role()) = 'facility_admin' and not is_enabled
    and user_id not in ((select app.uid()), (select app.real_uid()))
    and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy decider_gives on public.facility_admin_permissions for insert to app_rw
  with check ((select app.role()) = 'facility_admin' and is_enabled and user_id not in ((select app.uid()), (select app.real_uid()))
    and exists (select 1 from public.permission_requests q where q.status = 'approved' and q.decided_by = (select app.uid())
      and (q.target_user_id, q.scope_node, q.permission) = (user_id, facility_id, permission_type)
      and q.expires_on is not distinct from facility_admin_permissions.expires_on));
create policy decider_gives_again on public.facility_admin_permissions for update to app_rw
  using ((select app.role()) = 'facility_admin' and user_id not in ((select app.uid()), (select app.real_uid()))
    and exists (select 1 from public.permission_requests q where q.status = 'approved' and q.decided_by = (select app.uid())
      and (q.target_user_id, q.scope_node, q.permission) = (user_id, facility_id, permission_type)))
  with check ((select app.role()) = 'facility_admin' and is_enabled and user_id not in ((select app.uid()), (select app.real_uid()))
    and exists (select 1 from public.permission_requests q where q.status = 'approved' and q.decided_by = (select app.uid())
      and (q.target_user_id, q.scope_node, q.permission) = (user_id, facility_id, permission_type)
      and q.expires_on is not distinct from facility_admin_permissions.expires_on));

-- The history of permissions and requests, by the same rule; only its writer sees a draft.
create policy superadmin_sees_events on public.permission_events for select to app_rw
  using ((select app.is_superadmin()) and to_status <> 'draft');
create policy see_own_events on public.permission_events for select to app_rw
  using (user_id = (select app.uid()) and (select app.role()) is not null and to_status <> 'draft');
create policy see_own_acts on public.permission_events for select to app_rw 
  using (actor_id = (select app.real_uid()) and (select app.role()) is not null);
create policy facility_admin_sees_events on public.permission_events for select to app_rw
  using ((select app.role()) = 'facility_admin' and to_status <> 'draft'
    and facility_id in (select app.facility_scope((select app.facility_id()))));

-- The scheduler ends permissions past their last day.
grant select (user_id, facility_id, permission_type, is_enabled, expires_on, granted_at), update (is_enabled) on public.facility_admin_permissions to app_worker;
create policy worker_sees_ending on public.facility_admin_permissions for select to app_worker using (expires_on is not null);
-- A capstone project is told when its preceptor has none any more.
create policy worker_sees_preceptors on public.facility_admin_permissions for select to app_worker using (permission_type = 'capstone_preceptor');
create policy worker_ends on public.facility_admin_permissions for update to app_worker
  using (is_enabled and expires_on < current_date + 1) with check (not is_enabled);
