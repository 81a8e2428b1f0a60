import type { FacilityKind, FacilityStatus } from '../contract.ts'

/** A facility as far as what can be done with it goes. */
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
