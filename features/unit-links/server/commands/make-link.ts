import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { unitLinkRefusals } from '../../messages.ts'
import { unitLinkBlocker } from '../../rules.ts'
import { lockUnit } from './lock-unit.ts'

/** Creates the link of a unit from the hash of its token; the previous link stops working at once. Returns when it expires. */
export async function makeLink(
  tx: Tx,
  { facility_id: id, token_hash, me }: { facility_id: string; token_hash: string; me: string },
): Promise<{ expires_at: string }> {
  const unit = await lockUnit(tx, id)
  if (!unit) return refuse(unitLinkRefusals, refusal('unit_link.missing'))
  refuseIf(unitLinkRefusals, unitLinkBlocker(unit))
  await tx
    .updateTable('unit_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('facility_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  return tx
    .insertInto('unit_links')
    .values({
      facility_id: id,
      token_hash,
      expires_at: sql<string>`now() + make_interval(days => ${unit.days}::integer)`,
      created_by: me,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
}
