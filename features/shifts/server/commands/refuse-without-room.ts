import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SeatLimit } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import { alternativeRoomText, roomBlocker } from '../../rules.ts'
import type { PlanChange } from '../queries/plan-change.ts'
import { findAlternativeRoom } from '../queries/find-alternative-room.ts'

/** Throws if a unit has no room for this many seats: lists each limit that refuses, and where there is room instead. */
export async function refuseWithoutRoom(
  tx: Tx,
  shift: { id: string; facility_id: string | null },
  asked: { limits: readonly SeatLimit[]; seats: number; verb: string; plan?: PlanChange },
): Promise<void> {
  if (shift.facility_id === null) return
  const refused = roomBlocker(asked.limits, asked.seats, asked.verb)
  if (!refused) return
  const instead = await findAlternativeRoom(tx, shift.id, asked.seats, asked.plan)
  refuse(
    shiftRefusals,
    refusal('shift.no_room', {
      sentence: [refused, instead && alternativeRoomText(instead)].filter(Boolean).join(' '),
    }),
  )
}
