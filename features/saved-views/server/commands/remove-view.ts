import type { Tx } from '#platform/server/db.ts'

export async function removeView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('id', '=', id).execute()
}
