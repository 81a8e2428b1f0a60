import { sql } from 'kysely'
import { refusal, refuseIf } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationRefusals } from '../../messages.ts'
import { eventsFor } from '../../rules.ts'

/** Sets whether the caller also gets an event by email. */
export async function setPreference(
  tx: Tx,
  role: Role,
  { type, by_email }: { type: string; by_email: boolean },
): Promise<void> {
  const isTheirs = eventsFor(role).some((event) => event.type === type)
  refuseIf(notificationRefusals, isTheirs ? null : refusal('notification_event.not_found'))
  await tx
    .insertInto('notification_preferences')
    .values({ user_id: sql<string>`(select app.uid())`, type, by_email })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'type']).doUpdateSet({ by_email, updated_at: sql<string>`now()` }),
    )
    .execute()
}
