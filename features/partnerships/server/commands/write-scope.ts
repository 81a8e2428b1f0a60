import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { partnershipRefusals } from '../../messages.ts'

type Scope = { all_sites: boolean; site_ids: readonly string[]; program_ids?: readonly string[] | undefined }

/**
 * Writes the sites and programs of a partnership; omitted programs stay. New rows come before old ones are deleted, because a facility
 * admin with only some sites decides only while all of the partnership's sites are theirs. PostgreSQL checks that they belong to the
 * organization and the school.
 */
export async function writeScope(
  tx: Tx,
  { id, school_id, organization_id }: { id: string; school_id: string; organization_id: string },
  { all_sites: isAll, site_ids: chosen, program_ids: programs }: Scope,
): Promise<void> {
  const sites = isAll ? [] : [...new Set(chosen)]
  if (!isAll && sites.length === 0) refuse(partnershipRefusals, refusal('partnership.no_site'))
  await refuseForeignSites(tx, organization_id, sites)
  if (sites.length > 0)
    await tx
      .insertInto('partnership_sites')
      .values(sites.map((site_id) => ({ partnership_id: id, school_id, site_id })))
      .onConflict((known) => known.doNothing())
      .execute()
  if (programs && programs.length > 0)
    await tx
      .insertInto('partnership_programs')
      .values([...new Set(programs)].map((program_id) => ({ partnership_id: id, school_id, program_id })))
      .onConflict((known) => known.doNothing())
      .execute()
  await sql`delete from public.partnership_sites where partnership_id = ${id}::uuid and site_id <> all (${sites}::uuid[])`.execute(
    tx,
  )
  if (programs)
    await sql`delete from public.partnership_programs where partnership_id = ${id}::uuid and program_id <> all (${programs}::uuid[])`.execute(
      tx,
    )
}

async function refuseForeignSites(tx: Tx, organizationId: string, sites: readonly string[]): Promise<void> {
  if (sites.length === 0) return
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from public.facilities f where f.id = any (${sites}::uuid[]) and f.kind = 'site'
      and f.id in (select app.facility_scope(${organizationId}::uuid))`.execute(tx)
  if (rows[0]!.count < sites.length) refuse(partnershipRefusals, refusal('partnership.foreign_site'))
}
