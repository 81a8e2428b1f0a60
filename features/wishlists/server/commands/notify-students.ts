import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { WishlistKind } from '../../contract.ts'

/** Notifies the students of a wishlist, those of them whose choices are missing, or the facilities of its options; returns how many. */
export async function notifyStudents(
  tx: Tx,
  { id, kind }: { id: string; kind: WishlistKind },
  { code, values }: { code: string; values: object },
  to: 'students' | 'missing' | 'partners' = 'students',
): Promise<number> {
  const url = to === 'partners' ? '/facility/wishlists' : `/student/wishlist/${kind}?id=${id}`
  const { rows } = await sql<{ notified: number }>`
    select app.notify_wishlist(${id}::uuid, ${to}, ${code}, ${JSON.stringify(values)}::jsonb, ${url}) as notified`.execute(
    tx,
  )
  return rows[0]?.notified ?? 0
}
