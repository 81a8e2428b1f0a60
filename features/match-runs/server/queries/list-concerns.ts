import type { Tx } from '#platform/server/db.ts'
import type { Concern } from '../../contract.ts'

/** The concerns of a wishlist, open ones first. */
export async function listConcerns(tx: Tx, campaignId: string): Promise<Concern[]> {
  const rows = await tx
    .selectFrom('wishlist_concerns as c')
    .innerJoin('users as u', 'u.id', 'c.student_id')
    .select([
      'c.id',
      'c.student_id',
      'u.full_name',
      'c.fact',
      'c.details',
      'c.status',
      'c.answer',
      'c.created_at',
      'c.answered_at',
    ])
    .where('c.campaign_id', '=', campaignId)
    .orderBy((eb) => eb('c.status', '=', 'open'), 'desc')
    .orderBy('c.created_at')
    .execute()
  return rows as Concern[]
}
