import type { Tx } from '#platform/server/db.ts'
import { containingWords } from '#platform/server/like.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FoundSite, Origin, SiteFilter, SiteSort } from '../../contract.ts'
import { boxAround } from '../../rules.ts'

export const PAGE_SIZE = 25

export type Asked = { filter: SiteFilter; origin: Origin | undefined }

/**
 * The sites that match the filter, without archived ones; archiving an organization archives its sites. Filters that are not set add no
 * condition, and PostgreSQL leaves out joins that nothing uses.
 */
export function found({ filter, origin }: Asked) {
  const { q, state, city, site_type: type, specialty, within } = filter
  const conditions: RawBuilder<unknown>[] = [sql`f.kind = 'site' and f.status = 'active'`]
  if (q)
    conditions.push(sql`f.id in (with w as materialized (select w.id from app.find_facilities(${containingWords(q)}) w (id))
      select w.id from w union all select p.id from w join public.facilities p on p.parent_id = w.id and p.kind = 'site')`)
  if (state) conditions.push(sql`f.state = ${state}`)
  if (city) conditions.push(sql`lower(f.city) = lower(${city})`)
  if (type) conditions.push(sql`s.site_type = ${type}`)
  if (specialty)
    conditions.push(sql`exists (select 1 from public.facilities n join public.units u on u.id = n.id
      where n.parent_id = f.id and n.kind = 'unit' and n.status = 'active' and u.specialty = ${specialty})`)
  if (origin && within !== undefined) conditions.push(inReach(origin, within))
  return sql`
    from public.facilities f left join public.sites s on s.id = f.id and s.kind = 'site'
    where ${sql.join(conditions, sql` and `)}`
}

/** First the box, which uses the index; then the circle within it. */
function inReach(origin: Origin, miles: number) {
  const { south, north, west, east } = boxAround(origin, miles)
  return sql`s.latitude between ${south} and ${north} and s.longitude between ${west} and ${east}
    and ${milesFrom(origin)} <= ${miles}`
}

export function milesFrom(origin: Origin) {
  return sql`app.miles_between(${origin.latitude}, ${origin.longitude}, s.latitude, s.longitude)`
}

const seats = sql`(select coalesce(sum(u.max_students_per_shift), 0)::integer from public.facilities n join public.units u on u.id = n.id
  where n.parent_id = f.id and n.kind = 'unit' and n.status = 'active')`

/** One page of matches; the nearest first if there is an origin. */
export async function findSites(
  tx: Tx,
  asked: Asked & { sort: SiteSort; dir: 'asc' | 'desc'; page: number },
): Promise<{ rows: FoundSite[]; total: number }> {
  const { origin, sort, dir, page } = asked
  const distance = origin ? milesFrom(origin) : sql`null::double precision`
  const by = { distance, name: sql`f.name`, city: sql`f.city`, seats }[sort]
  const way = sql.raw(dir)
  // No name is missing, and an index has names in this order, so only one page is read.
  const order = sort === 'name' ? sql`f.name ${way}, f.id ${way}` : sql`${by} ${way} nulls last, f.name, f.id`
  // Only the sort columns are computed for all matches; the rest only for the page.
  const { rows } = await sql<FoundSite>`
    with page as materialized (
      select f.id, row_number() over (order by ${order}) as position ${found(asked)}
      order by ${order} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}
    )
    select f.id, f.name, o.id as organization_id, o.name as organization_name, f.city, f.state, s.postal_code, s.site_type,
      s.latitude, s.longitude, round((${distance})::numeric, 1)::double precision as distance_miles, ${seats} as seats,
      (select count(*)::integer from public.facilities n where n.parent_id = f.id and n.kind = 'unit' and n.status = 'active') as units,
      array(select distinct u.specialty from public.facilities n join public.units u on u.id = n.id
        where n.parent_id = f.id and n.kind = 'unit' and n.status = 'active' order by 1) as specialties
    from page p join public.facilities f on f.id = p.id join public.sites s on s.id = f.id join public.facilities o on o.id = f.parent_id
    order by p.position`.execute(tx)
  const total = await sql<{ n: number }>`select count(*)::integer as n ${found(asked)}`.execute(tx)
  return { rows, total: total.rows[0]!.n }
}
