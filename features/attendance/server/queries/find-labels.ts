import { rosterAsFacility } from '#features/privacy/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

/**
 * What a preceptor may know the seats of a shift by: the name where the student released it, each look in the student's log, and a
 * number where not.
 */
export async function findLabels(tx: Tx, shiftId: string): Promise<Map<string, string>> {
  const roster = await rosterAsFacility(tx, shiftId)
  return new Map(roster.map(({ assignment_id: id, label }) => [id, label]))
}
