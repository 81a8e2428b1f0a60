import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { SavedView } from '../../contract.ts'

/** The person's own views: row-level security shows no others. */
export async function listViews(tx: Tx): Promise<SavedView[]> {
  return await tx
    .selectFrom('saved_views')
    .select(['id', 'page', 'name', 'search', 'is_default'])
    .orderBy('page')
    .orderBy(sql`lower(name)`)
    .execute()
}
