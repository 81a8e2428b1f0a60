import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { noteExport } from '#platform/server/note-export.ts'
import { awayOf } from './queries/covers.ts'
import { mayDecide } from '#features/permission-requests/server/public.ts'
import type {
  FacilityUser,
  Member,
  OrganizationSettings,
  OwnFacility,
  SetupFacts,
  TeamNode,
  UserFilter,
  UserStatus,
} from '../contract.ts'

export const PAGE_SIZE = 25
/** More than any facility has; a file longer than this is refused by spreadsheets' readers, not by us. */

/** As a list, which the planner takes to an index whatever the size of the facility. */
const inScope = sql`= any (array(select app.facility_scope((select app.selected_facility_id()))))`
const ADMINS = sql`('unit_admin', 'site_admin', 'org_admin')`

/** The facility the asker runs (the superadmin: works in), and the one they belong to when that is another. */
export async function findOwnFacility(tx: Tx) {
  const { rows } = await sql<OwnFacility & { own_facility_name: string | null; covers_until: string | null }>`
    select f.id, f.kind, f.name, f.status, case when o.id <> f.id then o.name end as own_facility_name,
      case when o.id <> f.id then (select e.expires_on from app.permissions_in_force(u.id) e
        where e.facility_id = f.id and e.permission_type in ${ADMINS} limit 1) end as covers_until
    from public.users u join public.facilities f on f.id = (select app.selected_facility_id())
    left join public.facilities o on o.id = u.linked_facility_id
    where u.id = (select app.uid())`.execute(tx)
  return rows[0]
}

export async function listNodes(tx: Tx): Promise<TeamNode[]> {
  const { rows } = await sql<TeamNode>`
    select f.id, f.parent_id, f.kind, f.name, f.status, n.max_students_per_shift,
      (select count(*) from public.users u where u.linked_facility_id = f.id and u.status = 'active') as people
    from public.facilities f left join public.units n on n.id = f.id
    where f.id ${inScope} and f.status <> 'archived'
    order by f.kind = 'unit', f.kind = 'site', f.name, f.id`.execute(tx)
  return rows
}

/** Who works here, those with further permissions first. */
export async function listTeam(tx: Tx, limit: number): Promise<Member[]> {
  const { rows } = await sql<Member>`
    with held as (
      select e.user_id, jsonb_agg(jsonb_build_object('permission_type', e.permission_type, 'facility_name', f.name) order by e.permission_type, f.name) as permissions
      from app.permissions_in_force() e join public.facilities f on f.id = e.facility_id where e.source = 'grant' group by e.user_id
    )
    select u.id, u.full_name, f.name as facility_name, coalesce(h.permissions, '[]') as permissions
    from public.users u left join public.facilities f on f.id = u.linked_facility_id left join held h on h.user_id = u.id
    where u.role = 'facility_admin' and u.status = 'active' and u.linked_facility_id ${inScope}
    order by h.permissions is null, u.full_name, u.id limit ${limit}`.execute(tx)
  return rows
}

/** Who belongs to a facility of the scope, with all that they effectively hold besides running it. */
function selectUsers(filter: UserFilter) {
  const { q, permission, facility_id: facility } = filter
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  return sql`
    with held as (
      select e.user_id, jsonb_agg(jsonb_build_object('permission_type', e.permission_type, 'facility_name', f.name) order by e.permission_type, f.name) as permissions,
        array_agg(e.permission_type) as types
      from app.permissions_in_force() e join public.facilities f on f.id = e.facility_id where e.source = 'grant' group by e.user_id
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

// Both are words of the contract, never what someone typed.
const orderOf = ({ sort, dir }: UserFilter) => sql.raw(`p.${sort} ${dir} nulls last, p.full_name, p.id`)

export async function listUsers(
  tx: Tx,
  filter: UserFilter & { page: number },
): Promise<{ rows: FacilityUser[]; total: number; counts: Record<UserStatus | 'all', number> }> {
  const { rows } = await sql<FacilityUser>`${selectUsers(filter)} select ${userColumns} from people p
    where ${filter.status} = 'all' or p.status = ${filter.status}
    order by ${orderOf(filter)} limit ${PAGE_SIZE} offset ${(filter.page - 1) * PAGE_SIZE}`.execute(tx)
  const { rows: byStatus } = await sql<{ status: UserStatus; count: number }>`${selectUsers(filter)}
    select p.status, count(*) as count from people p group by 1`.execute(tx)
  const counts = { all: 0, active: 0, pending: 0, returned: 0, declined: 0, deactivated: 0 }
  for (const row of byStatus) {
    counts[row.status] = row.count
    counts.all += row.count
  }
  return { rows, total: counts[filter.status], counts }
}

export async function allUsers(tx: Tx, filter: UserFilter): Promise<FacilityUser[]> {
  const { rows } = await sql<FacilityUser>`${selectUsers(filter)} select ${userColumns} from people p
    where ${filter.status} = 'all' or p.status = ${filter.status} order by ${orderOf(filter)}`.execute(tx)
  await noteExport(tx, 'users', { view: 'users', rows: rows.length })
  return rows
}

/** The facilities someone belongs to, for the filter. */
export async function facilitiesWithPeople(tx: Tx) {
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from public.facilities f where f.id ${inScope} and f.id in (
      select l.id from (select distinct u.linked_facility_id as id from public.users u where u.linked_facility_id ${inScope}) w,
        app.facility_line(w.id) l)
    order by f.kind = 'unit', f.kind = 'site', f.name, f.id`.execute(tx)
  return rows
}

