import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

/** Maximum number of names loaded, including for closer zoom levels. */
const MAX_TOWNS = 150

/** The cities with the most ZIP codes in a box of degrees, each at the average location of its ZIP codes. */
export async function findTowns(
  tx: Tx,
  { south, north, west, east }: { south: number; north: number; west: number; east: number },
): Promise<[string, number, number][]> {
  const { rows } = await sql<{ city: string; latitude: number; longitude: number }>`
    select z.city, round(avg(z.latitude)::numeric, 4)::float8 as latitude, round(avg(z.longitude)::numeric, 4)::float8 as longitude
    from public.postal_codes z where z.latitude between ${south} and ${north} and z.longitude between ${west} and ${east}
    group by z.city, z.state order by count(*) desc, z.city limit ${MAX_TOWNS}`.execute(tx)
  return rows.map(({ city, latitude, longitude }) => [city, latitude, longitude])
}
