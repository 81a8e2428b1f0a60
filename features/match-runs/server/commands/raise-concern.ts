import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ConcernFact } from '../../contract.ts'
import { notificationTexts, runRefusals } from '../../messages.ts'
import { concernBlocker } from '../../rules.ts'
import { ownResult } from '../queries/own-result.ts'

type NewConcern = { id: string; campaign_id: string; fact: ConcernFact; details: string }

/** A student reports that a fact of their own result is wrong; the school is notified. */
export async function raiseConcern(
  tx: Tx,
  studentId: string,
  { id, campaign_id, fact, details }: NewConcern,
): Promise<void> {
  const result = await ownResult(tx, studentId, campaign_id)
  if (!result) return refuse(runRefusals, refusal('run.not_found'))
  if (result.concerns.some((concern) => concern.id === id)) return
  const { concerns_until, concerns } = result
  const facts = concerns.map((concern) => concern.fact)
  refuseIf(runRefusals, concernBlocker({ concerns_until, facts, fact, now: Date.now() }))
  const { school_id, name } = await tx
    .selectFrom('wishlist_campaigns')
    .select(['school_id', 'name'])
    .where('id', '=', campaign_id)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('wishlist_concerns')
    .values({ id, campaign_id, student_id: studentId, school_id, fact, details })
    .execute()
  const notice = notification(notificationTexts, 'concern.raised', { wishlist: name })
  const url = `/school/wishlists?view=concerns&id=${campaign_id}`
  const key = `${notice.code} ${id}`
  await notifyOfRow(
    tx,
    { table: 'wishlist_concerns', id },
    { to: ['school', 'superadmin'], type: 'wishlists', url, key },
    notice,
  )
}
