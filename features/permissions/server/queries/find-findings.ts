import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Finding } from '../../contract.ts'
import { permissionLabels } from '#core/permission-labels.ts'
import { reportRows } from './report.ts'

/** Maximum number of findings; more would help no one. */
export const FINDINGS_MAX = 200

const labels = JSON.stringify(permissionLabels).toLowerCase()
/** The name of a permission within a sentence. */
const labelOf = (column: 'r.permission_type' | 'q.permission') =>
  sql`(${labels}::jsonb ->> ${sql.ref(column)})`

/** What is wrong with the data; rules.ts explains each code. */
export async function findings(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with recursive ${reportRows(null)},
    admins as (
      select u.id, u.full_name, f.id as facility_id, f.name as facility, f.status from public.users u
      left join public.facilities f on f.id = u.linked_facility_id
      where u.role = 'facility_admin' and u.status = 'active' and u.email_verified
    )
    select * from (
      select 'ineffective' as code, r.full_name || ', ' || ${labelOf('r.permission_type')} || ' at ' || r.facility_name as subject, r.user_id, r.facility_id
        from report r where r.state = 'ineffective'
      union all
      select 'ended_but_on', r.full_name || ', ' || ${labelOf('r.permission_type')} || ' at ' || r.facility_name, r.user_id, r.facility_id
        from report r join public.facility_admin_permissions g
          on (g.user_id, g.facility_id, g.permission_type) = (r.user_id, r.facility_id, r.permission_type)
        where r.state = 'expired' and r.source = 'grant' and g.is_enabled
      union all
      select 'unused', r.full_name || ', ' || ${labelOf('r.permission_type')} || ' at ' || r.facility_name, r.user_id, r.facility_id
        from report r where r.state = 'unused'
      union all
      select 'admin_without_facility', a.full_name, a.id, null from admins a where a.facility_id is null
      union all
      select 'admin_at_archived_facility', a.full_name || ' at ' || a.facility, a.id, a.facility_id from admins a where a.status in ('archived', 'closed')
      union all
      select 'approved_without_grant', t.full_name || ', ' || ${labelOf('q.permission')} || ' at ' || f.name, t.id, f.id
        from public.permission_requests q join public.users t on t.id = q.target_user_id join public.facilities f on f.id = q.scope_node
        left join public.facility_admin_permissions g
          on (g.user_id, g.facility_id, g.permission_type) = (q.target_user_id, q.scope_node, q.permission)
        where q.status = 'approved' and not coalesce(g.is_enabled, false)
      union all
      select 'waiting_long', t.full_name || ', ' || ${labelOf('q.permission')} || ' at ' || f.name, t.id, f.id
        from public.permission_requests q join public.users t on t.id = q.target_user_id join public.facilities f on f.id = q.scope_node
        where q.status = 'submitted' and q.submitted_at < now() - interval '14 days'
      union all
      select 'organization_without_admin', f.name, null, f.id from public.facilities f
        where f.kind = 'organization' and f.parent_id is null and f.status = 'active'
          and exists (select 1 from public.users u where u.linked_facility_id in (select app.facility_scope(f.id)))
          and not exists (select 1 from admins a where a.facility_id = f.id)
    ) x order by x.code, x.subject limit ${FINDINGS_MAX + 1}`.execute(tx)
  return rows
}
