-- Only what must see or write what its caller may not (docs/architecture.md); everything else about requests is TypeScript.

drop function if exists app.notify_permission_request(uuid), app.notify_permission_decision(uuid), app.notify_permission_request(uuid, text, jsonb);
-- The people nearest to the facility who may decide a request: those who belong to it or hold a grant to run it come before those above.
-- Empty for preceptors, whom superadmins decide.
-- Reason: app.notify_of_row needs it, and sees people whom the requester may not.
create or replace function app.deciders_of(q public.permission_requests) returns uuid[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_agg(distinct x.id) from app.facility_line(q.scope_node) l cross join lateral (
    select u.id from public.users u where q.permission <> 'capstone_preceptor' and u.linked_facility_id = l.id and u.role = 'facility_admin'
      and u.status = 'active' and u.email_verified
    union
    select g.user_id from public.facility_admin_permissions g where q.permission in ('verifier', 'view_only_reports', 'billing_view') and g.facility_id = l.id
      and g.permission_type = app.admin_permission_of(l.kind) and g.is_enabled
      and exists (select from app.effective_permissions(g.user_id) e where (e.permission_type, e.facility_id) = (g.permission_type, l.id))) x
  where x.id not in (q.requester_id, q.target_user_id) group by l.height order by l.height limit 1
$$;

drop function if exists app.permission_decider(uuid);

-- Withdraws an open request because its requester, or the person it is for, leaves: for callers who may deactivate that person.
-- Reason: it must write what its caller may not: only requesters withdraw their requests.
create or replace function app.withdraw_request_of(p_id uuid, p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.may_deactivate(p_user_id) then raise exception 'Only their administrators may withdraw requests' using errcode = '42501'; end if;
  update public.permission_requests q set status = 'withdrawn'
    where q.id = p_id and p_user_id in (q.requester_id, q.target_user_id) and q.status in ('draft', 'submitted');
end $$;
grant execute on function app.withdraw_request_of(uuid, uuid) to app_rw;
