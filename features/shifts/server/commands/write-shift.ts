import { ORPCError } from '@orpc/server'
import { sql, type UpdateObject } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { DB } from '#database/tables.gen.ts'
import type { LockedShift } from '../queries/row-for-update.ts'

/**
 * Why a shift is written, and what its trail shows besides the difference. `isPart` marks part of a command on something else: the reason
 * applies to this line only, and the command keeps its own.
 */
type Said = { reason?: string | null; details?: object; isPart?: boolean }

/**
 * Writes a command's changes to a shift, with the reason. PostgreSQL refuses transitions that are not this party's, increments the version
 * and writes the trail; `details` go into the trail next to the difference. Returns the shift as it is now.
 */
export async function writeShift(
  tx: Tx,
  { id }: Pick<LockedShift, 'id'>,
  changes: UpdateObject<DB, 'shifts'>,
  { reason = null, details = {}, isPart = false }: Said = {},
) {
  const line = JSON.stringify(isPart ? { ...details, reason } : details)
  const why = isPart ? sql`''` : sql`set_config('app.reason', ${reason?.trim() ?? ''}, true)`
  const written = await tx
    .updateTable('shifts')
    .set(changes)
    .where('id', '=', id)
    // Set in the same statement, because the triggers read both.
    .where(sql<boolean>`(select ${why} || set_config('app.event_details', ${line}, true)) is not null`)
    .returning(['id', 'version', 'status', 'seats'])
    .executeTakeFirst()
  if (!written) throw new ORPCError('FORBIDDEN', { message: 'You may not do this.' })
  return written
}
