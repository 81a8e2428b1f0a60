import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'
import { loadApplicants } from '../queries/list-to-rank.ts'

/** Saves a facility's or preceptor's ranking of students, best first, replacing the previous one; with `seen`, only that one. */
export async function rankStudents(
  tx: Tx,
  { id, keys, seen }: { id: string; keys: readonly string[]; seen?: readonly string[] | undefined },
): Promise<void> {
  const rows = (await loadApplicants(tx)).get(id) ?? []
  const students = new Map(rows.map((row) => [row.key, row.student_id]))
  const order = keys.flatMap((key) => students.get(key) ?? [])
  if (rows.length === 0 || order.length < keys.length || new Set(order).size < order.length)
    refuse(wishlistRefusals, refusal('wishlist.not_to_rank'))
  if (seen) await refuseUnseen(tx, id, { rows, lists: [seen, keys] })
  await tx.updateTable('wishlist_options').set({ student_order: order }).where('id', '=', id).execute()
}

type Lists = { rows: readonly { key: string; student_id: string }[]; lists: (readonly string[])[] }

/** Refuses unless the ranking is one of these: the one that is replaced or, if an answer was lost, the one sent. */
async function refuseUnseen(tx: Tx, id: string, { rows, lists }: Lists): Promise<void> {
  const { student_order: now } = await tx
    .selectFrom('wishlist_options')
    .select('student_order')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const keyOf = new Map(rows.map((row) => [row.student_id, row.key]))
  const keys = now.flatMap((student) => keyOf.get(student) ?? []).join()
  if (!lists.some((list) => list.join() === keys)) refuse(wishlistRefusals, refusal('wishlist.not_to_rank'))
}
