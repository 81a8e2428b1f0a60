import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { recordExport } from '#platform/server/record-export.ts'
import { containing } from '#platform/server/like.ts'
import type { ReportFilter, ReportRow, ReportState } from '../../contract.ts'

export const PAGE_SIZE = 25

/**
 * Every permission, held by a role or a grant, with its state; of one person, or of everyone. For the superadmin, who sees all people, and
 * for `with recursive`. The same rule as app.effective_permissions (db/kernel.sql), which answers for one person and takes seconds for all
 * of the country's: here everyone's grants and the lines of their facilities are read at once. A test compares the two.
 */
export function reportRows(userId: string | null) {
  return sql`
    live as materialized (
      select g.user_id, g.permission_type, g.facility_id, u.linked_facility_id as own_id, g.permission_type = app.admin_permission_of(f.kind) as runs
      from public.facility_admin_permissions g join public.users u on u.id = g.user_id join public.facilities f on f.id = g.facility_id
      where u.role = 'facility_admin' and u.status = 'active' and u.email_verified and g.is_enabled and f.status in ('active', 'paused')
        and coalesce(g.expires_on >= (now() at time zone f.time_zone)::date, true) and (${userId}::uuid is null or g.user_id = ${userId}::uuid)
    ),
    line as (
      select f.id as bottom, f.id, f.parent_id, 0 as height from public.facilities f
      where f.id in (select l.facility_id from live l union select l.own_id from live l)
      union all
      select l.bottom, f.id, f.parent_id, l.height + 1 from line l join public.facilities f on f.id = l.parent_id where l.height < 20
    ),
    runs as (
      select l.user_id, l.own_id as id from live l
      union
      select l.user_id, l.facility_id from live l join line o on o.bottom = l.own_id and o.id = l.facility_id where l.runs
    ),
    granted as materialized (
      select l.user_id, l.permission_type, l.facility_id from live l
      where case when l.runs then l.facility_id <> l.own_id else l.permission_type not in ('unit_admin', 'site_admin', 'org_admin') end
        and exists (select from line n join runs r on r.id = n.id where n.bottom = l.facility_id and r.user_id = l.user_id)
    ),
    held as (
      select u.id as user_id, app.admin_permission_of(f.kind) as permission_type, f.id as facility_id, 'role' as source, u.created_at as since,
        null::date as expires_on, null::timestamptz as last_used_at, null::uuid as granted_by, 'in_force' as state
      from public.users u join public.facilities f on f.id = u.linked_facility_id
      where u.role = 'facility_admin' and u.status = 'active' and u.email_verified and (${userId}::uuid is null or u.id = ${userId}::uuid)
      union all
      select g.user_id, g.permission_type, g.facility_id, 'grant', g.granted_at, g.expires_on, g.last_used_at, g.granted_by,
        case when i.user_id is not null then case when coalesce(g.last_used_at, g.granted_at) < now() - interval '90 days' then 'unused' else 'in_force' end
          when g.expires_on < (now() at time zone f.time_zone)::date then 'expired' when g.is_enabled then 'ineffective' else 'off' end
      from public.facility_admin_permissions g join public.facilities f on f.id = g.facility_id
      left join granted i on (i.user_id, i.permission_type, i.facility_id) = (g.user_id, g.permission_type, g.facility_id)
      where ${userId}::uuid is null or g.user_id = ${userId}::uuid
    ),
    report as (
      select h.*, u.full_name, u.email, f.name as facility_name, f.kind
      from held h join public.users u on u.id = h.user_id join public.facilities f on f.id = h.facility_id
    )`
}

/** The last change of the grant r. */
const lastChange = sql`(select e.at, e.to_status, e.actor_id from public.permission_events e
  where r.source = 'grant' and e.subject = 'permission' and e.user_id = r.user_id and e.facility_id = r.facility_id
    and e.permission_type = r.permission_type order by e.at desc, e.id desc limit 1)`
/** Who gave and who last changed the grant r: only for rows that are shown. */
const details = sql`left join public.users b on b.id = r.granted_by left join lateral ${lastChange} c on true left join public.users a on a.id = c.actor_id`
const columns = sql`r.user_id, r.full_name, r.email, r.permission_type, r.facility_id, r.facility_name, r.kind, r.source, r.state, r.since,
  b.full_name as granted_by_name, r.expires_on, r.last_used_at, c.at as changed_at, c.to_status as changed_to, a.full_name as changed_by_name`

/** What fits a filter, whatever its state. */
function matching({ q, permission, source, sort }: ReportFilter) {
  const like = containing(q)
  return sql`${reportRows(null)},
    matching as materialized (
      select r.*, ${sort === 'changed_at' ? sql`(select c.at from ${lastChange} c)` : sql`null::timestamptz`} as changed_at from report r
      where (${permission} = 'all' or r.permission_type = ${permission}) and (${source} = 'all' or r.source = ${source})
        and (${q.trim()} = '' or r.full_name ilike ${like} or r.email ilike ${like} or r.facility_name ilike ${like}))`
}

// Both come from the contract's enums, never from typed text.
const orderOf = ({ sort, dir }: ReportFilter) =>
  sql.raw(`r.${sort} ${dir} nulls last, r.full_name, r.facility_name, r.permission_type`)

export async function report(
  tx: Tx,
  filter: ReportFilter & { page: number },
): Promise<{ rows: ReportRow[]; total: number; counts: Record<ReportState | 'all', number> }> {
  const { state } = filter
  const order = orderOf(filter)
  // Rows and counts at once, so that permissions are computed once; without rows on the page, one row with the counts.
  const { rows: found } = await sql<
    (ReportRow | { user_id: null }) & { by_state: Partial<Record<ReportState, number>> }
  >`with recursive ${matching(filter)},
    page as (select r.*, row_number() over (order by ${order}) as at from matching r where ${state} = 'all' or r.state = ${state}
      order by at limit ${PAGE_SIZE} offset ${(filter.page - 1) * PAGE_SIZE})
    select ${columns}, n.by_state
    from (select coalesce(jsonb_object_agg(s.state, s.count), '{}') as by_state from (select m.state, count(*) as count from matching m group by 1) s) n
    left join page r on true ${details} order by r.at`.execute(tx)
  const counts = { all: 0, in_force: 0, unused: 0, ineffective: 0, expired: 0, off: 0, ...found[0]?.by_state }
  counts.all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const rows = found.flatMap(({ by_state: _counts, ...row }) => (row.user_id === null ? [] : row))
  return { rows, total: counts[state], counts }
}

export async function reportOf(tx: Tx, userId: string): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`with recursive ${reportRows(userId)}
    select ${columns} from report r ${details} order by r.source desc, r.permission_type, r.facility_name`.execute(
    tx,
  )
  return rows
}

export async function wholeReport(tx: Tx, filter: ReportFilter): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`with recursive ${matching(filter)}
    select ${columns} from matching r ${details} where ${filter.state} = 'all' or r.state = ${filter.state}
    order by ${orderOf(filter)}`.execute(tx)
  await recordExport(tx, 'facility_admin_permissions', { rows: rows.length, filter })
  return rows
}
