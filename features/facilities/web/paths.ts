import type { FacilityKind } from '../contract.ts'

/** The path of a facility's page. */
export function detailHref({ kind, id }: { kind: FacilityKind; id: string }): string {
  return `/admin/${kind}s/${id}/detail`
}

/** The path of a facility's form; an organization's uses its slug. */
export function editHref(facility: { kind: FacilityKind; id: string; slug?: string }): string {
  return `/admin/${facility.kind}s/${facility.kind === 'organization' ? facility.slug : facility.id}/edit`
}
