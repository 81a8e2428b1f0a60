import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containingWords } from '#platform/server/like.ts'
import {
  type AffectedShift,
  type Blackout,
  type Facility,
  type FacilityChild,
  type FacilityEvent,
  type FacilityKind,
  type FacilityStatus,
  type FacilityStep,
  type OrganizationFilter,
  type OrganizationRow,
  type TreeNode,
} from '../../contract.ts'
import { type AdminToValidate, type NodeToValidate, treePageSize } from '../../rules.ts'
import { upcomingShiftsAt } from './upcoming-shifts-at.ts'

const one = (rows: readonly Facility[]): Facility | undefined => rows[0]

/** The names of a node's ancestors: "Harborview Health › Medical Center". */
const pathTo = (id: RawBuilder<unknown>) => sql`(with recursive above as (
    select p.id, p.parent_id, p.name, 1 as depth from public.facilities c join public.facilities p on p.id = c.parent_id where c.id = ${id}
    union all
    select p.id, p.parent_id, p.name, a.depth + 1 from above a join public.facilities p on p.id = a.parent_id where a.depth < 20
  ) select coalesce(string_agg(a.name, ' › ' order by a.depth desc), '') from above a)`

const stamps = sql`f.id, f.parent_id, f.name, f.city, f.state, f.time_zone, f.status, f.archived_at, f.created_at, f.updated_at, f.version`

