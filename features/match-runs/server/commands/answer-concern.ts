import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, runRefusals } from '../../messages.ts'

type Answer = { id: string; status: 'upheld' | 'not_upheld'; answer: string }

/** The school answers a concern, once, and the student is notified. Returns its wishlist. */
export async function answerConcern(
  tx: Tx,
  actorId: string,
  { id, status, answer }: Answer,
): Promise<string> {
  const concern = await tx
    .selectFrom('wishlist_concerns')
    .select('campaign_id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!concern) return refuse(runRefusals, refusal('concern.not_found'))
  // An answered concern cannot change: of two answers at once, the second finds no row.
  const written = await tx
    .updateTable('wishlist_concerns')
    .set({ status, answer, answered_at: sql<string>`now()`, answered_by: actorId })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returning('id')
    .execute()
  if (written.length === 0) refuse(runRefusals, refusal('concern.answered'))
  const { name, kind } = await tx
    .selectFrom('wishlist_campaigns')
    .select(['name', 'kind'])
    .where('id', '=', concern.campaign_id)
    .executeTakeFirstOrThrow()
  const values = { wishlist: name, isUpheld: status === 'upheld' }
  const notice = notification(notificationTexts, 'concern.answered', values)
  const url = `/student/wishlist/${kind}?id=${concern.campaign_id}`
  const key = `${notice.code} ${id}`
  await notifyOfRow(
    tx,
    { table: 'wishlist_concerns', id },
    { to: ['student_id'], type: 'wishlists', url, key },
    notice,
  )
  return concern.campaign_id
}
