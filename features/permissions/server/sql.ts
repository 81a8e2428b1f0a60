import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type {
  EffectivePermission,
  Finding,
  PermissionEvent,
  PermissionNode,
  PermissionType,
  PlaceKind,
  ReportFilter,
  ReportRow,
  ReportState,
} from '../contract.ts'

export const PAGE_SIZE = 25
/** A file longer than this is refused by spreadsheets' readers, not by us. */
const EXPORT_MAX = 20_000
/** More findings than this help nobody. */
export const FINDINGS_MAX = 200

export async function findPerson(tx: Tx, id: string) {
  return tx
    .selectFrom('users as u')
    .leftJoin('facilities as f', 'f.id', 'u.linked_facility_id')
    .select([
      'u.id',
      'u.full_name',
      'u.email',
      'u.role',
      'u.status',
      'u.linked_facility_id',
      'f.name as facility_name',
    ])
    .where('u.id', '=', id)
    .executeTakeFirst()
}

/** The person's part of the hierarchy, and every place where they hold or held the preceptor permission. */
export async function listNodes(tx: Tx, userId: string, root: string | null): Promise<PermissionNode[]> {
  const { rows } = await sql<PermissionNode>`
    select f.id as facility_id, f.parent_id, f.kind, f.name, f.status, s.id is not null as in_scope,
      p.is_enabled, p.granted_at, g.full_name as granted_by_name, p.last_used_at
    from public.facilities f
    left join (select app.facility_scope(${root}::uuid) as id) s on s.id = f.id
    left join public.facility_admin_permissions p
      on p.facility_id = f.id and p.user_id = ${userId} and p.permission_type = 'capstone_preceptor'
    left join public.users g on g.id = p.granted_by
    where s.id is not null or p.user_id is not null
    order by f.name, f.id`.execute(tx)
  return rows
}

/** A place and those above it, from below upwards. */
export async function lineOf(tx: Tx, root: string) {
  const { rows } = await sql<{ facility_id: string; name: string; kind: PlaceKind }>`
    select l.id as facility_id, f.name, f.kind from app.facility_line(${root}::uuid) l join public.facilities f on f.id = l.id
    order by l.height`.execute(tx)
  return rows
}

/** What happened to a person's permissions and the requests about them, the newest first. */
export async function historyOf(tx: Tx, userId: string): Promise<PermissionEvent[]> {
  const { rows } = await sql<PermissionEvent>`
    select e.id, e.at, e.permission_type, f.name as facility_name, e.subject, e.to_status, a.full_name as actor_name,
      i.full_name as acting_as_name, e.reason
    from public.permission_events e join public.facilities f on f.id = e.facility_id
    left join public.users a on a.id = e.actor_id left join public.users i on i.id = e.acting_as
    where e.user_id = ${userId}::uuid order by e.at desc, e.id desc limit 100`.execute(tx)
  return rows
}

/** Enabling upserts, disabling sets is_enabled to false (Spec §7). */
export async function set(
  tx: Tx,
  change: {
    userId: string
    facilityId: string
    type: string
    isEnabled: boolean
    expiresOn?: string | undefined
    successorId?: string | undefined
    noSuccessor?: boolean | undefined
  },
): Promise<void> {
  await sql`select app.set_facility_permission(${change.userId}::uuid, ${change.facilityId}::uuid, ${change.type}, ${change.isEnabled},
    ${change.expiresOn ?? null}::date, ${change.successorId ?? null}::uuid, ${change.noSuccessor ?? false})`.execute(
    tx,
  )
}

/** Active facility admins whose part of the hierarchy has the place in it. */
export async function successorsFor(tx: Tx, userId: string, facilityId: string) {
  const { rows } = await sql<{ id: string; full_name: string; is_preceptor: boolean }>`
    select u.id, u.full_name, exists (select 1 from app.permissions_in_force(u.id) e
        where e.permission_type = 'capstone_preceptor' and e.facility_id = ${facilityId}::uuid) as is_preceptor
    from public.users u
    where u.role = 'facility_admin' and u.status = 'active' and u.id <> ${userId}::uuid
      and u.linked_facility_id in (select l.id from app.facility_line(${facilityId}::uuid) l)
    order by u.full_name, u.id`.execute(tx)
  return rows
}

/** All that the asker effectively holds, with where the places lie. */
export async function listEffective(
  tx: Tx,
  type: PermissionType | null = null,
): Promise<EffectivePermission[]> {
  const { rows } = await sql<EffectivePermission>`
    select e.permission_type, e.facility_id, f.name as facility_name, f.kind, f.city, f.state, e.source, e.since, e.expires_on, e.last_used_at,
      coalesce((select string_agg(a.name, ' › ' order by l.height desc) from app.facility_line(e.facility_id) l
        join public.facilities a on a.id = l.id where l.height > 0), '') as facility_path
    from app.permissions_in_force((select app.uid())) e join public.facilities f on f.id = e.facility_id
    where ${type}::text is null or e.permission_type = ${type}
    order by e.source desc, e.permission_type, f.name, f.id`.execute(tx)
  return rows
}

