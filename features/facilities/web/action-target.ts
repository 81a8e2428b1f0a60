import type { Role } from '#core/roles.ts'
import type { FacilityDetail } from '../contract.ts'
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
