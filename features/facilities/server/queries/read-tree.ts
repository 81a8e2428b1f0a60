/** The hierarchy of facilities: level by level, searched, and whole. */
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containingWords } from '#platform/server/like.ts'
import type { FacilityKind, FacilityStatus, TreeNode } from '../../contract.ts'
import { treePageSize } from '../../rules.ts'
import { managesFacility, ownRoot } from './find-facility.ts'
import { opens } from './in-sql.ts'

/** The part of the hierarchy to show; all of it without a root. */
export type TreeScope = { rootId: string | null; archived: boolean }

/** What the caller looks at: everything, their own part, or the node they named; undefined if they don't manage it. */
export async function scopeOf(
  tx: Tx,
  { root_id: rootId, archived }: { root_id?: string | undefined; archived: boolean },
  belowId?: string,
): Promise<TreeScope | undefined> {
  for (const id of [rootId, belowId]) if (id && !(await managesFacility(tx, id))) return undefined
  return { rootId: rootId ?? (await ownRoot(tx)), archived }
}

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
