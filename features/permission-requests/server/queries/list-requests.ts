import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import type { PermissionRequest, RequestStatus } from '../../contract.ts'
import { mayDecide } from './may-decide.ts'

export const PAGE_SIZE = 25

/** Names come from the people's rows, so people the caller may not see have none. */
const shown = sql`
  select q.id, q.requester_id, r.full_name as requester_name, q.target_user_id, t.full_name as target_name, q.permission, q.scope_node,
    f.name as facility_name, f.kind as facility_kind, q.justification, q.status, q.expires_on, q.auto_review_on, q.submitted_at,
    d.full_name as decided_by_name, q.decided_at, q.decision_note, q.created_at, q.requester_id = (select app.uid()) as is_mine,
    ${mayDecide} as may_decide
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

export async function listRequests(
  tx: Tx,
  { view, status, permission, q, page }: Filter,
): Promise<{ rows: PermissionRequest[]; total: number; to_decide: number }> {
  const like = containing(q)
  const fits = sql`(${view} <> 'to_decide' or s.may_decide) and (${view} <> 'mine' or s.is_mine)
    and (${status} = 'any' or s.status = ${status}) and (${permission} = 'any' or s.permission = ${permission})
    and (${q.trim()} = '' or s.target_name ilike ${like} or s.requester_name ilike ${like} or s.facility_name ilike ${like})`
  // Pending requests first, longest waiting first; the others newest first.
  const { rows } = await sql<PermissionRequest>`with s as (${shown}) select s.* from s where ${fits}
    order by s.status = 'submitted' desc, case when s.status = 'submitted' then s.submitted_at end, coalesce(s.decided_at, s.created_at) desc, s.id
    limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(tx)
  const { rows: counted } = await sql<{ total: number; to_decide: number }>`with s as materialized (${shown})
    select (select count(*) from s where ${fits}) as total, (select count(*) from s where s.may_decide) as to_decide`.execute(
    tx,
  )
  return { rows, ...counted[0]! }
}

/** How many requests need the caller's decision. */
export async function countToDecide(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from public.permission_requests q where q.status = 'submitted' and ${mayDecide}`.execute(
    tx,
  )
  return rows[0]!.count
}

export async function findRequest(tx: Tx, id: string): Promise<PermissionRequest | undefined> {
  const { rows } =
    await sql<PermissionRequest>`with s as (${shown}) select s.* from s where s.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** The history of a request, newest first. */
export function listEvents(tx: Tx, id: string) {
  return tx
    .selectFrom('permission_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['e.id', 'e.at', 'u.full_name as actor_name', 'e.from_status', 'e.to_status', 'e.reason'])
    .where('e.request_id', '=', id)
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(100)
    .execute()
}
