import { rosterAsFacility } from '#features/privacy/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

/**
 * How a preceptor may see the students of a shift: by name if the student
 * released it, with each read in the student's log, otherwise by number.
 */
export async function findLabels(tx: Tx, shiftId: string): Promise<Map<string, string>> {
  const roster = await rosterAsFacility(tx, shiftId)
  return new Map(roster.map(({ assignment_id: id, label }) => [id, label]))
}
