import { findActor } from '#platform/server/actor-identity.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ClearanceBrief } from '../../contract.ts'
import { briefOf } from '../../rules.ts'
import { findClearance } from './clearance-facts.ts'
import { findSpans } from './find-spans.ts'

/**
 * The caller's own clearance for each of some shifts that they may see, with a seat or
 * without; the number of statements does not depend on the number of shifts.
 */
export async function ownClearance(
  tx: Tx,
  shiftIds: readonly string[],
): Promise<(ClearanceBrief & { shift_id: string })[]> {
  const [spans, { id }] = await Promise.all([findSpans(tx, shiftIds), findActor(tx)])
  const looks = spans.map(({ facility_ids, date: first, last }) => ({
    person_id: id,
    facility_ids,
    first,
    last,
  }))
  const found = await findClearance(tx, looks)
  // One result for each span, in order: students may always read their own clearance.
  return found.map((clearance, at) => {
    const { shift_id, today } = spans[at]!
    return { shift_id, ...briefOf(clearance, today) }
  })
}
