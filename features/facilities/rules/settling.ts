/** What happens to the upcoming shifts of a facility that takes no more students. */
import { type Refusal, refusal } from '#core/refusal.ts'
import type { ShiftDecision } from '../contract.ts'

/** What happens to a facility with upcoming shifts: a unit is paused or closed permanently, a site or organization is archived. */
export type SettleOccasion = 'pause' | 'close' | 'archive'

/** The possible decisions for an upcoming shift: it can be kept only at a paused unit. */
export function settleActions(occasion: SettleOccasion): readonly ShiftDecision['action'][] {
  return occasion === 'pause' ? ['keep', 'cancel', 'move'] : ['cancel', 'move']
}

/**
 * Why these decisions don't settle the upcoming shifts at a facility, or null: one is undecided, kept although it can't be, or moved to a
 * unit that isn't offered.
 */
export function settlementBlocker(
  ahead: readonly { id: string }[],
  decisions: readonly ShiftDecision[],
  units: readonly { id: string }[],
  occasion: SettleOccasion,
):
  | Refusal<'shift_ahead.undecided', { shift_ids: string[] }>
  | Refusal<'shift_ahead.kept' | 'shift_ahead.wrong_unit'>
  | null {
  const decided = new Map(decisions.map((decision) => [decision.shift_id, decision]))
  const undecided = ahead.filter(({ id }) => !decided.has(id)).map(({ id }) => id)
  if (undecided.length > 0) return refusal('shift_ahead.undecided', { shift_ids: undecided })
  const chosen = ahead.map(({ id }) => decided.get(id)!)
  if (chosen.some(({ action }) => !settleActions(occasion).includes(action)))
    return refusal('shift_ahead.kept')
  const isOffered = (unitId: string | null) => units.some(({ id }) => id === unitId)
  return chosen.some(({ action, unit_id: unitId }) => action === 'move' && !isOffered(unitId))
    ? refusal('shift_ahead.wrong_unit')
    : null
}
