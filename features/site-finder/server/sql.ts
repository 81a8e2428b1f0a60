import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containingWords } from '#platform/server/like.ts'
import type { FoundSite, Origin, SiteFilter, SiteSort } from '../contract.ts'
import { boxAround } from '../rules.ts'

export const PAGE_SIZE = 25
const MOST_POINTS = 2_000

/** Where a ZIP code lies; nothing when there is no such code. */
export async function originOf(tx: Tx, zip: string): Promise<Origin | undefined> {
  const { rows } = await sql<Origin>`
    select postal_code as zip, city, state, latitude, longitude from public.postal_codes where postal_code = ${zip}`.execute(
    tx,
  )
  return rows[0]
}

type Asked = { filter: SiteFilter; origin: Origin | undefined }

/**
 * The sites that answer to the filter; archived ones are none to ask, and archiving an organization archives its sites.
 * What was not asked for is no condition, and details that no one asks about are not joined (PostgreSQL leaves them out).
 */
function found({ filter, origin }: Asked) {
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

/** The box first, which the index finds; then the circle in it. */
function inReach(origin: Origin, miles: number) {
  const { south, north, west, east } = boxAround(origin, miles)
  return sql`s.latitude between ${south} and ${north} and s.longitude between ${west} and ${east}
    and ${milesFrom(origin)} <= ${miles}`
}

function milesFrom(origin: Origin) {
  return sql`app.miles_between(${origin.latitude}, ${origin.longitude}, s.latitude, s.longitude)`
}

const seats = sql`(select coalesce(sum(u.max_students_per_shift), 0)::integer from public.facilities n join public.units u on u.id = n.id
  where n.parent_id = f.id and n.kind = 'unit' and n.status = 'active')`

/** One page of what is found, the nearest first where there is somewhere to be near to. */
export async function find(
  tx: Tx,
  asked: Asked & { sort: SiteSort; dir: 'asc' | 'desc'; page: number },
): Promise<{ rows: FoundSite[]; total: number }> {
  const { origin, sort, dir, page } = asked
  const distance = origin ? milesFrom(origin) : sql`null::double precision`
  const by = { distance, name: sql`f.name`, city: sql`f.city`, seats }[sort]
  const way = sql.raw(dir)
  // No name is missing, and names have an index in this order: a page of them is all that is read.
  const order = sort === 'name' ? sql`f.name ${way}, f.id ${way}` : sql`${by} ${way} nulls last, f.name, f.id`
  // Only what the order needs is worked out for all that is found; the rest for the page.
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

export async function points(
  tx: Tx,
  asked: Asked,
): Promise<{ points: [string, string, number, number][]; total: number }> {
  const order = asked.origin ? sql`${milesFrom(asked.origin)}, f.id` : sql`f.name, f.id`
  const { rows } = await sql<{
    id: string
    name: string
    latitude: number
    longitude: number
    total: number
  }>`
    select f.id, f.name, s.latitude, s.longitude, count(*) over ()::integer as total
    ${found(asked)} and s.latitude is not null order by ${order} limit ${MOST_POINTS}`.execute(tx)
  return {
    points: rows.map(({ id, name, latitude, longitude }) => [id, name, latitude, longitude]),
    total: rows[0]?.total ?? 0,
  }
}

export async function choices(tx: Tx): Promise<{ states: string[]; site_types: string[] }> {
  const { rows } = await sql<{ states: string[]; site_types: string[] }>`
    select array(select distinct f.state from public.facilities f where f.kind = 'site' and f.state is not null order by 1) as states,
      array(select distinct s.site_type from public.sites s where s.site_type is not null order by 1) as site_types`.execute(
    tx,
  )
  return rows[0]!
}

/** So many names there are to choose from, closer views included. */
const MOST_TOWNS = 150

/** The towns with most ZIP codes in a box of degrees, each where its ZIP codes lie on average. */
export async function towns(
  tx: Tx,
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
): Promise<[string, number, number][]> {
  const { rows } = await sql<{ city: string; latitude: number; longitude: number }>`
    select z.city, round(avg(z.latitude)::numeric, 4)::float8 as latitude, round(avg(z.longitude)::numeric, 4)::float8 as longitude
    from public.postal_codes z where z.latitude between ${south} and ${north} and z.longitude between ${west} and ${east}
    group by z.city, z.state order by count(*) desc, z.city limit ${MOST_TOWNS}`.execute(tx)
  return rows.map(({ city, latitude, longitude }) => [city, latitude, longitude])
}
