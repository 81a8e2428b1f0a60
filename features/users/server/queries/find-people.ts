import { sql, type SelectQueryBuilder } from 'kysely'
import type { DB } from '#database/tables.gen.ts'
import type { Tx } from '#platform/server/db.ts'
import { beginning, containingOrBeginning } from '#platform/server/like.ts'
import type { PeopleFilter, PeopleOrder, Person } from '../../contract.ts'

/** The people that match a filter; row-level security decides who may see whom. */
function matching(tx: Tx, filter: PeopleFilter) {
  let query = tx.selectFrom('users as u') as SelectQueryBuilder<DB & { u: DB['users'] }, 'u', object>
  const text = filter.q.trim()
  if (text) {
    const found = containingOrBeginning(text).map((pattern) => sql`select app.find_people(${pattern})`)
    query = query.where(sql<boolean>`u.id = any (array(${sql.join(found, sql` union `)}))`)
  }
  if (filter.role) query = query.where('u.role', '=', filter.role)
  if (filter.status) query = query.where('u.status', '=', filter.status)
  if (filter.school_id) query = query.where('u.linked_school_id', '=', filter.school_id)
  if (filter.facility_id)
    query = query.where(
      sql<boolean>`u.linked_facility_id in (select app.facility_scope(${filter.facility_id}::uuid))`,
    )
  if (filter.verified !== undefined) query = query.where('u.email_verified', '=', filter.verified)
  return query
}

function withDetails(query: ReturnType<typeof matching>) {
  return query
    .leftJoin('schools as s', 's.id', 'u.linked_school_id')
    .leftJoin('facilities as f', 'f.id', 'u.linked_facility_id')
    .select([
      'u.id',
      'u.email',
      'u.full_name',
      'u.role',
      'u.status',
      'u.email_verified',
      'u.linked_school_id',
      's.name as school_name',
      'u.linked_facility_id',
      'f.name as facility_name',
      sql<boolean>`u.role = 'facility_admin' and exists (select 1 from public.facility_admin_permissions p
        where p.user_id = u.id and p.permission_type = 'capstone_preceptor' and p.is_enabled)`.as(
        'is_preceptor',
      ),
      'u.created_at',
      'u.version',
    ])
}

export async function list(
  tx: Tx,
  filter: PeopleFilter,
  page: PeopleOrder & { offset: number; limit: number },
): Promise<Person[]> {
  const rows = await withDetails(matching(tx, filter))
    .orderBy(`u.${page.sort}`, page.dir)
    .orderBy('u.id', page.dir)
    .offset(page.offset)
    .limit(page.limit)
    .execute()
  return rows as unknown as Person[]
}

/** True when the filter has only a search text. */
export const hasOnlyWords = ({ q, ...others }: PeopleFilter): boolean =>
  q.trim() !== '' && Object.values(others).every((value) => value === undefined)

/** A limited number of people whose name or address contains these words; matches at the beginning come first. */
export async function listInPassing(tx: Tx, words: string, limit: number): Promise<Person[]> {
  const patterns = [...new Set([beginning(words), ...containingOrBeginning(words)])]
  const found = patterns.map((pattern) => sql`select app.find_people(${pattern}, ${limit})`)
  const rows = await withDetails(matching(tx, { q: '' }))
    .where(sql<boolean>`u.id = any (array(${sql.join(found, sql` union `)}))`)
    .orderBy(sql`u.full_name ilike ${beginning(words)}`, 'desc')
    .orderBy('u.full_name')
    .orderBy('u.id')
    .limit(limit)
    .execute()
  return rows as unknown as Person[]
}

export async function count(tx: Tx, filter: PeopleFilter): Promise<number> {
  const row = await matching(tx, filter)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return row.total
}

export async function findById(tx: Tx, id: string): Promise<Person | undefined> {
  const everybody: PeopleFilter = { q: '' }
  const row = await withDetails(matching(tx, everybody)).where('u.id', '=', id).executeTakeFirst()
  return row as unknown as Person | undefined
}
