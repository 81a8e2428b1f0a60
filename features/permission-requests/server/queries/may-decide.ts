import { sql } from 'kysely'

/**
 * Whether the request q is within the facility for which the caller decides. A grant to run a facility does not allow giving others the
 * running of it.
 */
export const isWithinOwn = sql<boolean>`(select app.role()) = 'facility_admin' and case
  when q.permission in ('unit_admin', 'site_admin', 'org_admin')
    then q.scope_node in (select app.facility_scope((select u.linked_facility_id from public.users u where u.id = (select app.uid()))))
  else q.scope_node in (select app.facility_scope((select app.facility_id()))) end`

/** Whether the caller may decide the request q. The same as `decisionBlocker`, for a list. */
export const mayDecide = sql<boolean>`(q.status = 'submitted'
  and q.requester_id not in ((select app.uid()), (select app.real_uid()))
  and q.target_user_id not in ((select app.uid()), (select app.real_uid()))
  and ((select app.is_superadmin()) or (q.permission <> 'capstone_preceptor' and ${isWithinOwn})))`
