import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'
import { loadApplicants } from '../queries/list-to-rank.ts'

/** Saves a facility's or preceptor's ranking of students, best first, replacing the previous one. */
export async function rankStudents(
  tx: Tx,
  { id, keys }: { id: string; keys: readonly string[] },
): Promise<void> {
  const rows = (await loadApplicants(tx)).get(id) ?? []
  const students = new Map(rows.map((row) => [row.key, row.student_id]))
  const order = keys.flatMap((key) => students.get(key) ?? [])
  if (rows.length === 0 || order.length < keys.length || new Set(order).size < order.length)
    refuse(wishlistRefusals, refusal('wishlist.not_to_rank'))
  await tx.updateTable('wishlist_options').set({ student_order: order }).where('id', '=', id).execute()
}
