import { sql } from 'kysely'
import { parseClockTime } from '#core/clock-time.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Delivery } from '../../contract.ts'

/** When the caller wants copies of notifications emailed; null if they never chose. */
export async function getDelivery(tx: Tx): Promise<Delivery | null> {
  const chosen = await tx
    .selectFrom('delivery_preferences')
    .select(['digest_at', 'quiet_from', 'quiet_until', 'time_zone'])
    .where('user_id', '=', sql<string>`(select app.uid())`)
    .executeTakeFirst()
  return (
    (chosen && {
      time_zone: chosen.time_zone,
      digest_at: clock(chosen.digest_at),
      quiet_from: clock(chosen.quiet_from),
      quiet_until: clock(chosen.quiet_until),
    }) ??
    null
  )
}

const clock = (time: string | null) => time && parseClockTime(time)
