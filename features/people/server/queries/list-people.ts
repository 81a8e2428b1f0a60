import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { recordExport } from '#platform/server/record-export.ts'
import { sql } from 'kysely'
import type { Person, PersonView } from '../../contract.ts'

export const PAGE_SIZE = 25

type Filter = {
  view: PersonView
  q: string
  status: Person['status'] | 'all'
  sort: 'full_name' | 'email' | 'student_number' | 'created_at'
  dir: 'asc' | 'desc'
}

const rolesOf: Record<PersonView, readonly Person['role'][]> = {
  students: ['student'],
  proctors: ['proctor'],
  administrators: ['school_admin', 'school_super_admin'],
  users: ['facility_admin'],
}

/** The rows of a list; row-level security decides whom the caller may see. */
function found({ view, q }: Filter) {
  const belongs =
    view === 'users'
      ? sql`u.linked_facility_id in (select app.facility_scope((select app.selected_facility_id())))`
      : sql`u.linked_school_id = (select app.selected_school_id())`
  const like = containing(q)
  // An account counts once its address is verified, because before that anyone could have typed it.
  return sql`u.role = any (${rolesOf[view]}::text[]) and u.email_verified and ${belongs}
    and (${q.trim()} = '' or u.full_name ilike ${like} or u.email ilike ${like} or u.student_number ilike ${like})`
}

/** A limited number of people, or all of them (null). */
function select(filter: Filter, limit: number | null, offset: number) {
  // Both come from the contract's enums, never from typed text.
  const order = sql.raw(`u.${filter.sort} ${filter.dir} nulls last, u.id ${filter.dir}`)
  return sql<Person>`
    select u.id, u.full_name, u.email, u.role, u.status, u.student_number, u.phone, u.graduation_date, coalesce(f.name, s.name) as tenant_name,
      exists (select 1 from public.facility_admin_permissions p
        where p.user_id = u.id and p.permission_type = 'capstone_preceptor' and p.is_enabled) as is_preceptor, u.created_at
    from public.users u
    left join public.facilities f on f.id = u.linked_facility_id
    left join public.schools s on s.id = u.linked_school_id
    where ${found(filter)} and (${filter.status} = 'all' or u.status = ${filter.status})
    order by ${order} limit ${limit} offset ${offset}`
}

export async function listPeople(
  tx: Tx,
  filter: Filter & { page: number },
): Promise<{ rows: Person[]; total: number; counts: Record<Person['status'] | 'all', number> }> {
  const { rows } = await select(filter, PAGE_SIZE, (filter.page - 1) * PAGE_SIZE).execute(tx)
  const { rows: byStatus } = await sql<{ status: Person['status']; count: number }>`
    select u.status, count(*) as count from public.users u where ${found(filter)} group by 1`.execute(tx)
  const counts = { all: 0, pending: 0, returned: 0, declined: 0, active: 0, deactivated: 0 }
  for (const row of byStatus) {
    counts[row.status] = row.count
    counts.all += row.count
  }
  return { rows, total: counts[filter.status], counts }
}

export async function allPeople(tx: Tx, filter: Filter): Promise<Person[]> {
  const { rows } = await select(filter, null, 0).execute(tx)
  await recordExport(tx, 'users', { view: filter.view, rows: rows.length })
  return rows
}
