import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { PreceptorRequirement } from '../../rules.ts'

/** All known requirements of boards for preceptors. */
export async function listRequirements(tx: Tx): Promise<PreceptorRequirement[]> {
  const { rows } = await sql<PreceptorRequirement>`
    select r.jurisdiction, r.level, r.effective_from, r.effective_to, r.license_types, r.min_years_experience::float8 as min_years_experience,
      r.min_years_in_setting::float8 as min_years_in_setting, r.needs_orientation, r.max_students, r.source_url
    from public.preceptor_requirements r`.execute(tx)
  return rows
}
