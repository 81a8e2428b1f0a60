import { sql, type UpdateObject } from 'kysely'
import type { DB } from '#database/tables.gen.ts'
import type { Tx } from '#platform/server/db.ts'

/**
 * Writes the same change to several shifts, with one reason in their trails. PostgreSQL writes the trail and refuses an invalid transition.
 */
export async function setByCalendar(
  tx: Tx,
  shifts: readonly { id: string }[],
  changes: UpdateObject<DB, 'shifts'>,
  reason = '',
): Promise<void> {
  await tx
    .updateTable('shifts')
    .set(changes)
    .where('id', '=', sql<string>`any (${shifts.map(({ id }) => id)}::uuid[])`)
    .where(sql<boolean>`set_config('app.reason', ${reason}, true) is not null`)
    .where(sql<boolean>`set_config('app.event_details', '{}', true) is not null`)
    .execute()
}
