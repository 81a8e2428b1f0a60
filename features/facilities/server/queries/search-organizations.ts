import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containingWords } from '#platform/server/like.ts'
import type { OrganizationFilter, OrganizationRow } from '../../contract.ts'

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
    select f.id, o.slug, f.name, o.organization_type, a.name as parent_name, a.status as parent_status, f.city, f.state, f.status, c.site_count, c.unit_count, f.version
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
