import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { coverRefusals } from '../../messages.ts'
import { findAway } from '../queries/covers.ts'

/** Ends days away early, or before they begin; repeating it changes nothing. */
export async function endCover(tx: Tx, id: string): Promise<void> {
  const cover = await tx
    .selectFrom('approver_covers')
    .select(['person_id', 'ended_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!cover) return refuse(coverRefusals, refusal('cover.missing'))
  if (cover.ended_at !== null) return
  const person = await findAway(tx, cover.person_id)
  if (!person?.may_set_away) return refuse(coverRefusals, refusal('cover.not_yours'))
  await tx
    .updateTable('approver_covers')
    .set({ ended_at: sql<string>`now()` })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .execute()
}
