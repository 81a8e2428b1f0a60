import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { facilityRefusals, movedWords } from '../../messages.ts'
import { capstoneZoneBlocker, moveBlocker, targetBlocker } from '../../rules/actions.ts'
import { addressOf } from '../../rules/fields.ts'
import { findScoped, lockParent, lockFacility, lockUnitsAt, type Seen } from './lock-facility.ts'
import { hasCapstoneDaysAhead, hasShiftsAhead } from '../queries/upcoming-shifts-at.ts'

type Move = Seen & { parent_id: string | null; reason: string }

/**
 * Moves a facility below another; the caller must manage both. A unit keeps its shifts' times, so its new site needs the same time zone if
 * it has upcoming shifts or capstone days.
 */
export async function moveFacility(tx: Tx, { parent_id: parentId, reason, ...seen }: Move): Promise<void> {
  const facility = await lockFacility(tx, seen)
  const from = await findScoped(tx, facility.parent_id)
  refuseIf(facilityRefusals, moveBlocker(facility, from))
  if (parentId === facility.parent_id) return
  const above = parentId === null ? null : await lockParent(tx, parentId)
  if (facility.kind === 'unit') await lockUnitsAt(tx, facility.id)
  refuseIf(facilityRefusals, targetBlocker(facility, above, await hasShiftsAhead(tx, facility.id)))
  if (facility.kind === 'unit') {
    const hasDays = await hasCapstoneDaysAhead(tx, facility.id)
    refuseIf(facilityRefusals, capstoneZoneBlocker(facility, above!.time_zone, hasDays))
  }
  await giveReason(tx, reason.trim())
  const words = movedWords(from?.name ?? null, above?.name ?? null, reason.trim())
  await sql`select set_config('app.event_reason', ${words}, true)`.execute(tx)
  await tx
    .updateTable('facilities')
    .set({ parent_id: parentId, ...(facility.kind === 'unit' && addressOf('unit', {}, above!)) })
    .where('id', '=', facility.id)
    .execute()
  await sql`select set_config('app.event_reason', '', true)`.execute(tx)
}
