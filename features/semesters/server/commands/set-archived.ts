import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'

export async function setArchived(tx: Tx, id: string, isArchived: boolean): Promise<void> {
  await tx
    .updateTable('semesters')
    .set({ archived_at: isArchived ? sql<string>`now()` : null, ...(isArchived ? { is_active: false } : {}) })
    .where('id', '=', id)
    .execute()
}
