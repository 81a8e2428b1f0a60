import type { Tx } from '#platform/server/db.ts'
import type { Line } from '../../rules.ts'

/** The ledger lines of one seat. */
export async function listSeatLines(tx: Tx, assignmentId: string): Promise<Line[]> {
  const lines = await tx
    .selectFrom('hours_entries')
    .select(['id', 'minutes', 'kind', 'source', 'reverses'])
    .where('assignment_id', '=', assignmentId)
    .execute()
  return lines as Line[]
}
