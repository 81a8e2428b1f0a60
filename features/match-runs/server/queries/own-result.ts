import { distinctNames } from '#features/wishlists/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import type { OwnResult } from '../../contract.ts'

/** The student's own result of a published wishlist, with reasons and concerns; null before it is published. */
export async function ownResult(tx: Tx, studentId: string, campaignId: string): Promise<OwnResult | null> {
  const row = await tx
    .selectFrom('wishlist_campaigns as c')
    .innerJoin('wishlist_results as r', 'r.run_id', 'c.published_run_id')
    .select(['r.option_ids', 'r.sentences', 'c.concerns_until', 'c.status'])
    .where('c.id', '=', campaignId)
    .where('r.student_id', '=', studentId)
    .executeTakeFirst()
  if (!row?.concerns_until) return null
  const options = await tx
    .selectFrom('wishlist_options')
    .select(['id', 'name', 'location', 'weekdays', 'first_date'])
    .where('campaign_id', '=', campaignId)
    .orderBy('first_date')
    .execute()
  const names = distinctNames(options)
  const concerns = await tx
    .selectFrom('wishlist_concerns')
    .select(['id', 'fact', 'details', 'status', 'answer', 'created_at', 'answered_at'])
    .where('campaign_id', '=', campaignId)
    .where('student_id', '=', studentId)
    .orderBy('created_at')
    .execute()
  return {
    campaign_id: campaignId,
    options: options
      .filter(({ id }) => row.option_ids.includes(id))
      .map(({ id, location }) => ({ id, location, name: names.get(id)! })),
    sentences: row.sentences,
    concerns_until: row.concerns_until,
    may_raise: row.status === 'published' && Date.parse(row.concerns_until) > Date.now(),
    concerns: concerns as OwnResult['concerns'],
  }
}
