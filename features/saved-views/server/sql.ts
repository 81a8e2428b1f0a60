import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SavedView } from '../contract.ts'
import { savedViewRefusals } from '../messages.ts'
import { MOST_VIEWS } from '../rules.ts'

/** The person's own: row-level security shows no others. */
export async function list(tx: Tx): Promise<SavedView[]> {
  return await tx
    .selectFrom('saved_views')
    .select(['id', 'page', 'name', 'search', 'is_default'])
    .orderBy('page')
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Saves a view under the id that the browser chose, in the first position that is free; false when the id is someone else's. */
export async function create(tx: Tx, userId: string, view: SavedView): Promise<boolean> {
  await lockViews(tx, userId)
  if (await exists(tx, view.id)) return true
  const taken = new Set(
    (await tx.selectFrom('saved_views').select('position').execute()).map(({ position }) => position),
  )
  const position = Array.from({ length: MOST_VIEWS }, (_, at) => at + 1).find((free) => !taken.has(free))
  if (position === undefined) return refuse(savedViewRefusals, refusal('view.too_many', { most: MOST_VIEWS }))
  if (view.is_default) await closeDefault(tx, view.page)
  const { numInsertedOrUpdatedRows: added } = await tx
    .insertInto('saved_views')
    .values({ ...view, user_id: userId, position })
    .onConflict((known) => known.column('id').doNothing())
    .executeTakeFirstOrThrow()
  return added === 1n
}

/** Until the end of the transaction no one else saves a view of this person. */
const lockViews = (tx: Tx, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('saved views'), hashtext(${userId}))`.execute(tx)

/** A page opens with one view, the last that was chosen. */
async function closeDefault(tx: Tx, page: string): Promise<void> {
  await tx
    .updateTable('saved_views')
    .set({ is_default: false })
    .where('page', '=', page)
    .where('is_default', '=', true)
    .execute()
}

export async function update(
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

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute()
}

async function exists(tx: Tx, id: string): Promise<boolean> {
  return (
    (await tx.selectFrom('saved_views').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
  )
}
