import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { FoundSchool } from '../../contract.ts'

/** Active schools by name, and the one of this id first: what is chosen keeps its name. */
export async function findSchools(
  tx: Tx,
  { search, id }: { search: string; id?: string | undefined },
): Promise<FoundSchool[]> {
  const fits = tx
    .selectFrom('schools as s')
    .select(['s.id', 's.name', sql<string>`concat_ws(', ', s.city, s.state)`.as('path')])
  const found = await fits
    .where('s.is_active', '=', true)
    .where('s.name', 'ilike', containing(search))
    .orderBy('s.name')
    .orderBy('s.id')
    .limit(20)
    .execute()
  if (!id || found.some((school) => school.id === id)) return found
  return [...(await fits.where('s.id', '=', id).execute()), ...found]
}
