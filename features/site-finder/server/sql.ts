import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
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

/** The sites that answer to the filter; archived ones are no places to ask. */
function found({ filter, origin }: Asked) {
  const words = filter.q.replace(/[\\%_]/g, '\\$&')
  const like = `%${words}%`
  const near = origin && filter.within !== undefined ? inReach(origin, filter.within) : sql`true`
  return sql`
    from public.facilities f
    join public.sites s on s.id = f.id
    join public.facilities o on o.id = f.parent_id
    where f.kind = 'site' and f.status = 'active' and o.status = 'active'
      and (${filter.q} = '' or f.name ilike ${like} or o.name ilike ${like} or f.city ilike ${like})
      and (${filter.state ?? null}::text is null or f.state = ${filter.state ?? null})
      and (${filter.city ?? null}::text is null or lower(f.city) = lower(${filter.city ?? null}))
      and (${filter.site_type ?? null}::text is null or s.site_type = ${filter.site_type ?? null})
      and (${filter.specialty ?? null}::text is null or exists (
        select 1 from public.facilities n join public.units u on u.id = n.id
        where n.parent_id = f.id and n.status = 'active' and u.specialty = ${filter.specialty ?? null}))
      and ${near}`
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

const orders: Record<SiteSort, string> = {
  distance: 'distance_miles',
  name: 'f.name',
  city: 'f.city',
  places: 'places',
}

/** One page of what is found, the nearest first where there is somewhere to be near to. */
export async function find(
  tx: Tx,
  asked: Asked & { sort: SiteSort; dir: 'asc' | 'desc'; page: number },
): Promise<{ rows: FoundSite[]; total: number }> {
  const { origin, sort, dir, page } = asked
  const distance = origin ? milesFrom(origin) : sql`null::double precision`
  // Both are words of the contract, never what somebody typed.
  const order = sql.raw(`${orders[sort]} ${dir} nulls last, f.name, f.id`)
  const { rows } = await sql<FoundSite & { total: number }>`
    with page as (
      select f.id, count(*) over () as total, ${distance} as distance_miles,
        (select coalesce(sum(u.max_students_per_shift), 0) from public.facilities n join public.units u on u.id = n.id
          where n.parent_id = f.id and n.status = 'active') as places
      ${found(asked)}
      order by ${order} limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}
    )
    select f.id, f.name, o.id as organization_id, o.name as organization_name, f.city, f.state, s.postal_code, s.site_type,
      s.latitude, s.longitude, round(p.distance_miles::numeric, 1)::double precision as distance_miles, p.places::integer as places,
      p.total::integer as total,
      (select count(*)::integer from public.facilities n where n.parent_id = f.id and n.kind = 'unit' and n.status = 'active') as units,
      array(select distinct u.specialty from public.facilities n join public.units u on u.id = n.id
        where n.parent_id = f.id and n.status = 'active' order by 1) as specialties
    from page p join public.facilities f on f.id = p.id join public.sites s on s.id = f.id join public.facilities o on o.id = f.parent_id
    order by ${sql.raw(`${orders[sort].replace('distance_miles', 'p.distance_miles').replace('places', 'p.places')} ${dir} nulls last, f.name, f.id`)}`.execute(
    tx,
  )
  return {
    rows,
    total: rows[0]?.total ?? (await count(tx, asked, page)),
  }
}

/** Past the last page there is no row that could tell how many there are. */
async function count(tx: Tx, asked: Asked, page: number): Promise<number> {
  if (page === 1) return 0
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n ${found(asked)}`.execute(tx)
  return rows[0]?.n ?? 0
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
