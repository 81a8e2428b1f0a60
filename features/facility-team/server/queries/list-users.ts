import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import { recordExport } from '#platform/server/record-export.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FacilityUser, Member, UserFilter, UserStatus } from '../../contract.ts'
import { awayOf } from './covers.ts'
import { inScope } from './find-own-facility.ts'

export const PAGE_SIZE = 25

/** What people hold besides their role: a facility admin’s own part at once, and for a superadmin, who would ask for the whole country’s, that of the people here. */
function grantsAs(role: Role): RawBuilder<unknown> {
  if (role !== 'superadmin') return sql`app.permissions_in_force() e`
  return sql`(select distinct g.user_id from public.facility_admin_permissions g join public.users u on u.id = g.user_id
    where g.is_enabled and u.linked_facility_id ${inScope}) w cross join lateral app.permissions_in_force(w.user_id) e`
}

/** The team here, those with further permissions first. */
export async function listTeam(tx: Tx, role: Role, limit: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    with held as (
      select e.user_id, jsonb_agg(jsonb_build_object('permission_type', e.permission_type, 'facility_name', f.name) order by e.permission_type, f.name) as permissions
      from ${grantsAs(role)} join public.facilities f on f.id = e.facility_id where e.source = 'grant' group by e.user_id
    )
    select u.id, u.full_name, f.name as facility_name, coalesce(h.permissions, '[]') as permissions
    from public.users u left join public.facilities f on f.id = u.linked_facility_id left join held h on h.user_id = u.id
    where u.role = 'facility_admin' and u.status = 'active' and u.linked_facility_id ${inScope}
    order by h.permissions is null, u.full_name, u.id limit ${limit}`.execute(tx)
  return rows
}

/** The people who belong to a facility in scope, with all their effective permissions besides managing it. */
function selectUsers(role: Role, filter: UserFilter) {
  const { q, permission, facility_id: facility } = filter
  const like = containing(q)
  return sql`
    with held as (
      select e.user_id, jsonb_agg(jsonb_build_object('permission_type', e.permission_type, 'facility_name', f.name) order by e.permission_type, f.name) as permissions,
        array_agg(e.permission_type) as types
      from ${grantsAs(role)} join public.facilities f on f.id = e.facility_id where e.source = 'grant' group by e.user_id
    ),
    people as (
      select u.id, u.full_name, u.email, u.phone, u.status, u.created_at, f.name as facility_name, coalesce(h.permissions, '[]') as permissions,
        u.id = (select app.uid()) as is_me, u.linked_facility_id
      from public.users u join public.facilities f on f.id = u.linked_facility_id left join held h on h.user_id = u.id
      where u.role = 'facility_admin' and u.email_verified and u.linked_facility_id ${inScope}
        and (${facility ?? null}::uuid is null or u.linked_facility_id in (select app.facility_scope(${facility ?? null}::uuid)))
        and (${permission} = 'any' or ${permission} = any (h.types))
        and (${q.trim()} = '' or u.full_name ilike ${like} or u.email ilike ${like} or f.name ilike ${like})
    )`
}

const userColumns = sql`p.id, p.full_name, p.email, p.phone, p.status, p.created_at, p.facility_name, p.permissions, p.is_me,
  ${awayOf(sql.raw('p.id'))} as away,
  p.is_me or app.manages_facility((select l.id from app.facility_line(p.linked_facility_id) l where l.kind = 'organization' order by l.height limit 1)) as may_set_away`

// Both are enum values of the contract, never user input.
const orderOf = ({ sort, dir }: UserFilter) => sql.raw(`p.${sort} ${dir} nulls last, p.full_name, p.id`)

export async function listUsers(
  tx: Tx,
  role: Role,
  filter: UserFilter & { page: number },
): Promise<{ rows: FacilityUser[]; total: number; counts: Record<UserStatus | 'all', number> }> {
  const { rows } = await sql<FacilityUser>`${selectUsers(role, filter)} select ${userColumns} from people p
    where ${filter.status} = 'all' or p.status = ${filter.status}
    order by ${orderOf(filter)} limit ${PAGE_SIZE} offset ${(filter.page - 1) * PAGE_SIZE}`.execute(tx)
  const { rows: byStatus } = await sql<{ status: UserStatus; count: number }>`${selectUsers(role, filter)}
    select p.status, count(*) as count from people p group by 1`.execute(tx)
  const counts = { all: 0, active: 0, pending: 0, returned: 0, declined: 0, deactivated: 0 }
  for (const row of byStatus) {
    counts[row.status] = row.count
    counts.all += row.count
  }
  return { rows, total: counts[filter.status], counts }
}

export async function allUsers(tx: Tx, role: Role, filter: UserFilter): Promise<FacilityUser[]> {
  const { rows } = await sql<FacilityUser>`${selectUsers(role, filter)} select ${userColumns} from people p
    where ${filter.status} = 'all' or p.status = ${filter.status} order by ${orderOf(filter)}`.execute(tx)
  await recordExport(tx, 'users', { view: 'users', rows: rows.length })
  return rows
}

/** The facilities that people belong to, for the filter. */
export async function facilitiesWithPeople(tx: Tx) {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from public.facilities f where f.id ${inScope} and f.id in (
      select l.id from (select distinct u.linked_facility_id as id from public.users u where u.linked_facility_id ${inScope}) w,
        app.facility_line(w.id) l)
    order by f.kind = 'unit', f.kind = 'site', f.name, f.id`.execute(tx)
  return rows
}
