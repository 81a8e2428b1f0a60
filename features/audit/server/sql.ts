import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { AuditEvent } from '../contract.ts'

export type AuditFilter = {
  about_user_id?: string | undefined
  by_user_id?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  before_id?: number | undefined
  limit: number
}

/** Which rows are visible is decided by row-level security; names of people out of sight stay empty. */
export async function list(tx: Tx, filter: AuditFilter): Promise<AuditEvent[]> {
  let query = tx
    .selectFrom('audit_events as e')
    .leftJoin('users as actor', 'actor.id', 'e.actor_id')
    .leftJoin('users as seen', 'seen.id', 'e.acting_as')
    .leftJoin('schools as school', 'school.id', 'e.school_id')
    .leftJoin('facilities as facility', 'facility.id', 'e.facility_id')
    .leftJoin('users as person', (join) =>
      join.onRef(sql`person.id::text`, '=', 'e.entity_id').on('e.entity', '=', 'users'),
    )
    .select([
      'e.id',
      'e.at',
      'e.action',
      'e.entity',
      'e.entity_id',
      'person.full_name as entity_name',
      'e.actor_id',
      'actor.full_name as actor_name',
      'e.acting_as',
      'seen.full_name as acting_as_name',
      'e.school_id',
      'school.name as school_name',
      'e.facility_id',
      'facility.name as facility_name',
      'e.reason',
      'e.changes',
    ])
    .orderBy('e.at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(filter.limit)
  const { about_user_id: about, by_user_id: by, before_id: before } = filter
  if (about)
    query = query.where((where) =>
      where.and([
        where('e.entity', 'in', ['users', 'facility_admin_permissions']),
        where('e.entity_id', '=', about),
      ]),
    )
  if (by) query = query.where('e.actor_id', '=', by)
  if (filter.entity) query = query.where('e.entity', '=', filter.entity)
  if (filter.entity_id) query = query.where('e.entity_id', '=', filter.entity_id)
  if (before)
    query = query.where(
      sql<boolean>`(e.at, e.id) < (select b.at, b.id from public.audit_events b where b.id = ${before})`,
    )
  return (await query.execute()) as unknown as AuditEvent[]
}

export async function placeNames(tx: Tx, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from public.schools where id = any (${ids}::uuid[])
    union all select id, name from public.facilities where id = any (${ids}::uuid[])`.execute(tx)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}
