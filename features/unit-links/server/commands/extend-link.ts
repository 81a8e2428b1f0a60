import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { unitLinkRefusals } from '../../messages.ts'
import { unitLinkBlocker } from '../../rules.ts'
import { lockUnit } from './lock-unit.ts'

/** Extends the link of a unit from now on, also after it expired, so that its poster stays valid. */
export async function extendLink(tx: Tx, id: string): Promise<{ expires_at: string }> {
  const unit = await lockUnit(tx, id)
  if (!unit) return refuse(unitLinkRefusals, refusal('unit_link.missing'))
  refuseIf(unitLinkRefusals, unitLinkBlocker(unit))
  const extended = await tx
    .updateTable('unit_links')
    .set({ expires_at: sql<string>`now() + make_interval(days => ${unit.days}::integer)` })
    .where('facility_id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('expires_at')
    .executeTakeFirst()
  return extended ?? refuse(unitLinkRefusals, refusal('unit_link.none'))
}
