import type { FacilityKind, FacilityStatus } from '../contract.ts'

/** The fields of a facility that its actions need. */
export type ActionTarget = {
  id: string
  kind: FacilityKind
  name: string
  status: FacilityStatus
  version: number
  slug?: string
  may_manage: boolean
  upcoming_shifts: number
}
