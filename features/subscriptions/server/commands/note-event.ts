import type { Tx } from '#platform/server/db.ts'

type Noted = {
  school_id: string
  kind: string
  details?: object
  actor_id?: string | null
  reason?: string | null
}

/** Adds lines to the history of subscriptions; none is ever changed. */
export async function noteEvents(tx: Tx, events: readonly Noted[]): Promise<void> {
  if (events.length === 0) return
  await tx
    .insertInto('billing_events')
    .values(
      events.map(({ details = {}, actor_id = null, reason = null, ...event }) => ({
        ...event,
        details: JSON.stringify(details),
        actor_id,
        reason,
      })),
    )
    .execute()
}
