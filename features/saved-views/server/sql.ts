import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SavedView } from '../contract.ts'

/** The person's own: row-level security shows no others. */
export async function list(tx: Tx): Promise<SavedView[]> {
  return await tx
    .selectFrom('saved_views')
    .select(['id', 'page', 'name', 'search', 'is_default'])
    .orderBy('page')
    .orderBy(sql`lower(name)`)
    .execute()
}

/** Saves a view under the id that the browser chose; false when the id is someone else's. */
export async function create(tx: Tx, userId: string, view: SavedView): Promise<boolean> {
  const { rows } = await sql`
    insert into public.saved_views (id, user_id, page, name, search, is_default)
    values (${view.id}, ${userId}, ${view.page}, ${view.name}, ${view.search}, ${view.is_default})
    on conflict (id) do nothing returning id`.execute(tx)
  return rows.length > 0 || (await exists(tx, view.id))
}

export async function update(
  tx: Tx,
  { id, ...change }: { id: string; name?: string | undefined; is_default?: boolean | undefined },
): Promise<boolean> {
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
