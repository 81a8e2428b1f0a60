import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import { type Asked, found, milesFrom } from './find-sites.ts'

const MAX_POINTS = 2_000

export async function sitePoints(
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
    ${found(asked)} and s.latitude is not null order by ${order} limit ${MAX_POINTS}`.execute(tx)
  return {
    points: rows.map(({ id, name, latitude, longitude }) => [id, name, latitude, longitude]),
    total: rows[0]?.total ?? 0,
  }
}
