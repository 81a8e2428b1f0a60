/** Who may do what to a facility now. The buttons and the commands ask the same rules. */
import { refusal } from '#core/refusal.ts'
import type { Role } from '#core/roles.ts'
import type { Facility, FacilityKind, FacilityStatus } from '../contract.ts'

type Standing = Pick<Facility, 'name' | 'status'>

type Asker = { role: Role; may_manage: boolean }
type Node = Pick<Facility, 'kind' | 'status' | 'name'>

/**
 * Why the caller cannot change a node, or null when they can: only the superadmin changes organizations (Spec §2), and closed nodes stay as
 * they are.
 */
export function editBlocker({ kind, status }: Node, { role, may_manage }: Asker): string | null {
  if (!may_manage) return 'Only its administrators can change it.'
  if (kind === 'organization' && role !== 'superadmin') return 'Only the superadmin can change organizations.'
  if (status === 'archived') return 'Restore it first.'
  return status === 'closed' ? 'It is permanently closed.' : null
}

/** Why a unit cannot be paused, or the shifts of a paused unit decided on again; null when it can. */
export function pauseBlocker(node: Node, asker: Asker, upcomingShifts = 0): string | null {
  if (!asker.may_manage) return 'Only its administrators can pause it.'
  if (node.status === 'paused') return upcomingShifts > 0 ? null : 'No upcoming shifts.'
  return node.status === 'active' ? null : `It is ${node.status}.`
}

/** Why the caller cannot close a unit permanently, or null when they can. The dialog asks what to do with upcoming shifts. */
export function closeBlocker(node: Node, asker: Asker): string | null {
  if (asker.role !== 'superadmin') return 'Only the superadmin can close a unit.'
  return node.status === 'active' || node.status === 'paused' ? null : `It is ${node.status}.`
}

/** Why the caller cannot archive an organization or site, or null when they can. The dialog asks what to do with upcoming shifts. */
export function archiveBlocker(node: Node, asker: Asker): string | null {
  return editBlocker(node, asker)
}

/** Why the caller may not decide on this kind of facility, or null: only the superadmin decides on organizations. */
export function organizationBlocker(kind: FacilityKind, isSuperadmin: boolean) {
  return kind === 'organization' && !isSuperadmin ? refusal('facility.superadmin') : null
}

/** Why nothing can be added below a facility now, or null; null also at the top of the hierarchy. */
export function parentBlocker(above: Standing | null) {
  return above && above.status !== 'active'
    ? refusal('facility.parent_inactive', { name: above.name, status: above.status })
    : null
}

/** Why a facility cannot be changed or moved now, or null: closed and archived facilities stay as they are. */
export function changeBlocker({ name, status }: Standing, what: 'change' | 'move' = 'change') {
  if (status !== 'archived' && status !== 'closed') return null
  return refusal(what === 'move' ? 'facility.not_movable' : 'facility.not_changeable', { name, status })
}

const isRightParent = (kind: FacilityKind, above: FacilityKind | undefined): boolean =>
  kind === 'unit'
    ? above === 'site'
    : above === 'organization' || (above === undefined && kind === 'organization')

/** Why a facility cannot be moved below `above`, or null. null is the top; undefined means none that the caller manages. */
export function moveBlocker(
  { kind, name, time_zone }: Pick<Facility, 'kind' | 'name' | 'time_zone'>,
  above: (Pick<Facility, 'kind' | 'time_zone'> & Standing) | null | undefined,
  hasShiftsAhead: boolean,
) {
  if (above === undefined) return refusal('facility.no_target')
  if (above && above.status !== 'active')
    return refusal('facility.target_inactive', { name: above.name, status: above.status })
  if (!isRightParent(kind, above?.kind)) return refusal('facility.wrong_parent', { kind })
  return kind === 'unit' && above!.time_zone !== time_zone && hasShiftsAhead
    ? refusal('facility.other_time', { name, target: above!.name })
    : null
}

/** Why a facility's time zone cannot be changed, or null: upcoming shifts keep the time they were agreed on. */
export function zoneBlocker(
  { name, time_zone }: Pick<Facility, 'name' | 'time_zone'>,
  to: string,
  hasShiftsAhead: boolean,
) {
  return to !== time_zone && hasShiftsAhead ? refusal('facility.zone_has_shifts', { name }) : null
}

/** Why a facility cannot come into this time zone, or null: planned capstone days keep their time, too. */
export function capstoneZoneBlocker(
  { name, time_zone }: Pick<Facility, 'name' | 'time_zone'>,
  to: string,
  hasDaysAhead: boolean,
) {
  return to !== time_zone && hasDaysAhead ? refusal('facility.zone_has_days', { name }) : null
}

/** Why a facility cannot be paused, resumed, closed or archived now, or null. */
export function statusBlocker({ kind, name, status }: Pick<Facility, 'kind'> & Standing, to: FacilityStatus) {
  if ((kind === 'unit') === (to === 'archived')) return refusal('facility.wrong_step')
  if (to === 'active') return status === 'paused' ? null : refusal('facility.not_paused', { name, status })
  // A paused unit can be paused again to decide again on the shifts that were kept.
  const isPossible = status === 'active' || (status === 'paused' && to !== 'archived')
  return isPossible ? null : refusal('facility.status_already', { name, status })
}

/** Why a facility cannot be restored now, or null; `above` is the status of its parent. */
export function restoreBlocker({ name, status }: Standing, above: string | null) {
  if (status !== 'archived') return refusal('facility.not_archived', { name })
  return above !== null && above !== 'active' ? refusal('facility.archived_above') : null
}
