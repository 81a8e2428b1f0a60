import { ORPCError } from '@orpc/server'
import { notification } from '#core/notification-texts.ts'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { asContractError } from '#platform/server/pg-errors.ts'
import type { Viewer } from '#platform/server/session.ts'
import { notificationTexts, partnershipRefusals } from '../../messages.ts'
import type { LockedPartnership } from './lock-partnership.ts'

/** Requests another facility's unit for a shift, with everything attached to it. Implemented by another feature. */
export type MoveShifts = (
  tx: Tx,
  me: Viewer,
  move: { shiftId: string; unitId: string; reason: string },
) => Promise<void>
type Move = { shift: { id: string; title: string | null; unit: string; date: PlainDate }; unitId: string }

/** Moves shifts to units of other partners and notifies each person once. If one can't move, throws which one and moves none. */
export async function moveShiftsAway(
  tx: Tx,
  me: Viewer,
  { partnership, moves }: { partnership: LockedPartnership; moves: readonly Move[] },
  moveShift: MoveShifts,
): Promise<void> {
  if (moves.length === 0) return
  const { id, version, organization_name: organization } = partnership
  const { code, values } = notification(notificationTexts, 'partnership.shifts_moved', { organization })
  await groupNotifications(tx, `partnership moved ${id} ${version}`, { code, values })
  const reason = `The partnership with ${organization} ends: ${partnership.reason}`.slice(0, 500)
  for (const { shift, unitId } of moves)
    await moveShift(tx, me, { shiftId: shift.id, unitId, reason }).catch((error: unknown) => {
      const refused = asContractError(error)
      if (!(refused instanceof ORPCError) || refused.status >= 500) throw error
      refuse(
        partnershipRefusals,
        refusal('partnership.cannot_move', {
          shift_id: shift.id,
          what: shift.title ?? shift.unit,
          date: shift.date,
          why: refused.message,
        }),
      )
    })
  await endGroup(tx)
}
