import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { wishlistRefusals } from '../../messages.ts'
import { lockDeclaration, lockParticipant } from './lock-participant.ts'

type Decision = { id: string; student_id: string; version: number; is_verified: boolean }

/** Records whether the school has verified the hardship that it read; only a verified one counts in a match. */
export async function decideHardship(
  tx: Tx,
  actorId: string,
  { id, student_id, version, is_verified }: Decision,
): Promise<void> {
  await lockParticipant(tx, id, student_id)
  await lockDeclaration(tx, { id, student_id, version })
  const written = await tx
    .updateTable('wishlist_submissions')
    .set({
      hardship_status: is_verified ? 'verified' : 'not_verified',
      decided_at: sql<string>`now()`,
      decided_by: actorId,
    })
    .where('campaign_id', '=', id)
    .where('student_id', '=', student_id)
    .where('hardship_kind', 'is not', null)
    .returning('student_id')
    .execute()
  if (written.length === 0) refuse(wishlistRefusals, refusal('wishlist.declared_anew'))
}
