/** One facility, and what belongs to it. */
import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type {
  Facility,
  FacilityChild,
  FacilityDetail,
  FacilityEvent,
  FacilityKind,
  FacilityStep,
} from '../../contract.ts'
import { eventColumns, opens, pathTo } from './in-sql.ts'
import { upcomingShiftsAt } from './upcoming-shifts-at.ts'

const one = (rows: readonly Facility[]): Facility | undefined => rows[0]

const stamps = sql`f.id, f.parent_id, f.name, f.city, f.state, f.time_zone, f.status, f.archived_at, f.created_at, f.updated_at, f.version`

async function kindOf(tx: Tx, id: string): Promise<FacilityKind | undefined> {
  const { rows } = await sql<{ kind: FacilityKind }>`
    select f.kind from public.facilities f where f.id = ${id} and ${opens(sql`f.id`)}`.execute(tx)
  return rows[0]?.kind
}

/** One node with the fields of its kind; undefined when it doesn't exist or the caller may not open it. */
export async function findById(tx: Tx, id: string): Promise<Facility | undefined> {
  switch (await kindOf(tx, id)) {
    case 'organization':
      return one(
        (
          await sql<Facility>`select f.kind, ${stamps}, o.slug, o.organization_type, o.address, o.postal_code, o.phone, o.website, o.npi,
            o.default_lead_time_days, o.visibility_before_days, o.visibility_after_days
          from public.facilities f join public.organizations o on o.id = f.id where f.id = ${id}`.execute(tx)
        ).rows,
      )
    case 'site':
      return one(
        (
          await sql<Facility>`select f.kind, ${stamps}, s.slug, s.cms_certification_number, s.site_type, s.address, s.postal_code, s.county,
            s.phone, s.latitude, s.longitude, s.parking_notes, s.arrival_instructions, s.badge_instructions, s.emergency_contact,
            s.dress_code, s.ehr_system, s.geofence_radius_m, to_jsonb(s.holidays) as holidays
          from public.facilities f join public.sites s on s.id = f.id where f.id = ${id}`.execute(tx)
        ).rows,
      )
    case 'unit':
      return one(
        (
          await sql<Facility>`select f.kind, ${stamps}, u.code, u.specialty, u.population, u.care_level, u.shift_patterns,
            u.max_students_per_shift, u.max_students_by_level, u.exclusive_school, u.max_ratio_override, u.capacity_windows, u.blackout,
            u.has_conference_room, u.preceptor_available
          from public.facilities f join public.units u on u.id = f.id where f.id = ${id}`.execute(tx)
        ).rows,
      )
    default:
      return undefined
  }
}

export async function findIdBySlug(tx: Tx, slug: string): Promise<string | undefined> {
  const { rows } = await sql<{
    id: string
  }>`select id from public.organizations where slug = ${slug}`.execute(tx)
  return rows[0]?.id
}

export async function managesFacility(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ manages: boolean }>`select app.manages_facility(${id}) as manages`.execute(tx)
  return rows[0]!.manages
}

/** The ancestors of a node, from the top. */
export async function pathOf(tx: Tx, id: string): Promise<FacilityStep[]> {
  const { rows } = await sql<FacilityStep>`
    with recursive above as (
      select p.*, 1 as depth from public.facilities f join public.facilities p on p.id = f.parent_id where f.id = ${id}
      union all
      select p.*, a.depth + 1 from above a join public.facilities p on p.id = a.parent_id where a.depth < 20
    )
    select a.id, a.kind, a.name, a.status, ${opens(sql`a.id`)} as within_scope from above a order by a.depth desc`.execute(
    tx,
  )
  return rows
}

/** The ancestors' names of several nodes, by node id. */
export async function pathsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`
    select i.id, ${pathTo(sql`i.id`)} as path from unnest(${ids}::uuid[]) i(id)`.execute(tx)
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** The facilities directly below, by name. */
export async function childrenOf(tx: Tx, id: string): Promise<FacilityChild[]> {
  const { rows } = await sql<FacilityChild>`
    select f.id, f.kind, f.name, o.slug, f.status, f.city, f.state, u.specialty, u.max_students_per_shift,
      (select count(*) from public.facilities c where c.parent_id = f.id) as child_count, f.version
    from public.facilities f left join public.units u on u.id = f.id left join public.organizations o on o.id = f.id
    where f.parent_id = ${id} order by f.kind, f.name, f.id`.execute(tx)
  return rows
}

export async function countsOf(
  tx: Tx,
  id: string,
): Promise<{ sites: number; units: number; students_per_shift: number; upcoming_shifts: number }> {
  const { rows } = await sql<{
    sites: number
    units: number
    students_per_shift: number
    upcoming_shifts: number
  }>`
    with below as (select f.* from public.facilities f where f.id in (select app.facility_scope(${id})) and f.status <> 'archived')
    select count(*) filter (where b.kind = 'site') as sites, count(*) filter (where b.kind = 'unit' and b.status <> 'closed') as units,
      coalesce(sum(u.max_students_per_shift) filter (where b.status = 'active'), 0)::integer as students_per_shift,
      case when app.manages_facility(${id}) then (select count(*) from ${upcomingShiftsAt(sql`${id}`)} x)
        else (select count(*) from public.shifts x where x.facility_id in (select app.facility_scope(${id}))
          and app.is_shift_ahead(x.status, x.starts_at)) end as upcoming_shifts
    from below b left join public.units u on u.id = b.id`.execute(tx)
  return rows[0]!
}

/** The history of a node, newest first; row-level security shows it only to those who may manage the node. */
export async function eventsOf(tx: Tx, id: string): Promise<FacilityEvent[]> {
  const { rows } = await sql<FacilityEvent>`select ${eventColumns}
    where e.facility_id = ${id} order by e.at desc, e.id desc limit 50`.execute(tx)
  return rows
}

export type Administrator = { id: string; full_name: string; email: string; facility_name: string }

/** The people who administer a node or something below it. */
export async function administratorsOf(tx: Tx, id: string): Promise<Administrator[]> {
  const { rows } = await sql<Administrator>`
    select u.id, u.full_name, u.email, f.name as facility_name
    from public.users u join public.facilities f on f.id = u.linked_facility_id
    where u.role = 'facility_admin' and u.status = 'active' and u.linked_facility_id in (select app.facility_scope(${id}))
      and app.manages_facility(${id})
    order by u.full_name, u.id`.execute(tx)
  return rows
}

/** The names of those who administer a node or something below it, or will once they are approved: while there are any, it can't be archived. */
export async function namesOfAdministrators(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ full_name: string }>`
    select u.full_name from public.users u where u.role = 'facility_admin' and u.status in ('active', 'pending', 'returned')
      and u.linked_facility_id in (select app.facility_scope(${id}::uuid)) order by u.full_name`.execute(tx)
  return rows.map((row) => row.full_name)
}

/** The node where a facility admin's scope begins; null for others. */
export async function ownRoot(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select case when app.role() = 'facility_admin' then app.facility_id() end as id`.execute(tx)
  return rows[0]!.id
}

/** A facility with everything its page shows; undefined when it doesn't exist or the caller may not open it. */
export async function findDetail(tx: Tx, id: string): Promise<FacilityDetail | undefined> {
  const facility = await findById(tx, id)
  if (!facility) return undefined
  return {
    facility,
    path: await pathOf(tx, id),
    children: await childrenOf(tx, id),
    counts: await countsOf(tx, id),
    events: await eventsOf(tx, id),
    administrators: await administratorsOf(tx, id),
    may_manage: await managesFacility(tx, id),
  }
}
