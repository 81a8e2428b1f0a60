import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The ones among these units that belong to the organization. */
export async function findUnits(tx: Tx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select f.id from public.facilities f where f.id = any (${ids}::uuid[]) and f.kind = 'unit'
      and f.id in (select app.facility_scope(${organizationId}::uuid))`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The sites that a partnership names. */
export async function siteIds(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('partnership_sites')
    .select('site_id')
    .where('partnership_id', '=', id)
    .execute()
  return rows.map(({ site_id: site }) => site)
}
