import { reasonWords } from '#core/automatic-reasons.ts'
import { clearanceOnShift } from '#features/credentials/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RosterRow } from '../../contract.ts'
import { isComing } from './list-waiting.ts'
import { seatsOnShift } from './seats-on-shift.ts'

export async function rosterOf(tx: Tx, shiftId: string): Promise<RosterRow[]> {
  const rows = await seatsOnShift(tx, shiftId)
  const here = rows.filter(({ status }) => isComing(status)).map(({ student_id: id }) => id)
  const cleared = await clearanceOnShift(tx, shiftId, here)
  const held = await tx
    .selectFrom('seat_clearances')
    .select(['id', 'held_at'])
    .where('shift_id', '=', shiftId)
    .where('held_at', 'is not', null)
    .execute()
  return rows.map((row) => ({
    ...row,
    reason: reasonWords(row.reason),
    override_reason: reasonWords(row.override_reason),
    held_at: held.find(({ id }) => id === row.id)?.held_at ?? null,
    clearance: (isComing(row.status) && cleared.get(row.student_id)) || null,
  }))
}
