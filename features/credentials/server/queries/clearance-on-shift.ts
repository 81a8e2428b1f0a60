import type { Tx } from '#platform/server/db.ts'
import type { ClearanceBrief } from '../../contract.ts'
import { briefOf } from '../../rules.ts'
import { findClearance } from './clearance-facts.ts'
import { findSpan } from './find-spans.ts'

/**
 * The clearance of people for a shift through the last day of its rotation,
 * computed now; leaves out people the caller may not know about.
 */
export async function clearanceOnShift(
  tx: Tx,
  shiftId: string,
  people: readonly string[],
): Promise<Map<string, ClearanceBrief>> {
  const span = people.length > 0 ? await findSpan(tx, shiftId) : undefined
  if (!span) return new Map()
  const { facility_ids, date: first, last, today } = span
  const found = await findClearance(
    tx,
    people.map((id) => ({ person_id: id, facility_ids, first, last })),
    { shiftId },
  )
  return new Map(found.map(({ person_id: id, ...clearance }) => [id, briefOf(clearance, today)]))
}
