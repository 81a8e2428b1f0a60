import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/**
 * What a preceptor may know the seats of a shift by: the name where the student released it, each look in the student's log, and a
 * number where not.
 */
export async function findLabels(tx: Tx, shiftId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; label: string }>`
    select r.assignment_id as id, r.label from app.roster_as_facility(${shiftId}::uuid) r`.execute(tx)
  return new Map(rows.map(({ id, label }) => [id, label]))
}
