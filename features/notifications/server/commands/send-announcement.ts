import { sql } from 'kysely'
import { refusal, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Audience } from '../../contract.ts'
import { notificationRefusals } from '../../messages.ts'
import { type Announcement, resendBlocker } from '../../rules.ts'
import { countAudience, targetOf } from '../queries/count-audience.ts'

type Input = {
  id: string
  audience: Audience
  title: string
  message: string
  action_url: string | null
  by_email: boolean
}

/**
 * Sends an announcement once: the browser chooses its id, and the same id again changes nothing. The worker notifies people
 * (`beginAnnouncement`). Returns how many it is for.
 */
export async function sendAnnouncement(tx: Tx, { id, audience, ...words }: Input): Promise<number> {
  const announcement: Announcement = { ...targetOf(audience), ...words }
  const { people } = await countAudience(tx, audience, words.by_email)
  const added = await tx
    .insertInto('notification_broadcasts')
    .values({ id, ...announcement, sent_by: sql<string>`app.real_uid()`, expected_count: people })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) {
    const known = await tx
      .selectFrom('notification_broadcasts')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    refuseIf(notificationRefusals, resendBlocker(known, announcement))
    return known.expected_count
  }
  refuseIf(notificationRefusals, people === 0 ? refusal('announcement.reaches_no_one') : null)
  return people
}
