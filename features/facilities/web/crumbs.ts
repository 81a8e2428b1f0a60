import type { Role } from '#core/roles.ts'
import type { Crumb } from '#ui/Breadcrumbs.tsx'
import type { FacilityDetail, FacilityKind, FacilityStep } from '../contract.ts'
import { detailHref } from './paths.ts'

/** The breadcrumbs to a facility, as far up as the caller may go; with `itself`, for a page below it. */
export function crumbsOf(
  { facility, path }: Pick<FacilityDetail, 'facility' | 'path'>,
  role: Role,
  itself = false,
): Crumb[] {
  const steps: (Pick<FacilityStep, 'id' | 'name' | 'within_scope'> & { kind: FacilityKind })[] = itself
    ? [...path, { ...facility, within_scope: true }]
    : path
  const way = steps
    .filter(({ within_scope }) => within_scope)
    .map((step) => ({ label: step.name, href: detailHref(step) }))
  return role === 'superadmin' ? [{ label: 'Organizations', href: '/admin/organizations' }, ...way] : way
}
