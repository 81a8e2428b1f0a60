-- What must see or write what its caller may not (docs/architecture.md): everything else about requests is TypeScript.

-- Notifies those who may decide a request that the asker has just sent: the ones nearest to the place; where there is no one, and
-- for preceptors, the superadmins.
-- Reason: it must see what its caller may not: people above and beside the requester.
create or replace function app.notify_permission_request(p_id uuid, p_code text, p_values jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with request as (
    select q.* from public.permission_requests q
    where q.id = p_id and q.status = 'submitted' and q.requester_id = app.uid()
  ),
  near as (
    select x.id, l.height from request q cross join lateral app.facility_line(q.scope_node) l cross join lateral (
      select u.id from public.users u where q.permission <> 'capstone_preceptor' and u.linked_facility_id = l.id and u.role = 'facility_admin'
        and u.status = 'active' and u.email_verified
      union
      -- A person named to run a place is asked before those above it.
      select g.user_id from public.facility_admin_permissions g where q.permission in ('verifier', 'view_only_reports', 'billing_view') and g.facility_id = l.id
        and g.permission_type = app.admin_permission_of(l.kind) and g.is_enabled
        and exists (select 1 from app.effective_permissions(g.user_id) e where (e.permission_type, e.facility_id) = (g.permission_type, l.id))) x
    where x.id not in (q.requester_id, q.target_user_id)
  )
  select app.notify_code(array(select n.id from near n where n.height = (select min(m.height) from near m)
      union select u.id from public.users u where u.role = 'superadmin' and u.status = 'active' and u.email_verified and not exists (select from near)),
    'permission_requested', p_code, p_values, '/admin/permission-requests?request=' || q.id, 'permission request ' || q.id || ' ' || q.version)
  from request q
$$;

drop function if exists app.notify_permission_request(uuid), app.notify_permission_decision(uuid);

grant execute on function app.notify_permission_request(uuid, text, jsonb) to app_rw;

drop function if exists app.permission_decider(uuid);

-- Withdraws an open request because its requester, or the person it is for, leaves: for those who may deactivate that person.
-- Reason: it must write what its caller may not: requests are their requester's to withdraw.
create or replace function app.withdraw_request_of(p_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.may_deactivate(p_user_id) then raise exception 'Only their administrators may withdraw requests' using errcode = '42501'; end if;
  update public.permission_requests q set status = 'withdrawn'
    where q.id = p_id and p_user_id in (q.requester_id, q.target_user_id) and q.status in ('draft', 'submitted');
end $$;
grant execute on function app.withdraw_request_of(uuid, uuid) to app_rw;