export async function figures(tx: Tx) {
  const { rows } = await sql<{
    people: number
    preceptors: number
    waiting_for_approval: number
    open_invitations: number
    requests_to_decide: number
    active_partnerships: number
  }>`select
    (select count(*) from public.users u where u.linked_facility_id ${inScope} and u.status = 'active') as people,
    (select count(*) from public.preceptors p where p.facility_id ${inScope}) as preceptors,
    (select count(*) from public.signup_requests r where r.status = 'pending' and r.role = 'facility_admin'
      and (r.facility_id is null or r.facility_id ${inScope})) as waiting_for_approval,
    (select count(*) from public.invitations i where i.facility_id ${inScope} and i.status in ('sent', 'opened') and i.expires_at > now()) as open_invitations,
    (select count(*) from public.permission_requests q where ${mayDecide}) as requests_to_decide,
    (select count(*) from public.partnerships p where p.status = 'active') as active_partnerships`.execute(tx)
  return rows[0]!
}

export async function setupFacts(tx: Tx): Promise<Omit<SetupFacts, 'facility'>> {
  const { rows } = await sql<Omit<SetupFacts, 'facility'>>`
    with chosen as (select f.id, f.kind from public.facilities f where f.id = (select app.selected_facility_id())),
    nodes as (select f.id, f.kind, f.name, f.status from public.facilities f where f.id ${inScope} and f.status in ('active', 'paused')),
    above as (select l.id, l.height from app.facility_line((select p.id from chosen p)) l where l.kind = 'organization' order by l.height limit 1)
    select
      (select jsonb_build_object('id', f.id, 'name', f.name, 'slug', o.slug, 'is_mine', a.height = 0)
        from above a join public.facilities f on f.id = a.id join public.organizations o on o.id = a.id) as organization,
      coalesce((select case p.kind
        when 'organization' then (select jsonb_build_object('address', o.address is not null, 'phone', o.phone is not null) from public.organizations o where o.id = p.id)
        when 'site' then (select jsonb_build_object('address', s.address is not null, 'arrival_instructions', s.arrival_instructions is not null)
          from public.sites s where s.id = p.id)
        else (select jsonb_build_object('specialty', u.specialty <> 'other') from public.units u where u.id = p.id) end from chosen p), '{}') as details,
      (select count(*) from nodes n where n.kind = 'site') as sites,
      (select count(*) from nodes n where n.kind = 'unit') as units,
      coalesce((select jsonb_agg(jsonb_build_object('id', n.id, 'name', n.name) order by n.name) from nodes n join public.units u on u.id = n.id
        where n.status = 'active' and jsonb_array_length(u.shift_patterns) = 0), '[]') as units_without_pattern,
      (select count(*) from public.users u where u.linked_facility_id ${inScope} and u.status = 'active') as people,
      (select count(*) from public.invitations i where i.facility_id ${inScope} and i.status in ('sent', 'opened') and i.expires_at > now()) as open_invitations,
      (select count(*) from public.partnerships p where p.status = 'active') as active_partnerships,
      (select count(*) from public.partnerships p where p.status in ('requested', 'under_review')) as open_partnerships`.execute(
    tx,
  )
  return rows[0]!
}

/** The organizations in reach: for a facility admin those they run and the one above them, for the superadmin all. */
export async function listOrganizations(tx: Tx, q: string) {
  const like = `%${q.trim().replace(/[\\%_]/g, '\\$&')}%`
  const { rows } = await sql<{ id: string; name: string }>`
    select f.id, f.name from public.facilities f
    where f.kind = 'organization' and f.status <> 'archived' and (${q.trim()} = '' or f.name ilike ${like})
      and ((select app.is_superadmin()) or f.id ${inScope} or f.id in (select l.id from app.facility_line((select app.selected_facility_id())) l))
    order by f.name, f.id limit 50`.execute(tx)
  return rows
}

/** The nearest organization at or above the facility the asker runs; for the superadmin the first by name. */
export async function ownOrganization(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select f.id from public.facilities f
    where f.id = (select l.id from app.facility_line((select app.selected_facility_id())) l where l.kind = 'organization' order by l.height limit 1)
      or ((select app.is_superadmin()) and (select app.selected_facility_id()) is null and f.kind = 'organization' and f.parent_id is null
        and f.status <> 'archived')
    order by f.name, f.id limit 1`.execute(tx)
  return rows[0]?.id
}

export async function findSettings(tx: Tx, id: string): Promise<OrganizationSettings | undefined> {
  const { rows } = await sql<OrganizationSettings>`
    select f.id as organization_id, f.name, f.version, o.default_lead_time_days, o.visibility_before_days, o.visibility_after_days,
      o.default_notice_days, o.default_auto_approve, o.answers_need_sign_in, o.unit_links, o.unit_link_days, (select app.is_superadmin()) or f.id ${inScope} as may_change
    from public.facilities f join public.organizations o on o.id = f.id
    where f.id = ${id}::uuid
      and ((select app.is_superadmin()) or f.id ${inScope} or f.id in (select l.id from app.facility_line((select app.selected_facility_id())) l))`.execute(
    tx,
  )
  return rows[0]
}