/** True when the caller may open the facility: a facility admin within their own part, other members always. */
const opens = (id: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(case app.role() when 'facility_admin' then app.facility_id() in (select l.id from app.facility_line(${id}) l)
    else app.role() is not null end, false)`

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

/** The facilities directly below, by name. */
export async function childrenOf(tx: Tx, id: string): Promise<FacilityChild[]> {
  const { rows } = await sql<FacilityChild>`
    select f.id, f.kind, f.name, f.status, f.city, f.state, u.specialty, u.max_students_per_shift,
      (select count(*) from public.facilities c where c.parent_id = f.id) as child_count, f.version
    from public.facilities f left join public.units u on u.id = f.id
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

const eventColumns = sql`e.id, e.at, e.facility_id, f.name as facility_name, f.kind, p.full_name as actor_name, q.full_name as acting_as_name, e.from_status, e.to_status, e.reason
  from public.facility_events e join public.facilities f on f.id = e.facility_id left join public.users p on p.id = e.actor_id
  left join public.users q on q.id = e.acting_as`

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

function organizations(filter: OrganizationFilter) {
  const conditions: RawBuilder<unknown>[] = [sql`f.kind = 'organization'`]
  const text = filter.search.trim()
  if (text)
    conditions.push(sql`f.id in (select app.find_facilities(${containingWords(text)})
      union all select o.id from public.organizations o where o.slug = ${text} or o.npi = ${text})`)
  if (filter.state) conditions.push(sql`f.state = ${filter.state}`)
  if (filter.organization_type)
    conditions.push(
      sql`exists (select 1 from public.organizations o where o.id = f.id and o.organization_type = ${filter.organization_type})`,
    )
  if (filter.status) conditions.push(sql`f.status = ${filter.status}`)
  return sql`from public.facilities f where ${sql.join(conditions, sql` and `)}`
}

const sorts = {
  name: sql`f.name`,
  organization_type: sql`(select o.organization_type from public.organizations o where o.id = f.id)`,
  state: sql`f.state`,
  status: sql`f.status`,
  created_at: sql`f.created_at`,
}

export async function searchOrganizations(
  tx: Tx,
  filter: OrganizationFilter,
  page: { offset: number; limit: number } | 'all',
): Promise<OrganizationRow[]> {
  const dir = filter.dir === 'desc' ? sql`desc nulls last` : sql`asc`
  // The name is never null, and the index serves both directions.
  const order =
    filter.sort === 'name'
      ? filter.dir === 'desc'
        ? sql`f.name desc, f.id desc`
        : sql`f.name, f.id`
      : sql`${sorts[filter.sort]} ${dir}, f.name, f.id`
  const { rows } = await sql<OrganizationRow>`
    with page as materialized (select f.id, row_number() over (order by ${order}) as position
      ${organizations(filter)} order by ${order} ${page === 'all' ? sql`` : sql`offset ${page.offset} limit ${page.limit}`})
    select f.id, o.slug, f.name, o.organization_type, a.name as parent_name, f.city, f.state, f.status, c.site_count, c.unit_count, f.version
    from page p join public.facilities f on f.id = p.id join public.organizations o on o.id = p.id
    left join public.facilities a on a.id = f.parent_id
    cross join lateral (select count(*) filter (where b.kind = 'site') as site_count, count(*) filter (where b.kind = 'unit') as unit_count
      from public.facilities b where b.id in (select app.facility_scope(p.id))) c
    order by p.position`.execute(tx)
  return rows
}

export async function countOrganizations(tx: Tx, filter: OrganizationFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${organizations(filter)}`.execute(tx)
  return rows[0]!.total
}

/** The part of the hierarchy to show; all of it without a root. */
export type TreeScope = { rootId: string | null; archived: boolean }

const openOnes = (of: string, archived: boolean) =>
  archived ? sql`true` : sql`${sql.ref(`${of}.status`)} in ('active', 'paused')`
const treeColumns = sql`f.id, f.parent_id, f.kind, f.name, f.status, concat_ws(', ', f.city, f.state) as town`
const children = (archived: boolean) =>
  sql`(select count(*) from public.facilities c where c.parent_id = f.id and ${openOnes('c', archived)}) as child_count`

/** Selects a level: the nodes below one, or the top of the scope. */
const inLevel = ({ rootId }: TreeScope, belowId: string | null) =>
  belowId ? sql`f.parent_id = ${belowId}` : rootId ? sql`f.id = ${rootId}` : sql`f.parent_id is null`

/** A page of the nodes directly below one, by kind and name, with the total. */
export async function level(
  tx: Tx,
  scope: TreeScope,
  { belowId, page }: { belowId: string | null; page: number },
): Promise<{ nodes: TreeNode[]; total: number }> {
  const from = sql`from public.facilities f where ${inLevel(scope, belowId)} and ${openOnes('f', scope.archived)}`
  const nodes = await sql<TreeNode>`
    with page as materialized (select f.id ${from} order by f.kind, f.name, f.id
      offset ${page * treePageSize} limit ${treePageSize})
    select ${treeColumns}, ${children(scope.archived)} from page p join public.facilities f on f.id = p.id
    order by f.kind, f.name, f.id`.execute(tx)
  const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(tx)
  return { nodes: nodes.rows, total: counted.rows[0]!.total }
}

/** The maximum number of search results. */
const MAX_FOUND = 200

/** The first nodes whose name or town contains the text, with their ancestors, and the total. */
export async function searchTree(
  tx: Tx,
  { rootId, archived }: TreeScope,
  text: string,
): Promise<{ nodes: TreeNode[]; found: number; shown: number }> {
  const within = rootId ? sql`and f.id in (select app.facility_scope(${rootId}))` : sql``
  const { rows } = await sql<TreeNode & { found: number }>`
    with recursive hits as materialized (
      select ${treeColumns}, count(*) over () as found from public.facilities f
      where f.id in (select app.find_facilities(${containingWords(text)})) and ${openOnes('f', archived)} ${within}
      order by f.name, f.id limit ${MAX_FOUND}
    ), above as (
      select h.id, h.parent_id, h.kind, h.name, h.status, h.town from hits h
      union select ${treeColumns} from above a join public.facilities f on f.id = a.parent_id where a.id is distinct from ${rootId}::uuid
    )
    select a.*, 0 as child_count, (select h.found from hits h limit 1) as found from above a order by a.kind, a.name, a.id`.execute(
    tx,
  )
  const found = rows[0]?.found ?? 0
  const nodes = rows.map(({ found: _found, ...node }) => node)
  return { nodes, found, shown: Math.min(found, MAX_FOUND) }
}

/** The path from the top of the scope down to a node, each with its position in its level; empty when the node is out of scope. */
export async function findTreePath(
  tx: Tx,
  { rootId, archived }: TreeScope,
  id: string,
): Promise<{ id: string; position: number }[]> {
  const before = (beside: RawBuilder<unknown>) => sql`(select count(*) from public.facilities b
    where ${beside} and (b.kind, b.name, b.id) < (w.kind, w.name, w.id) and ${openOnes('b', archived)})`
  const { rows } = await sql<{ id: string; position: number; shows: boolean }>`
    with recursive way as (
      select f.id, f.parent_id, f.kind, f.name, f.status, 0 as up from public.facilities f where f.id = ${id}
      union all
      select f.id, f.parent_id, f.kind, f.name, f.status, w.up + 1 from way w join public.facilities f on f.id = w.parent_id
      where w.id is distinct from ${rootId}::uuid and w.up < 20
    )
    select w.id, ${openOnes('w', archived)} as shows,
      case when w.id = ${rootId}::uuid then 0 when w.parent_id is null then ${before(sql`b.parent_id is null`)}
        else ${before(sql`b.parent_id = w.parent_id`)} end as position
    from way w order by w.up desc`.execute(tx)
  const isInView = rows.every(({ shows }) => shows) && (rootId === null || rows[0]?.id === rootId)
  return isInView ? rows.map(({ id: step, position }) => ({ id: step, position })) : []
}

export type TreeLine = {
  kind: FacilityKind
  name: string
  path: string
  status: FacilityStatus
  city: string | null
  state: string | null
  time_zone: string
  id: string
  /** The topmost organization of the row; the next page begins after it. */
  top_id: string
  top_name: string
}

/** The next 200 top-level organizations by name, each with everything below it, parents first. */
export async function wholeTree(
  tx: Tx,
  { archived }: { archived: boolean },
  after: TreeLine | undefined,
): Promise<TreeLine[]> {
  const rest = after ? sql`and (f.name, f.id) > (${after.top_name}, ${after.top_id}::uuid)` : sql``
  const { rows } = await sql<TreeLine>`
    with recursive tops as materialized (
      select f.id, f.name from public.facilities f where f.parent_id is null and f.kind = 'organization'
        and ${openOnes('f', archived)} ${rest} order by f.name, f.id limit 200
    ), below as (
      select t.id, t.id as top_id, t.name as top_name, '' as path, '{}'::text[] as sort_key from tops t
      union all
      select f.id, b.top_id, b.top_name, concat_ws(' › ', nullif(b.path, ''), p.name), b.sort_key || array[f.kind, f.name, f.id::text]
      from below b join public.facilities p on p.id = b.id join public.facilities f on f.parent_id = b.id where ${openOnes('f', archived)}
    )
    select f.kind, f.name, b.path, f.status, f.city, f.state, f.time_zone, f.id, b.top_id, b.top_name
    from below b join public.facilities f on f.id = b.id order by b.top_name, b.top_id, b.sort_key`.execute(
    tx,
  )
  return rows
}

/** The node where a facility admin's scope begins; null for others. */
export async function ownRoot(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    select case when app.role() = 'facility_admin' then app.facility_id() end as id`.execute(tx)
  return rows[0]!.id
}

/** The nodes and administrators of one organization, or of all, for the validation. */
export async function loadForValidation(
  tx: Tx,
  rootId: string | null,
): Promise<{ nodes: NodeToValidate[]; admins: AdminToValidate[] }> {
  const within = rootId ? sql`f.id in (select app.facility_scope(${rootId}))` : sql`true`
  return { nodes: await nodesToValidate(tx, within), admins: await adminsToValidate(tx, within) }
}

async function nodesToValidate(tx: Tx, which: RawBuilder<unknown>): Promise<NodeToValidate[]> {
  const { rows } = await sql<NodeToValidate>`
    select f.id, f.kind, f.parent_id, f.name, f.status, f.time_zone, coalesce(o.slug, s.slug) as slug,
      case when u.id is not null then jsonb_build_object('max_students_per_shift', u.max_students_per_shift,
        'capacity_windows', u.capacity_windows, 'shift_patterns', u.shift_patterns) end as unit
    from public.facilities f left join public.organizations o on o.id = f.id left join public.sites s on s.id = f.id
    left join public.units u on u.id = f.id where ${which} order by f.created_at, f.id`.execute(tx)
  return rows
}

async function adminsToValidate(tx: Tx, within: RawBuilder<unknown>): Promise<AdminToValidate[]> {
  const { rows } = await sql<AdminToValidate>`
    select u.full_name, f.id as facility_id from public.facilities f join public.users u on u.linked_facility_id = f.id
    where u.role = 'facility_admin' and u.status = 'active' and f.status in ('archived', 'closed') and ${within}
    order by u.full_name, u.id`.execute(tx)
  return rows
}

type Suspects = {
  /** The nodes that may have a problem; the other nodes are their ancestors. */
  bad: ReadonlySet<string>
  nodes: NodeToValidate[]
  admins: AdminToValidate[]
  /** The first nodes that can't take students, each with the finding's code, and the total. */
  empty: { id: string; code: string }[]
  emptyCount: number
}

/** The few facilities, of tens of thousands, that may break a rule, with their ancestors. `today` decides which windows are past. */
export async function findSuspectNodes(tx: Tx, today: string, most: number): Promise<Suspects> {
  const { rows } = await sql<{ bad: string[]; empty: Suspects['empty']; count: number }>`
    with live as materialized (select f.id, f.parent_id, f.kind, f.created_at from public.facilities f where f.status in ('active', 'paused')),
    bad as (
      select f.id from public.facilities f left join public.facilities p on p.id = f.parent_id left join public.units u on u.id = f.id
      where case f.kind when 'organization' then p.id is not null when 'site' then p.kind is distinct from 'organization' else p.kind is distinct from 'site' end
        or (f.kind = 'unit' and p.time_zone <> f.time_zone)
        or (f.status in ('active', 'paused') and (p.status in ('archived', 'closed') or (u.capacity_windows <> '[]'
          and u.max_students_per_shift > (select sum((w ->> 'max')::integer) from jsonb_array_elements(u.capacity_windows) w))))
        or (f.status in ('archived', 'closed') and exists (select 1 from public.users a where a.linked_facility_id = f.id and a.role = 'facility_admin' and a.status = 'active'))
      union all
      select s.id from public.sites s where s.slug in (select d.slug from public.sites d group by d.slug having count(*) > 1)),
    empty as materialized (
      select l.id, l.created_at, 1 as n, 'no_units' as code from live l where l.kind = 'site' and not exists (select 1 from live c where c.parent_id = l.id)
      union all select l.id, l.created_at, 2, 'no_shift_patterns' from live l join public.units u on u.id = l.id where u.shift_patterns = '[]'
        -- Where no unit of the site says its shifts, schools agree on hours of their own: only the unit that was left out is named.
        and exists (select 1 from live o join public.units w on w.id = o.id where o.parent_id = l.parent_id and w.shift_patterns <> '[]')
      union all select l.id, l.created_at, 3, 'no_capacity_ahead' from live l join public.units u on u.id = l.id where u.capacity_windows <> '[]'
        and not exists (select 1 from jsonb_array_elements(u.capacity_windows) w where (w ->> 'to')::date >= ${today}::date and (w ->> 'max')::integer > 0))
    select (select coalesce(jsonb_agg(b.id), '[]') from bad b) as bad, (select count(*)::integer from empty) as count,
      (select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'code', e.code) order by e.created_at, e.id, e.n), '[]')
        from (select * from empty order by created_at, id, n limit ${most}) e) as empty`.execute(tx)
  const { bad, empty, count } = rows[0]!
  const named = [...new Set([...bad, ...empty.map(({ id }) => id)])]
  const nodes = await nodesToValidate(
    tx,
    sql`f.id in (select i from unnest(${named}::uuid[]) i union select c.parent_id from public.facilities c where c.id = any (${named}::uuid[])
      union (select distinct on (s.parent_id) s.id from public.facilities s join public.units w on w.id = s.id
        where s.status in ('active', 'paused') and w.shift_patterns <> '[]'
          and s.parent_id in (select c.parent_id from public.facilities c where c.id = any (${named}::uuid[]))))`,
  )
  return {
    bad: new Set(bad),
    nodes,
    admins: await adminsToValidate(tx, sql`true`),
    empty,
    emptyCount: count,
  }
}

export type HierarchyRecord = {
  id: string
  parent_id: string | null
  kind: FacilityKind
  name: string
  slug: string | null
  status: FacilityStatus
  city: string | null
  state: string | null
  time_zone: string
  version: number
}

export async function hierarchy(tx: Tx, rootId: string): Promise<HierarchyRecord[]> {
  const { rows } = await sql<HierarchyRecord>`
    select f.id, f.parent_id, f.kind, f.name, coalesce(o.slug, s.slug) as slug, f.status, f.city, f.state, f.time_zone, f.version
    from public.facilities f left join public.organizations o on o.id = f.id left join public.sites s on s.id = f.id
    where f.id in (select app.facility_scope(${rootId})) and ${opens(sql`${rootId}`)}`.execute(tx)
  return rows
}

/** The upcoming shifts at a facility and below it, for those who manage it. */
export async function upcomingShifts(tx: Tx, id: string): Promise<(AffectedShift & { school_id: string })[]> {
  const { rows } = await sql<AffectedShift & { school_id: string }>`
    select x.id, x.title, x.date, to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time,
      x.capacity, x.status, x.school_id, x.school_name, x.unit_id, x.unit_name from ${upcomingShiftsAt(sql`${id}`)} x
    order by x.unit_name, x.unit_id, x.starts_at, x.school_name, x.id`.execute(tx)
  return rows
}

/**
 * The active units that the caller manages and that shifts of a facility can move to: for a unit, those of its site; for a site or
 * organization, those of the whole organization outside it.
 */
export async function moveTargets(
  tx: Tx,
  id: string,
): Promise<{ id: string; name: string; max_students_per_shift: number }[]> {
  const { rows } = await sql<{ id: string; name: string; max_students_per_shift: number }>`
    with recursive above as (
      select f.id, f.parent_id, 0 as up from public.facilities f where f.id = ${id}::uuid
      union all select p.id, p.parent_id, a.up + 1 from above a join public.facilities p on p.id = a.parent_id
    ), node as materialized (
      select f.kind, f.time_zone, case when f.kind = 'unit' then f.parent_id else (select a.id from above a order by a.up desc limit 1) end as around
      from public.facilities f where f.id = ${id}::uuid
    ), below as materialized (select s.id from app.facility_scope(${id}::uuid) s (id)),
    beside as materialized (select s.id from app.facility_scope((select n.around from node n)) s (id) except select b.id from below b),
    offered as materialized (
      select f.id, f.parent_id, f.name from beside b join public.facilities f on f.id = b.id join node n on n.time_zone = f.time_zone
      where f.kind = 'unit' and f.status = 'active'
    )
    select f.id, case when n.kind = 'unit' then f.name else p.name || ' › ' || f.name end as name, u.max_students_per_shift
    from offered f join public.units u on u.id = f.id join public.facilities p on p.id = f.parent_id cross join node n
    where app.manages_facility(f.id)
    order by p.name, f.name, f.id`.execute(tx)
  return rows
}

export type Operations = {
  counts: { organizations: number; sites: number; units: number; paused: number }
  paused: {
    id: string
    name: string
    path: string
    since: string | null
    reason: string | null
    upcoming_shifts: number
  }[]
  blackouts: (Blackout & { id: string; name: string; path: string })[]
  events: FacilityEvent[]
}

/** What needs attention across all facilities: paused units, days off within 60 days, and the latest events. */
export async function getOperations(tx: Tx): Promise<Operations> {
  const counts = await sql<Operations['counts']>`
    select count(*) filter (where kind = 'organization') as organizations, count(*) filter (where kind = 'site') as sites,
      count(*) filter (where kind = 'unit') as units, count(*) filter (where status = 'paused') as paused
    from public.facilities where status in ('active', 'paused')`.execute(tx)
  const paused = await sql<Operations['paused'][number]>`
    select f.id, f.name, ${pathTo(sql`f.id`)} as path, e.at as since, e.reason, (select count(*)::integer from ${upcomingShiftsAt(sql`f.id`)} x) as upcoming_shifts
    from public.facilities f left join lateral (select e.at, e.reason from public.facility_events e
      where e.facility_id = f.id and e.to_status = 'paused' order by e.at desc, e.id desc limit 1) e on true
    where f.status = 'paused' order by e.at nulls first, f.name limit 50`.execute(tx)
  const blackouts = await sql<Operations['blackouts'][number]>`
    select f.id, f.name, ${pathTo(sql`f.id`)} as path, b ->> 'from' as "from", b ->> 'to' as "to", b ->> 'reason' as reason
    from public.units u join public.facilities f on f.id = u.id, jsonb_array_elements(u.blackout) b
    where f.status in ('active', 'paused') and (b ->> 'to')::date >= (now() at time zone f.time_zone)::date
      and (b ->> 'from')::date <= (now() at time zone f.time_zone)::date + 60
    order by b ->> 'from', f.name limit 50`.execute(tx)
  const events =
    await sql<FacilityEvent>`select ${eventColumns} order by e.at desc, e.id desc limit 30`.execute(tx)
  return { counts: counts.rows[0]!, paused: paused.rows, blackouts: blackouts.rows, events: events.rows }
}

/** The ancestors' names of several nodes, by node id. */
export async function pathsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; path: string }>`
    select i.id, ${pathTo(sql`i.id`)} as path from unnest(${ids}::uuid[]) i(id)`.execute(tx)
  return new Map(rows.map(({ id, path }) => [id, path]))
}
