import type { Problem } from '#features/matching/server/public.ts'
import { findWishlists } from '#features/wishlists/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Changes } from '../../contract.ts'
import { changesSince, DECLARED } from '../../rules.ts'
import { loadStudents } from './load-facts.ts'

/** What changed since a run was given its problem: choices, declarations, decisions, and who takes part. */
export async function findChanges(tx: Tx, campaignId: string, problem: Problem): Promise<Changes> {
  const [wishlist] = await findWishlists(tx, campaignId)
  const conflicts = Map.groupBy(
    problem.forbidden.filter(({ reason }) => reason === DECLARED),
    ({ student }) => student,
  )
  const then = problem.students.map(({ id, choices, hardship }) => ({
    id,
    choices,
    is_hardship: hardship ?? false,
    conflicts: (conflicts.get(id) ?? []).map(({ option }) => ({ option_id: option! })),
  }))
  return changesSince(then, await loadStudents(tx, wishlist!))
}

type Pair = { student_id: string; option_id: string }

/** Which options a student has declared a conflict with by now that the school has not allowed. */
export async function findConflicts(tx: Tx, campaignId: string): Promise<(pair: Pair) => boolean> {
  const [wishlist] = await findWishlists(tx, campaignId)
  const declared = new Set(
    (await loadStudents(tx, wishlist!)).flatMap(({ id, conflicts }) =>
      conflicts.map(({ option_id }) => `${id} ${option_id}`),
    ),
  )
  return ({ student_id, option_id }) => declared.has(`${student_id} ${option_id}`)
}
