import { ORPCError } from '@orpc/server'
import { sql, type UpdateObject } from 'kysely'
import type { DB } from '#database/tables.gen.ts'
import type { Tx } from '#platform/server/db.ts'
import type { PartnershipStatus } from '../../contract.ts'

/** A partnership after a command. */
export type Changed = { id: string; status: PartnershipStatus; version: number }

/**
 * Writes what a command changed, and why. PostgreSQL refuses a step or column that is not this party's, sets the facts of the step and the
 * version, and writes the history entry with `details`.
 */
export async function writePartnership(
  tx: Tx,
  { id, reason = null }: { id: string; reason?: string | null },
  changes: UpdateObject<DB, 'partnerships'>,
  details: object = {},
): Promise<Changed> {
  const written = await tx
    .updateTable('partnerships')
    .set(changes)
    .where('id', '=', id)
    // Set in the same statement as the update, because the triggers read both.
    .where(
      sql<boolean>`(select set_config('app.reason', ${reason ?? ''}, true) || set_config('app.event_details', ${JSON.stringify(details)}, true)) is not null`,
    )
    .returning(['id', 'status', 'version'])
    .executeTakeFirst()
  if (!written) throw new ORPCError('FORBIDDEN', { message: 'You may not do this.' })
  return written as Changed
}
