import type { Tx } from '#platform/server/db.ts'

/** Lets slots that no one took in time expire; tests pass the time. Returns how many. */
export async function expireSlots(tx: Tx, now = new Date().toISOString()): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('open_slots')
    .set({ status: 'expired', settled_at: now })
    .where('status', '=', 'open')
    .where('starts_at', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
