import type { FacilityKind } from '../contract.ts'

/** The page of a facility. */
export function detailHref({ kind, id }: { kind: FacilityKind; id: string }): string {
  return `/admin/${kind}s/${id}/detail`
}

/** The form of a facility; an organization's is found by its slug. */
export function editHref(facility: { kind: FacilityKind; id: string; slug?: string }): string {
  return `/admin/${facility.kind}s/${facility.kind === 'organization' ? facility.slug : facility.id}/edit`
}
