import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

type Noted = {
  school_id: string
  kind: string
  details?: object
  actor_id?: string | null
  reason?: string | null
}

/**
 * Adds lines to the history of subscriptions; none is ever changed. Everything that changes a school's standing is recorded here, so every
 * server is notified once this commits, and clears its cached standing.
 */
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
  const schools = events.map(({ school_id: id }) => id)
  await sql`select pg_notify('billing_changed', s) from unnest(${schools}::text[]) s`.execute(tx)
}