/** Is there a use of theirs to note? At most one write an hour, and none while somebody acts as them. */
export async function isUseDue(tx: Tx, types: readonly PermissionType[]): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select app.permission_use_is_due(${types}::text[]) as due`.execute(tx)
  return rows[0]!.due
}

export async function noteUse(tx: Tx, types: readonly PermissionType[]): Promise<void> {
  await sql`select app.use_permission(t) from unnest(${types}::text[]) t`.execute(tx)
}

/** What a person holds at a place; undefined when either is not there or not the asker's to know. */
export async function ofUserAtFacility(tx: Tx, userId: string, facilityId: string) {
  const { rows } = await sql<{
    role: string
    permission_type: PermissionType | null
    facility_id: string
    facility_name: string
    source: 'role' | 'grant'
    since: string
    expires_on: string | null
    last_used_at: string | null
  }>`select * from app.user_facility_permissions(${userId}::uuid, ${facilityId}::uuid)`.execute(tx)
  if (!rows[0]) return undefined
  return {
    role: rows[0].role,
    permissions: rows.flatMap(({ role: _role, permission_type: type, ...row }) =>
      type === null ? [] : [{ permission_type: type, ...row }],
    ),
  }
}

/** Every permission, held by a role or by a grant, with the state it is in; of one person, or of all that may be seen. */
function reportRows(userId: string | null) {
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
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql`(${permission} = 'all' or r.permission_type = ${permission}) and (${source} = 'all' or r.source = ${source})
    and (${q.trim()} = '' or r.full_name ilike ${like} or r.email ilike ${like} or r.facility_name ilike ${like})`
}

export async function report(
  tx: Tx,
  filter: ReportFilter & { page: number },
): Promise<{ rows: ReportRow[]; total: number; counts: Record<ReportState | 'all', number> }> {
  const { state } = filter
  // Both are words of the contract, never what somebody typed.
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
    order by ${order} limit ${EXPORT_MAX}`.execute(tx)
  await sql`select app.note_permission_export(${rows.length}::integer, ${JSON.stringify(filter)}::jsonb)`.execute(
    tx,
  )
  return rows
}

/** What is not as it should be; which code means what stands in rules.ts. */
export async function findings(tx: Tx): Promise<Finding[]> {
  const { rows } = await sql<Finding>`
    with ${reportRows(null)},
    admins as (
      select u.id, u.full_name, f.id as facility_id, f.name as place, f.status from public.users u
      left join public.facilities f on f.id = u.linked_facility_id
      where u.role = 'facility_admin' and u.status = 'active' and u.email_verified
    )
    select * from (
      select 'ineffective' as code, r.full_name || ', ' || app.permission_label(r.permission_type) || ' at ' || r.facility_name as subject, r.user_id, r.facility_id
        from report r where r.state = 'ineffective'
      union all
      select 'ended_but_on', r.full_name || ', ' || app.permission_label(r.permission_type) || ' at ' || r.facility_name, r.user_id, r.facility_id
        from report r join public.facility_admin_permissions g
          on (g.user_id, g.facility_id, g.permission_type) = (r.user_id, r.facility_id, r.permission_type)
        where r.state = 'expired' and r.source = 'grant' and g.is_enabled
      union all
      select 'unused', r.full_name || ', ' || app.permission_label(r.permission_type) || ' at ' || r.facility_name, r.user_id, r.facility_id
        from report r where r.state = 'unused'
      union all
      select 'admin_without_place', a.full_name, a.id, null from admins a where a.facility_id is null
      union all
      select 'admin_at_archived_place', a.full_name || ' at ' || a.place, a.id, a.facility_id from admins a where a.status in ('archived', 'closed')
      union all
      select 'approved_without_grant', t.full_name || ', ' || app.permission_label(q.permission) || ' at ' || f.name, t.id, f.id
        from public.permission_requests q join public.users t on t.id = q.target_user_id join public.facilities f on f.id = q.scope_node
        left join public.facility_admin_permissions g
          on (g.user_id, g.facility_id, g.permission_type) = (q.target_user_id, q.scope_node, q.permission)
        where q.status = 'approved' and not coalesce(g.is_enabled, false)
      union all
      select 'waiting_long', t.full_name || ', ' || app.permission_label(q.permission) || ' at ' || f.name, t.id, f.id
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
