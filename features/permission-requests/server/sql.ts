import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import type { PermissionRequest, RequestStatus } from '../contract.ts'

export const PAGE_SIZE = 25

/** Names of people come from their rows: whom the asker may not see has none. */
const shown = sql`
  select q.id, q.requester_id, r.full_name as requester_name, q.target_user_id, t.full_name as target_name, q.permission, q.scope_node,
    f.name as place_name, f.kind as place_kind, q.justification, q.status, q.expires_on, q.auto_review_on, q.submitted_at,
    d.full_name as decided_by_name, q.decided_at, q.decision_note, q.created_at, q.requester_id = (select app.uid()) as is_mine,
    q.status = 'submitted' and app.may_decide_permission(q.requester_id, q.target_user_id, q.permission, q.scope_node) as may_decide
  from public.permission_requests q
  join public.facilities f on f.id = q.scope_node
  left join public.users r on r.id = q.requester_id
  left join public.users t on t.id = q.target_user_id
  left join public.users d on d.id = q.decided_by`

type Filter = {
  view: 'to_decide' | 'mine' | 'all'
  status: RequestStatus | 'any'
  permission: PermissionType | 'any'
  q: string
  page: number
}

export async function list(
  tx: Tx,
  { view, status, permission, q, page }: Filter,
): Promise<{ rows: PermissionRequest[]; total: number; to_decide: number }> {
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const fits = sql`(${view} <> 'to_decide' or s.may_decide) and (${view} <> 'mine' or s.is_mine)
    and (${status} = 'any' or s.status = ${status}) and (${permission} = 'any' or s.permission = ${permission})
    and (${q.trim()} = '' or s.target_name ilike ${like} or s.requester_name ilike ${like} or s.place_name ilike ${like})`
  // Who waits longest stands first; of the others the latest.
  const { rows } = await sql<PermissionRequest>`with s as (${shown}) select s.* from s where ${fits}
    order by s.status = 'submitted' desc, case when s.status = 'submitted' then s.submitted_at end, coalesce(s.decided_at, s.created_at) desc, s.id
    limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(tx)
  const { rows: counted } = await sql<{ total: number; to_decide: number }>`with s as materialized (${shown})
    select (select count(*) from s where ${fits}) as total, (select count(*) from s where s.may_decide) as to_decide`.execute(
    tx,
  )
  return { rows, ...counted[0]! }
}

export async function findById(tx: Tx, id: string): Promise<PermissionRequest | undefined> {
  const { rows } =
    await sql<PermissionRequest>`with s as (${shown}) select s.* from s where s.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

export async function eventsOf(tx: Tx, id: string) {
  const { rows } = await sql<{
    id: number
    at: string
    actor_name: string | null
    from_status: string | null
    to_status: string
    reason: string | null
  }>`select e.id, e.at, u.full_name as actor_name, e.from_status, e.to_status, e.reason from public.permission_events e
    left join public.users u on u.id = e.actor_id where e.request_id = ${id}::uuid order by e.at desc, e.id desc limit 100`.execute(
    tx,
  )
  return rows
}

export async function people(tx: Tx, q: string) {
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ id: string; full_name: string; place_name: string | null }>`
    select u.id, u.full_name, f.name as place_name from public.users u left join public.facilities f on f.id = u.linked_facility_id
    where u.role = 'facility_admin' and u.status = 'active' and (${q.trim()} = '' or u.full_name ilike ${like} or u.email ilike ${like})
    order by u.id = (select app.uid()) desc, u.full_name, u.id limit 50`.execute(tx)
  return rows
}

/** Within what the person runs; for who runs a place, those of its kind, those above their own included, their own not. */
export async function places(tx: Tx, userId: string, permission: PermissionType) {
  const { rows } = await sql<{
    id: string
    name: string
    path: string
    kind: 'organization' | 'site' | 'unit'
    is_held: boolean
  }>`
    with person as (select u.id, u.linked_facility_id from public.users u where u.id = ${userId}::uuid and u.role = 'facility_admin'),
    held as (select e.* from person p cross join lateral app.permissions_in_force(p.id) e),
    reach as (
      select app.facility_scope(coalesce((select r.facility_id from held r where r.permission_type in ('unit_admin', 'site_admin', 'org_admin')
        order by (select max(l.height) from app.facility_line(r.facility_id) l) limit 1), p.linked_facility_id)) as id from person p
      union
      select l.id from person p cross join lateral app.facility_line(p.linked_facility_id) l where ${permission} in ('unit_admin', 'site_admin', 'org_admin')
    )
    select f.id, f.name, f.kind,
      coalesce((select string_agg(a.name, ' › ' order by l.height desc) from app.facility_line(f.id) l
        join public.facilities a on a.id = l.id where l.height > 0), '') as path,
      exists (select 1 from held e where e.permission_type = ${permission} and e.facility_id = f.id) as is_held
    from reach r join public.facilities f on f.id = r.id
    where f.status in ('active', 'paused')
      and (${permission} not in ('unit_admin', 'site_admin', 'org_admin')
        or (app.admin_permission_of(f.kind) = ${permission} and f.id <> (select p.linked_facility_id from person p)))
    order by f.kind = 'unit', f.kind = 'site', path, f.name, f.id`.execute(tx)
  return rows
}

export type Draft = {
  id: string
  target_user_id: string
  permission: PermissionType
  scope_node: string
  justification: string
  expires_on?: string | undefined
  auto_review_on?: string | undefined
}

export async function save(tx: Tx, draft: Draft): Promise<void> {
  await sql`select app.save_permission_request(${draft.id}::uuid, ${draft.target_user_id}::uuid, ${draft.permission}, ${draft.scope_node}::uuid,
    ${draft.justification}, ${draft.expires_on ?? null}::date, ${draft.auto_review_on ?? null}::date)`.execute(
    tx,
  )
}

export async function submit(tx: Tx, id: string): Promise<void> {
  await sql`select app.submit_permission_request(${id}::uuid)`.execute(tx)
}

export async function withdraw(tx: Tx, id: string): Promise<void> {
  await sql`select app.withdraw_permission_request(${id}::uuid)`.execute(tx)
}

export async function decide(
  tx: Tx,
  by: { id: string; decision: 'approved' | 'declined'; note?: string | undefined },
): Promise<void> {
  await sql`select app.decide_permission_request(${by.id}::uuid, ${by.decision}, ${by.note ?? null}::text)`.execute(
    tx,
  )
}

/** As the worker; how many permissions have ended. */
export async function expire(tx: Tx): Promise<number> {
  const { rows } = await sql<{ ended: number }>`select app.expire_permissions() as ended`.execute(tx)
  return rows[0]!.ended
}
