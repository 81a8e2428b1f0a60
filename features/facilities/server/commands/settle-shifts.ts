import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftDecision } from '../../contract.ts'
import { facilityRefusals, notificationTexts } from '../../messages.ts'
import { archiveBlocker, closeBlocker, pauseBlocker } from '../../rules/actions.ts'
import { type SettleOccasion, settlementBlocker } from '../../rules/settling.ts'
import { upcomingShifts, moveTargets } from '../queries/upcoming-shifts.ts'
import { findFacility } from './lock-facility.ts'
import { notifySchools } from './notify-schools.ts'
import { setStatus } from './set-status.ts'

export type StatusChange = {
  id: string
  version: number
  reason: string
  decisions: readonly ShiftDecision[]
}
export type Settled = { kept: number; cancelled: number; moved: number }
const blockers = { pause: pauseBlocker, close: closeBlocker, archive: archiveBlocker }
const statusAfter = { pause: 'paused', close: 'closed', archive: 'archived' } as const

/**
 * Pauses, closes or archives a facility once every upcoming shift is decided on: kept (only at a paused unit), canceled, or moved to
 * another unit. Everyone affected is notified once, each school with its numbers.
 */
export async function settleShifts(
  tx: Tx,
  { decisions, ...change }: StatusChange,
  occasion: SettleOccasion,
  settle: { shift: CancelOrMoveShift; undecided: (shiftIds: string[]) => Error },
): Promise<Settled> {
  const { id, version } = change
  const status = statusAfter[occasion]
  const facility = await findFacility(tx, change)
  const ahead = await upcomingShifts(tx, id)
  refuseIf(facilityRefusals, blockers[occasion](facility, ahead.length))
  const refused = settlementBlocker(ahead, decisions, await moveTargets(tx, id), occasion)
  if (refused?.code === 'shift_ahead.undecided') throw settle.undecided(refused.values.shift_ids)
  refuseIf(facilityRefusals, refused)
  const reason = change.reason.trim()
  // Recorded in the audit trail of each shift.
  await giveReason(tx, reason)
  const { code, values } = notification(notificationTexts, 'facility.shifts_changed', { name: facility.name })
  await groupNotifications(tx, `${occasion} ${id} ${version}`, { code, values })
  const decided = new Map(decisions.map((decision) => [decision.shift_id, decision]))
  for (const { action, shift_id, unit_id } of ahead.map(({ id: of }) => decided.get(of)!)) {
    if (action === 'keep') continue
    const unitId = action === 'move' ? unit_id : null
    await settle.shift(tx, { id: shift_id, unitId, reason: `${facility.name} is ${status}: ${reason}` })
  }
  await endGroup(tx)
  const counts = countBySchool(ahead, decided)
  const kept = ahead.filter((shift) => decided.get(shift.id)!.action === 'keep').map((shift) => shift.id)
  await setStatus(tx, { id, version, status, reason, kept })
  await notifySchools(tx, id, settledTexts[occasion](facility.name, reason), counts)
  const sum = (of: 'kept' | 'canceled' | 'moved') => counts.reduce((total, each) => total + each[of], 0)
  return { kept: sum('kept'), cancelled: sum('canceled'), moved: sum('moved') }
}

/** Cancels an upcoming shift or moves it to a unit: a command of shifts, injected where the app is assembled. */
export type CancelOrMoveShift = (
  tx: Tx,
  settlement: { id: string; unitId: string | null; reason: string },
) => Promise<void>

// The SQL that counts a school's shifts and drafts fills these in.
const uncounted = { kept: 0, canceled: 0, moved: 0, drafts: 0 }
const settledTexts = {
  pause: (name: string, reason: string) =>
    notification(notificationTexts, 'facility.paused', { name, reason, ...uncounted }),
  close: (name: string, reason: string) =>
    notification(notificationTexts, 'facility.closed', { name, reason, ...uncounted }),
  archive: (name: string, reason: string) =>
    notification(notificationTexts, 'facility.archived', { name, reason, ...uncounted }),
}

const outcomes = { keep: 'kept', cancel: 'canceled', move: 'moved' } as const

function countBySchool(
  ahead: readonly { id: string; school_id: string }[],
  decided: ReadonlyMap<string, ShiftDecision>,
) {
  return [...Map.groupBy(ahead, (shift) => shift.school_id)].map(([school_id, shifts]) => {
    const counts = { school_id, kept: 0, canceled: 0, moved: 0 }
    for (const { id } of shifts) counts[outcomes[decided.get(id)!.action]] += 1
    return counts
  })
}
