import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { AdminToValidate, NodeToValidate } from '../../rules/hierarchy.ts'

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
        or (f.status in ('active', 'paused') and (f.kind = 'unit' and p.time_zone <> f.time_zone or p.status in ('archived', 'closed') or (u.capacity_windows <> '[]'
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
