import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { events, type NotificationEvent } from '../../rules.ts'

/**
 * As the worker: stops emails about an event for someone who used the link in an email; returns null if there is no such event or person.
 */
export async function stopMails(
  tx: Tx,
  { userId, event: type }: { userId: string; event: string },
): Promise<NotificationEvent | null> {
  const event = events.find((one) => one.type === type)
  if (!event) return null
  const person = await tx.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (!person) return null
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: userId, type, by_email: false })
    .onConflict((chosen) =>
      chosen.columns(['user_id', 'type']).doUpdateSet({ by_email: false, updated_at: sql`now()` }),
    )
    .execute()
  return event
}
