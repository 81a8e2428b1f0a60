import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { recordExport } from '#platform/server/record-export.ts'
import { containing } from '#platform/server/like.ts'
import type { ReportFilter, ReportRow, ReportState } from '../../contract.ts'

export const PAGE_SIZE = 25

/** Every permission, held by a role or a grant, with its state; of one person, or of everyone the caller may see. */
export function reportRows(userId: string | null) {
  return sql`
    in_force as materialized (select * from app.permissions_in_force(${userId}::uuid)),
    held as (
      select i.user_id, i.permission_type, i.facility_id, i.source, i.since, i.expires_on, i.last_used_at,
        case when i.source = 'grant' and coalesce(i.last_used_at, i.since) < now() - interval '90 days' then 'unused' else 'in_force' end as state
      from in_force i
      union all
      select g.user_id, g.permission_type, g.facility_id, 'grant', g.granted_at, g.expires_on, g.last_used_at,
        case when g.expires_on < (now() at time zone f.time_zone)::date then 'expired' when g.is_enabled then 'ineffective' else 'off' end
      from public.facility_admin_permissions g join public.facilities f on f.id = g.facility_id
      where (${userId}::uuid is null or g.user_id = ${userId}::uuid)
        and not exists (select 1 from in_force i where i.source = 'grant'
          and (i.user_id, i.permission_type, i.facility_id) = (g.user_id, g.permission_type, g.facility_id))
    ),
    report as (
      select h.*, u.full_name, u.email, f.name as facility_name, f.kind, b.full_name as granted_by_name,
        c.at as changed_at, c.to_status as changed_to, a.full_name as changed_by_name
      from held h
      join public.users u on u.id = h.user_id
      join public.facilities f on f.id = h.facility_id
      left join public.facility_admin_permissions g on h.source = 'grant'
        and (g.user_id, g.facility_id, g.permission_type) = (h.user_id, h.facility_id, h.permission_type)
      left join public.users b on b.id = g.granted_by
      left join lateral (select e.at, e.to_status, e.actor_id from public.permission_events e
        where h.source = 'grant' and e.subject = 'permission' and e.user_id = h.user_id and e.facility_id = h.facility_id
          and e.permission_type = h.permission_type order by e.at desc, e.id desc limit 1) c on true
      left join public.users a on a.id = c.actor_id
    )`
}

const columns = sql`r.user_id, r.full_name, r.email, r.permission_type, r.facility_id, r.facility_name, r.kind, r.source, r.state, r.since,
  r.granted_by_name, r.expires_on, r.last_used_at, r.changed_at, r.changed_to, r.changed_by_name`

function fits({ q, permission, source }: ReportFilter) {
  const like = containing(q)
  return sql`(${permission} = 'all' or r.permission_type = ${permission}) and (${source} = 'all' or r.source = ${source})
    and (${q.trim()} = '' or r.full_name ilike ${like} or r.email ilike ${like} or r.facility_name ilike ${like})`
}

export async function report(
  tx: Tx,
  filter: ReportFilter & { page: number },
): Promise<{ rows: ReportRow[]; total: number; counts: Record<ReportState | 'all', number> }> {
  const { state } = filter
  // Both come from the contract's enums, never from typed text.
  const order = sql.raw(
    `r.${filter.sort} ${filter.dir} nulls last, r.full_name, r.facility_name, r.permission_type`,
  )
  const { rows } = await sql<ReportRow>`with ${reportRows(null)}
    select ${columns} from report r where ${fits(filter)} and (${state} = 'all' or r.state = ${state})
    order by ${order} limit ${PAGE_SIZE} offset ${(filter.page - 1) * PAGE_SIZE}`.execute(tx)
  const { rows: byState } = await sql<{ state: ReportState; count: number }>`with ${reportRows(null)}
    select r.state, count(*) as count from report r where ${fits(filter)} group by 1`.execute(tx)
  const counts = { all: 0, in_force: 0, unused: 0, ineffective: 0, expired: 0, off: 0 }
  for (const row of byState) {
    counts[row.state] = row.count
    counts.all += row.count
  }
  return { rows, total: counts[state], counts }
}

export async function reportOf(tx: Tx, userId: string): Promise<ReportRow[]> {
  const { rows } = await sql<ReportRow>`with ${reportRows(userId)}
    select ${columns} from report r order by r.source desc, r.permission_type, r.facility_name`.execute(tx)
  return rows
}

export async function wholeReport(tx: Tx, filter: ReportFilter): Promise<ReportRow[]> {
  const order = sql.raw(
    `r.${filter.sort} ${filter.dir} nulls last, r.full_name, r.facility_name, r.permission_type`,
  )
  const { rows } = await sql<ReportRow>`with ${reportRows(null)}
    select ${columns} from report r where ${fits(filter)} and (${filter.state} = 'all' or r.state = ${filter.state})
    order by ${order}`.execute(tx)
  await recordExport(tx, 'facility_admin_permissions', { rows: rows.length, filter })
  return rows
}
