import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { Locked } from '../queries/shifts-to-copy.ts'

/** Reopens a closed semester; the database checks the caller again. Returns false if the version is outdated. */
export async function reopenSemester(
  tx: Tx,
  { id, version, reason }: Locked & { reason: string },
): Promise<boolean> {
  await giveReason(tx, reason.trim())
  const { numUpdatedRows } = await tx
    .updateTable('semesters')
    .set({ reopened_at: sql<string>`now()`, reopen_reason: reason.trim() })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('reopened_at', 'is', null)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** Closes a reopened semester. Returns false if the version is outdated. */
export async function closeSemester(tx: Tx, { id, version }: Locked): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('semesters')
    .set({ reopened_at: null, reopened_by: null, reopen_reason: null })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('reopened_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}
