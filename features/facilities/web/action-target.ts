import type { Role } from '#core/roles.ts'
import type { Facility, FacilityChild, FacilityDetail } from '../contract.ts'
import type { Managed, Scoped } from '../rules/actions.ts'

/** The fields of a facility that its actions need. */
export type ActionTarget = Managed & {
  id: string
  version: number
  slug?: string
  upcoming_shifts: number
  /** The facility above it; null at the top of the hierarchy. */
  above: Scoped | null
}

/** Converts a facility to the target of its actions. */
export function targetOf({ facility, path, may_manage, counts }: FacilityDetail, role: Role): ActionTarget {
  const above = path.at(-1)
  return {
    ...(facility as Pick<ActionTarget, 'id' | 'kind' | 'name' | 'status' | 'version' | 'slug'>),
    may_manage,
    by_superadmin: role === 'superadmin',
    upcoming_shifts: counts.upcoming_shifts,
    above: above
      ? { name: above.name, status: above.status, may_manage: may_manage && above.within_scope }
      : null,
  }
}

/** Converts a facility in the list of the one above it to a target; its upcoming shifts are not counted there. */
export function childTargetOf(
  { slug, ...child }: FacilityChild,
  { facility, may_manage }: { facility: Pick<Facility, 'name' | 'status'>; may_manage: boolean },
  role: Role,
): Omit<FacilityChild, 'slug'> & ActionTarget {
  return {
    ...child,
    ...(slug !== null && { slug }),
    may_manage,
    by_superadmin: role === 'superadmin',
    upcoming_shifts: 0,
    above: { name: facility.name, status: facility.status, may_manage },
  }
}
