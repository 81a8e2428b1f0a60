-- Who sees a request: the requester, the person it is for, and anyone who runs the facility; only its writer sees a draft. The requester
-- writes, sends and withdraws it. Others decide: the superadmin all, a facility admin those within what they run (for the running of a
-- facility, only within the facility they belong to: no one passes on what was only granted to them), but never the preceptor permission,
-- for themselves, or on their own request.
grant select on public.permission_requests to app_rw;
grant insert (id, requester_id, target_user_id, permission, scope_node, justification, expires_on, auto_review_on)
  on public.permission_requests to app_rw;
grant update (target_user_id, permission, scope_node, justification, expires_on, auto_review_on, status, decision_note)
  on public.permission_requests to app_rw;
create policy superadmin_sees_requests on public.permission_requests for select to app_rw
  using ((select app.is_superadmin()) and status <> 'draft');
create policy requester_sees_own on public.permission_requests for select to app_rw
  using (requester_id = (select app.uid()) and (select app.role()) is not null);
create policy target_sees_own on public.permission_requests for select to app_rw
  using (target_user_id = (select app.uid()) and (select app.role()) is not null and status <> 'draft');
create policy facility_admin_sees_scope on public.permission_requests for select to app_rw
  using ((select app.role()) = 'facility_admin' and status <> 'draft'
    and scope_node in (select app.facility_scope((select app.facility_id()))));
create policy facility_admin_asks on public.permission_requests for insert to app_rw
  with check (requester_id = (select app.uid()) and (select app.role()) = 'facility_admin' and status = 'draft'
    and (target_user_id in (select u.id from public.users u)
      and (scope_node in (select app.facility_scope((select app.facility_id())))
        or scope_node in (select l.id from app.facility_line((select app.facility_id())) l))));
create policy requester_changes on public.permission_requests for update to app_rw
  using (requester_id = (select app.uid()) and (select app.role()) is not null)
  with check (requester_id = (select app.uid()) and (select app.role()) is not null and (status in ('submitted', 'withdrawn')
    or status = 'draft' and (select app.role()) = 'facility_admin'
    and (target_user_id in (select u.id from public.users u)
      and (scope_node in (select app.facility_scope((select app.facility_id())))
        or scope_node in (select l.id from app.facility_line((select app.facility_id())) l)))));
create policy superadmin_decides on public.permission_requests for update to app_rw
  using ((select app.is_superadmin()) and status <> 'draft'
    and requester_id not in ((select app.uid()), (select app.real_uid())) and target_user_id not in ((select app.uid()), (select app.real_uid())))
  with check ((select app.is_superadmin()) and status in ('approved', 'declined') and decided_by = (select app.uid())
    and requester_id not in ((select app.uid()), (select app.real_uid())) and target_user_id not in ((select app.uid()), (select app.real_uid())));
create policy facility_admin_decides on public.permission_requests for update to app_rw
  using ((select app.role()) = 'facility_admin' and status <> 'draft'
    and requester_id not in ((select app.uid()), (select app.real_uid())) and target_user_id not in ((select app.uid()), (select app.real_uid()))
    and (permission in ('verifier', 'view_only_reports', 'billing_view')
        and scope_node in (select app.facility_scope((select app.facility_id())))
      or permission in ('unit_admin', 'site_admin', 'org_admin')
        and scope_node in (select app.facility_scope((select u.linked_facility_id from public.users u where u.id = (select app.uid()))))))
  with check ((select app.role()) = 'facility_admin' and status in ('approved', 'declined') and decided_by = (select app.uid())
    and requester_id not in ((select app.uid()), (select app.real_uid())) and target_user_id not in ((select app.uid()), (select app.real_uid())));

-- The scheduler reminds the person who approved a permission to review it.
grant select (id, status, decided_by, target_user_id, permission, scope_node, auto_review_on) on public.permission_requests to app_worker;
create policy worker_sees_reviews on public.permission_requests for select to app_worker using (status = 'approved' and auto_review_on is not null);
