import { attempt } from '#platform/server/attempt.ts'
import type { Tx } from '#platform/server/db.ts'
import { isNearDeadline, notReachedRefusal } from '#platform/server/time-left.ts'
import { namesToDecide } from '../queries/list-signups.ts'
import { type ApprovalServices, decideSignup } from './decide-signup.ts'

/**
 * Approves as many as time allows, and returns why the rest were not. The longest wait first: in one order, so that two calls at once do
 * not deadlock, and so that of two new administrators the one who asked first runs the school.
 */
export async function approveSignups(
  services: ApprovalServices,
  tx: Tx,
  ids: readonly string[],
): Promise<{ approved: number; left: { id: string; full_name: string | null; reason: string }[] }> {
  const names = await namesToDecide(tx, ids)
  const left: { id: string; full_name: string | null; reason: string }[] = []
  const inOrder = [...new Set([...names.keys(), ...ids])]
  for (const [index, id] of inOrder.entries()) {
    if (index > 0 && isNearDeadline()) {
      left.push({ id, full_name: names.get(id) ?? null, reason: notReachedRefusal.message })
      continue
    }
    const { refused } = await attempt(tx, () => decideSignup(services, tx, { id, decision: 'approved' }))
    if (refused) left.push({ id, full_name: names.get(id) ?? null, reason: refused.message })
  }
  return { approved: inOrder.length - left.length, left }
}
