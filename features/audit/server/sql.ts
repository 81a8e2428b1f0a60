import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { AccessEvent, AccessFilter, AuditEvent, FailedSignIn, RecordLook } from '../contract.ts'

export type AuditFilter = {
  about_user_id?: string | undefined
  by_user_id?: string | undefined
  entity?: string | undefined
  entity_id?: string | undefined
  before_id?: number | undefined
  limit: number
}

const UUID = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'

/** Which rows are visible is decided by row-level security; names of people out of sight stay empty. */
export async function list(tx: Tx, filter: AuditFilter): Promise<AuditEvent[]> {
  return (await listQuery(tx, filter).execute()) as unknown as AuditEvent[]
}

/** The query behind `list`, for anyone who wants to see how PostgreSQL goes about it. */
export function listQuery(tx: Tx, filter: AuditFilter) {
  const { about_user_id: about, by_user_id: by, before_id: before } = filter
  // The page first, then the names of those on it: each found by its key, however long the trail is.
  let page = tx
    .selectFrom('audit_events')
    .selectAll()
    // Made an id here: where the policies are asked first, a join on anything but a plain column cannot use the key's index.
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

/** What these ids are called, as far as the reader may see them: schools, facilities, people, and what belongs to a school. */
export async function namesOf(tx: Tx, ids: readonly string[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {}
  const named = (table: string, name = 'name') =>
    sql`select id, ${sql.ref(name)} as name from ${sql.table(table)} where id = any (${ids}::uuid[])`
  const ofStudents = (table: string) =>
    sql`select x.id, u.full_name as name from ${sql.table(table)} x join public.users u on u.id = x.student_id where x.id = any (${ids}::uuid[])`
  const { rows } = await sql<{ id: string; name: string }>`${sql.join(
    [
      named('schools'),
      named('facilities'),
      named('users', 'full_name'),
      named('semesters'),
      named('programs'),
      named('cohorts'),
      named('regulatory_profiles', 'jurisdiction'),
      ofStudents('cohort_memberships'),
      ofStudents('consents'),
    ],
    sql` union all `,
  )}`.execute(tx)
  return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
}

/** Removes at most `batch` rows of each kind that are past six years; for the worker's login. Returns how many. */
export async function removeOld(tx: Tx, batch: number): Promise<number> {
  const done = await sql<{ removed: number }>`
    select app.remove_old_access(${batch}::integer) as removed`.execute(tx)
  return done.rows[0]!.removed
}

export const PAGE_SIZE = 20

/** Looks, exports and refusals that the reader may see (row-level security decides), newest first. */
export async function accesses(
  tx: Tx,
  filter: AccessFilter & { before_id?: number | undefined; limit: number },
): Promise<AccessEvent[]> {
  const like = `%${filter.q.replace(/[\\%_]/g, '\\$&')}%`
  const [kind, outcome] = [filter.kind ?? null, filter.outcome ?? null]
  const [from, to] = [filter.from ?? null, filter.to ?? null]
  const { rows } = await sql<AccessEvent>`
    select e.id::float8 as id, e.at, e.kind, e.outcome, e.code, e.call, e.what, e.times, e.actor_id, e.actor_name, e.actor_role,
      e.acting_as_name, s.name as school_name, cardinality(e.student_ids) as students,
      array(select u.full_name from public.users u where u.id = any (e.student_ids) order by u.full_name limit 3) as student_names,
      e.reason, e.request_id, e.address_digest as network
    from (
      select x.* from public.access_events x
      where (${filter.q} = '' or x.actor_name ilike ${like} or x.acting_as_name ilike ${like})
        and (${kind}::text is null or x.kind = ${kind}) and (${outcome}::text is null or x.outcome = ${outcome})
        and (${filter.by_user_id ?? null}::uuid is null or x.actor_id = ${filter.by_user_id ?? null}::uuid)
        and (${filter.about_student_id ?? null}::uuid is null or x.student_ids @> array[${filter.about_student_id ?? null}::uuid])
        and (${from}::date is null or x.at >= ${from}::date) and (${to}::date is null or x.at < ${to}::date + 1)
        and (${filter.before_id ?? null}::bigint is null
          or (x.at, x.id) < (select b.at, b.id from public.access_events b where b.id = ${filter.before_id ?? null}::bigint))
      order by x.at desc, x.id desc limit ${filter.limit}) e
    left join public.schools s on s.id = e.school_id
    order by e.at desc, e.id desc`.execute(tx)
  return rows
}

/** A page of failed sign-ins that the reader may see, newest hour first. */
export async function failedSignIns(tx: Tx, page: number): Promise<{ rows: FailedSignIn[]; total: number }> {
  const { rows } = await sql<FailedSignIn>`
    select f.id::float8 as id, f.hour, u.full_name as person_name, f.account_digest as account, f.address_digest as network, f.times,
      f.throttled, f.last_at, f.last_request_id
    from public.failed_attempts f left join public.users u on u.id = f.user_id
    where f.kind = 'sign_in' order by f.hour desc, f.id desc limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(
    tx,
  )
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::integer as total from public.failed_attempts f where f.kind = 'sign_in'`.execute(tx)
  return { rows, total: counted[0]!.total }
}

/** A page of who looked at a student's record; throws FORBIDDEN for anyone but the student and the administrators of the school. */
export async function looks(
  tx: Tx,
  student: string,
  page: number,
): Promise<{ rows: RecordLook[]; total: number }> {
  const { rows: may } = await sql`
    select 1 from public.users u where u.id = ${student}::uuid and u.role = 'student'
      and (u.id = app.uid() or app.administers_school(u.linked_school_id))`.execute(tx)
  if (may.length === 0)
    throw new ORPCError('FORBIDDEN', {
      message: 'Only the student, and administrators of the school, may read who looked at the record',
    })
  const { rows } = await sql<RecordLook & { total: number }>`
    select l.id::float8 as id, l.at, l.kind, l.what, l.actor_name, l.actor_role, l.acting_as_name, l.reason,
      (count(*) over ())::integer as total
    from app.looks_at_record(${student}::uuid) l order by l.at desc, l.id desc
    limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`.execute(tx)
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

export type Chain = {
  chain: string
  name: string
  rows: number
  sealed_at: string | null
  waiting: number
}

/** The chains with what still waits to be sealed; row-level security shows them to the superadmin alone. */
export async function chains(tx: Tx): Promise<Chain[]> {
  const { rows } = await sql<Chain>`
    select chain, coalesce(s.name, 'Placewell') as name, coalesce(b.sealed_rows, 0)::float8 as rows, b.sealed_at, coalesce(w.waiting, 0)::float8 as waiting
    from (select b.chain, sum(cardinality(b.row_ids)) as sealed_rows, max(b.sealed_at) as sealed_at from public.audit_blocks b group by b.chain) b
    full join (select q.chain, count(*) as waiting from public.audit_unsealed q where q.ready_at <= now() group by q.chain) w using (chain)
    left join public.schools s on s.id = chain order by s.name nulls first`.execute(tx)
  return rows
}
