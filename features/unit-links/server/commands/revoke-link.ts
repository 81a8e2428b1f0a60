import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { unitLinkRefusals } from '../../messages.ts'
import { lockUnit } from './lock-unit.ts'

/** Turns the link of a unit off: its page shows nothing from then on. Changes nothing if it is already off. */
export async function revokeLink(tx: Tx, id: string): Promise<void> {
  if (!(await lockUnit(tx, id))) refuse(unitLinkRefusals, refusal('unit_link.missing'))
  await tx
    .updateTable('unit_links')
    .set({ revoked_at: sql<string>`now()` })
    .where('facility_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
}
