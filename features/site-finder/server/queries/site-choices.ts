import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function siteChoices(tx: Tx): Promise<{ states: string[]; site_types: string[] }> {
  const { rows } = await sql<{ states: string[]; site_types: string[] }>`
    select array(select distinct f.state from public.facilities f where f.kind = 'site' and f.state is not null order by 1) as states,
      array(select distinct s.site_type from public.sites s where s.site_type is not null order by 1) as site_types`.execute(
    tx,
  )
  return rows[0]!
}
