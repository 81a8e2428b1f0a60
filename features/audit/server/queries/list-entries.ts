import type { Role } from '#core/roles.ts'
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
export async function listEntries(tx: Tx, role: Role, filter: AuditFilter): Promise<AuditEvent[]> {
  return (await listQuery(tx, role, filter).execute()) as unknown as AuditEvent[]
}

/** One person of a row: a join could read everyone’s names. */
const nameOf = <Alias extends string>(tx: Tx, alias: Alias, id: string) =>
  tx
    .selectFrom('users as u')
    .select('u.full_name')
    .where('u.id', '=', sql<string>`${sql.ref(id)}`)
    .limit(1)
    .as(alias)

function newestEvents(tx: Tx, filter: AuditFilter) {
  const { about_user_id: about, by_user_id: by, before_id: before } = filter
  let events = tx.selectFrom('audit_events')
  if (about)
    events = events.where((where) =>
      where.and([
        where('entity', 'in', ['users', 'facility_admin_permissions']),
        where('entity_id', '=', about),
      ]),
    )
  if (by) events = events.where('actor_id', '=', by)
  if (filter.entity) events = events.where('entity', '=', filter.entity)
  if (filter.entity_id) events = events.where('entity_id', '=', filter.entity_id)
  if (before)
    events = events.where(
      sql<boolean>`(at, id) < (select b.at, b.id from public.audit_events b where b.id = ${before})`,
    )
  return events.orderBy('at', 'desc').orderBy('id', 'desc').limit(filter.limit)
}

/** The query behind `list`, for tests that examine its plan. */
export function listQuery(tx: Tx, role: Role, filter: AuditFilter) {
  const matching = newestEvents(tx, filter)
  // The school's and the reader's own separately: each has an index in this order, and policies that join them by `or` have none.
  const ofSchool = matching.where('school_id', '=', sql<string>`(select app.school_id())`).select('id')
  const own = matching.where('actor_id', '=', sql<string>`(select app.real_uid())`).select('id')
  // Reads the page first, then the names on it: each is found by its key, however long the trail is.
  const page = (
    role === 'superadmin'
      ? matching
      : tx
          .selectFrom('audit_events')
          .where(sql<boolean>`id = any (array((${ofSchool}) union (${own})))`)
          .orderBy('at', 'desc')
          .orderBy('id', 'desc')
          .limit(filter.limit)
  )
    .selectAll()
    // Converted to an id here: policies run first, and then a join on anything except a plain column cannot use the key's index.
    .select(
      sql<string | null>`case when entity = 'users' and entity_id ~ ${UUID} then entity_id::uuid end`.as(
        'person_id',
      ),
    )
  return tx
    .selectFrom(page.as('e'))
    .leftJoinLateral(nameOf(tx, 'actor', 'e.actor_id'), (join) => join.onTrue())
    .leftJoinLateral(nameOf(tx, 'seen', 'e.acting_as'), (join) => join.onTrue())
    .leftJoin('schools as school', 'school.id', 'e.school_id')
    .leftJoin('facilities as facility', 'facility.id', 'e.facility_id')
    .leftJoinLateral(nameOf(tx, 'person', 'e.person_id'), (join) => join.onTrue())
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
