import { ORPCError } from '@orpc/server'
import { sql, type UpdateObject } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { DB } from '#database/tables.gen.ts'
import type { LockedShift } from '../queries/row-for-update.ts'

/**
 * Why a shift is written, and what its line says next to the difference. `isPart` of a command on something else: the reason is that of
 * the line alone, and the command keeps its own.
 */
type Said = { reason?: string | null; details?: object; isPart?: boolean }

/**
 * Writes what a command changed on a shift, and why. PostgreSQL refuses a step that is not this party's, counts the version on and
 * writes the line of the trail itself; what that line tells next to the difference is in `details`. Returns the shift as it is now.
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
    // In the same statement, so that the row is written knowing why: the triggers read both.
    .where(sql<boolean>`(select ${why} || set_config('app.event_details', ${line}, true)) is not null`)
    .returning(['id', 'version', 'status', 'seats'])
    .executeTakeFirst()
  if (!written) throw new ORPCError('FORBIDDEN', { message: 'You may not do this.' })
  return written
}
