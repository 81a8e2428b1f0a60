import type { Tx } from '#platform/server/db.ts'
import { noteEvents } from './note-event.ts'

/** Begins the trial of a school that was just created, in the same transaction, so that no school is without one. */
export async function beginTrial(tx: Tx, schoolId: string, actorId: string): Promise<void> {
  const begun = await tx
    .insertInto('subscriptions')
    .values({ school_id: schoolId })
    .onConflict((conflict) => conflict.column('school_id').doNothing())
    .returning('trial_ends_at')
    .executeTakeFirst()
  if (!begun) return
  const details = { until: begun.trial_ends_at }
  await noteEvents(tx, [{ school_id: schoolId, kind: 'trial_started', actor_id: actorId, details }])
}
