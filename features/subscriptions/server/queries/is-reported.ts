import type { Tx } from '#platform/server/db.ts'

/** True when this event of the payment provider is already known. */
export async function isReported(tx: Tx, eventId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('billing_events')
    .select('id')
    .where('provider_event_id', '=', eventId)
    .executeTakeFirst()
  return found !== undefined
}
