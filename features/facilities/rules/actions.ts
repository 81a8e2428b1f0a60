/** Who may do what to a facility now. The buttons and the commands ask the same rules. */
import { refusal } from '#core/refusal.ts'
import type { Facility, FacilityKind, FacilityStatus } from '../contract.ts'

type Standing = Pick<Facility, 'name' | 'status'>
/** A facility, and whether the caller manages it. */
export type Scoped = Standing & { may_manage: boolean }
/** The same with what else decides who may act on it. */
export type Managed = Scoped & { kind: FacilityKind; by_superadmin: boolean }

/** Why the caller may decide nothing on a facility, or null: its managers may, and on organizations only the superadmin (Spec §2). */
export function whoBlocker({ kind, may_manage, by_superadmin }: Managed) {
  if (!may_manage) return refusal('facility.out_of_scope')
  return kind === 'organization' && !by_superadmin ? refusal('facility.superadmin') : null
}

/** Why the caller cannot change the fields of a facility now, or null: closed and archived facilities stay as they are. */
export function editBlocker(facility: Managed) {
  return whoBlocker(facility) ?? changeBlocker(facility)
}

/** Why the caller cannot close days in the units of a facility now, or null. Only units change, so an organization's managers may, too. */
export function closeDaysBlocker(facility: Scoped) {
  return facility.may_manage ? changeBlocker(facility) : refusal('facility.out_of_scope')
}

/** Why the caller cannot add anything below a facility now, or null; null also at the top of the hierarchy. */
export function addBlocker(above: Scoped | null) {
  if (above === null) return null
  if (!above.may_manage) return refusal('facility.out_of_scope')
  const { name, status } = above
  return status === 'active' ? null : refusal('facility.parent_inactive', { name, status })
}

/** Why the caller cannot move a facility anywhere now, or null. The part of a facility admin ends at their own facility, which stays where it is. */
export function moveBlocker(facility: Managed, above: Scoped | null) {
  const refused = whoBlocker(facility) ?? changeBlocker(facility, 'move')
  if (refused) return refused
  return above && !above.may_manage ? refusal('facility.not_theirs_to_move', { above: above.name }) : null
}

/** Why the caller cannot pause a unit, or decide again on the shifts of a paused one, or null; `ahead` counts the upcoming shifts there. */
export function pauseBlocker(unit: Managed, ahead: number) {
  const refused = whoBlocker(unit) ?? statusBlocker(unit, 'paused')
  if (refused) return refused
  const { name, status } = unit
  return status === 'paused' && ahead === 0 ? refusal('facility.status_already', { name, status }) : null
}

/** Why the caller cannot resume a unit now, or null: only a paused one is resumed. */
export function resumeBlocker(unit: Managed) {
  return whoBlocker(unit) ?? statusBlocker(unit, 'active')
}

/** Why the caller cannot close a unit permanently, or null; the dialog asks what happens to upcoming shifts. */
export function closeBlocker(unit: Managed) {
  return unit.by_superadmin ? statusBlocker(unit, 'closed') : refusal('facility.superadmin')
}

/** Why the caller cannot archive an organization or site now, or null; the dialog asks what happens to upcoming shifts. */
export function archiveBlocker(facility: Managed) {
  return whoBlocker(facility) ?? statusBlocker(facility, 'archived')
}

/** Why a facility cannot be archived while people administer it or something below it, or null; `names` are theirs. */
export function administeredBlocker(names: readonly string[]) {
  return names.length > 0 ? refusal('facility.has_administrators', { names: [...names] }) : null
}

/** Why the caller cannot restore a facility now, or null: what is above it comes first. */
export function restoreBlocker(facility: Managed, above: Standing | null) {
  const refused = whoBlocker(facility)
  if (refused) return refused
  if (facility.status !== 'archived') return refusal('facility.not_archived', { name: facility.name })
  return above && above.status !== 'active' ? refusal('facility.archived_above') : null
}

function changeBlocker({ name, status }: Standing, what: 'change' | 'move' = 'change') {
  if (status !== 'archived' && status !== 'closed') return null
  return refusal(what === 'move' ? 'facility.not_movable' : 'facility.not_changeable', { name, status })
}

const isRightParent = (kind: FacilityKind, above: FacilityKind | undefined): boolean =>
  kind === 'unit'
    ? above === 'site'
    : above === 'organization' || (above === undefined && kind === 'organization')

/** Why a facility cannot be moved below `above`, or null. null is the top; undefined means none that the caller manages. */
export function targetBlocker(
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
