import type { Tx } from '#platform/server/db.ts'
import type { Reopening } from '../../contract.ts'

/** Each time the semester was reopened after it was closed, newest first. */
export async function listReopenings(tx: Tx, semesterId: string): Promise<Reopening[]> {
  return tx
    .selectFrom('semester_reopenings')
    .where('semester_id', '=', semesterId)
    .select(['reopened_at', 'by_name', 'reason', 'closed_at'])
    .orderBy('reopened_at', 'desc')
    .execute()
}
