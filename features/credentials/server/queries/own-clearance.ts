import { findAsker } from '#platform/server/asker.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ClearanceBrief } from '../../contract.ts'
import { briefOf } from '../../rules.ts'
import { findClearance } from './clearance-facts.ts'
import { findSpans } from './find-spans.ts'

/** The asker's own clearance for each of some shifts that they may see, with a seat or without: in as many statements as for one. */
export async function ownClearance(
  tx: Tx,
  shiftIds: readonly string[],
): Promise<(ClearanceBrief & { shift_id: string })[]> {
  const [spans, { id }] = await Promise.all([findSpans(tx, shiftIds), findAsker(tx)])
  const looks = spans.map(({ facility_ids, date: first, last }) => ({
    person_id: id,
    facility_ids,
    first,
    last,
  }))
  const found = await findClearance(tx, looks)
  // One answer for each look, in their order: a student who asks for themself is known.
  return found.map((clearance, at) => ({ shift_id: spans[at]!.shift_id, ...briefOf(clearance) }))
}
