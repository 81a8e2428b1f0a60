import { sql } from 'kysely'
import { refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Declaration } from '../../contract.ts'
import { wishlistRefusals } from '../../messages.ts'
import { mayAllow } from '../../rules.ts'
import { lockDeclaration, lockParticipant } from './lock-participant.ts'

type Decision = { id: string; student_id: string; version: number; option_id: string; is_allowed: boolean }

/** Records whether the school lets a student go to a unit of their employer; if not, a match places them elsewhere. */
export async function decideConflict(
  tx: Tx,
  actorId: string,
  { id, student_id, version, option_id, is_allowed }: Decision,
): Promise<void> {
  await lockParticipant(tx, id, student_id)
  const row = await lockDeclaration(tx, { id, student_id, version })
  const declared = row.conflicts as unknown as Declaration['conflicts']
  const known = declared.some((conflict) => conflict.option_id === option_id && mayAllow(conflict.kind))
  refuseIf(wishlistRefusals, known ? null : refusal('wishlist.conflict_stays'))
  const others = row.allowed_options.filter((option) => option !== option_id)
  await tx
    .updateTable('wishlist_submissions')
    .set({
      allowed_options: is_allowed ? [...others, option_id] : others,
      decided_at: sql<string>`now()`,
      decided_by: actorId,
    })
    .where('campaign_id', '=', id)
    .where('student_id', '=', student_id)
    .execute()
}
