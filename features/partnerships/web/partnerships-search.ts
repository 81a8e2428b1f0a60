import type { Partnership, PartnershipState } from '../contract.ts'
import { fits, inOrder } from '../rules.ts'

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

/** What of all is shown, in the order chosen. */
export function shown(all: readonly Partnership[], search: PartnershipsSearch): Partnership[] {
  return inOrder(
    all.filter((row) => isShown(row.state, search.show) && fits(row, search)),
    search,
  )
}

export const PAGE_SIZE = 25

/** The page that is shown of so many rows: the last one where the address names a later. */
export function pageOf({ page = 1 }: PartnershipsSearch, total: number): number {
  return Math.min(page, Math.max(1, Math.ceil(total / PAGE_SIZE)))
}

/** Is the list narrowed down? */
export function hasFilters({ q, state, show }: PartnershipsSearch): boolean {
  return Boolean(q || state || show)
}
