import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { AuditEvent } from '../../contract.ts'

export type AuditFilter = {
  about_user_id?: string | undefined
  by_user_id?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  before_id?: number | undefined
  limit: number
}

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

/** Row-level security decides which rows are visible; names of people the reader may not see are empty. */
export async function listEntries(tx: Tx, filter: AuditFilter): Promise<AuditEvent[]> {
  return (await listQuery(tx, filter).execute()) as unknown as AuditEvent[]
}

/** The query behind `list`, for tests that examine its plan. */
export function listQuery(tx: Tx, filter: AuditFilter) {
  const { about_user_id: about, by_user_id: by, before_id: before } = filter
  // Reads the page first, then the names on it: each is found by its key, however long the trail is.
  let page = tx
    .selectFrom('audit_events')
    .selectAll()
    // Converted to an id here: policies run first, and then a join on anything except a plain column cannot use the key's index.
    .select(
      sql<string | null>`case when entity = 'users' and entity_id ~ ${UUID} then entity_id::uuid end`.as(
        'person_id',
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
  if (about)
    page = page.where((where) =>
      where.and([
        where('entity', 'in', ['users', 'facility_admin_permissions']),
        where('entity_id', '=', about),
      ]),
    )
  if (by) page = page.where('actor_id', '=', by)
  if (filter.entity) page = page.where('entity', '=', filter.entity)
  if (filter.entity_id) page = page.where('entity_id', '=', filter.entity_id)
  if (before)
    page = page.where(
      sql<boolean>`(at, id) < (select b.at, b.id from public.audit_events b where b.id = ${before})`,
    )
  return tx
    .selectFrom(page.as('e'))
    .leftJoin('users as actor', 'actor.id', 'e.actor_id')
    .leftJoin('users as seen', 'seen.id', 'e.acting_as')
    .leftJoin('schools as school', 'school.id', 'e.school_id')
    .leftJoin('facilities as facility', 'facility.id', 'e.facility_id')
    .leftJoin('users as person', 'person.id', 'e.person_id')
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
}
