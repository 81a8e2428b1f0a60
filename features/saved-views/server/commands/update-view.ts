import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import { closeDefault, lockViews } from './lock-views.ts'

export async function updateView(
  tx: Tx,
  userId: string,
  { id, ...change }: { id: string; name?: string | undefined; is_default?: boolean | undefined },
): Promise<boolean> {
  if (change.is_default) {
    await lockViews(tx, userId)
    const view = await tx.selectFrom('saved_views').select('page').where('id', '=', id).executeTakeFirst()
    if (view) await closeDefault(tx, view.page)
  }
  const { numUpdatedRows } = await tx
    .updateTable('saved_views')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

export async function exists(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom('saved_views').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}
