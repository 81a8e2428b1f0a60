import type { Partnership, PartnershipState } from '../contract.ts'
import { fits } from '../rules.ts'

/** What the address of a list of partnerships says. */
export type PartnershipsSearch = {
  q?: string
  state?: string
  /** Which of them: what asks for something, what is in force, what is over. */
  show?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
  /** Whose details are open. */
  partnership?: string
}
export type SearchChange = { [Key in keyof PartnershipsSearch]?: PartnershipsSearch[Key] | undefined }

export const shownStates: readonly PartnershipState[] = [
  'draft', 'requested', 'under_review', 'active', 'expiring', 'ending', 'suspended', 'expired', 'declined', 'withdrawn', 'terminated',
] // prettier-ignore

export const groups = {
  open: ['draft', 'requested', 'under_review', 'suspended', 'expiring', 'ending', 'expired'],
  force: ['active', 'expiring', 'ending', 'suspended'],
  over: ['declined', 'withdrawn', 'terminated', 'expired'],
} as const satisfies Record<string, readonly PartnershipState[]>

/** Does this state belong to the group chosen? Without one all do. */
export function isShown(state: PartnershipState, show: string | undefined): boolean {
  return (
    show === undefined || !(show in groups) || groups[show as keyof typeof groups].includes(state as never)
  )
}

const sorts: Record<string, (row: Partnership) => string> = {
  organization: (row) => row.organization_name,
  school: (row) => row.school_name,
  state: (row) => String(shownStates.indexOf(row.state)).padStart(2, '0'),
  effective_to: (row) => row.effective_to ?? '9999',
}

/** What of all is shown, in the order chosen. */
export function shown(all: readonly Partnership[], search: PartnershipsSearch): Partnership[] {
  const found = all.filter((row) => isShown(row.state, search.show) && fits(row, search))
  const by = sorts[search.sort ?? '']
  if (!by) return found
  const sign = search.dir === 'desc' ? -1 : 1
  return found.toSorted((a, b) => sign * by(a).localeCompare(by(b)))
}

/** Is the list narrowed down? */
export function hasFilters({ q, state, show }: PartnershipsSearch): boolean {
  return Boolean(q || state || show)
}
