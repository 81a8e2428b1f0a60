import { refusal, refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SavedView } from '../../contract.ts'
import { savedViewRefusals } from '../../messages.ts'
import { MAX_VIEWS } from '../../rules.ts'
import { closeDefault, lockViews } from './lock-views.ts'
import { exists } from './update-view.ts'

/** Saves a view under the browser's id in the first free position; returns false if the id is someone else's. */
export async function createView(tx: Tx, userId: string, view: SavedView): Promise<boolean> {
  await lockViews(tx, userId)
  if (await exists(tx, view.id)) return true
  const taken = new Set(
    (await tx.selectFrom('saved_views').select('position').execute()).map(({ position }) => position),
  )
  const position = Array.from({ length: MAX_VIEWS }, (_, at) => at + 1).find((free) => !taken.has(free))
  if (position === undefined) return refuse(savedViewRefusals, refusal('view.too_many', { most: MAX_VIEWS }))
  if (view.is_default) await closeDefault(tx, view.page)
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('saved_views')
    .values({ ...view, user_id: userId, position })
    .onConflict((known) => known.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return added === 1n
}
