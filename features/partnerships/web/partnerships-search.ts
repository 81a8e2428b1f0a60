import { type Partnership, type PartnershipGroup, type PartnershipState } from '../contract.ts'
import { shownOf, shownStates } from '../rules.ts'

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

const columns = { organization: true, school: true, state: true, effective_to: true }
const groupNames = { open: true, force: true, over: true } satisfies Record<PartnershipGroup, true>

/** What the address chooses of the list, as the calls take it: what they do not know is left out. */
export function chosenOf({ q, state, show, sort, dir }: PartnershipsSearch) {
  return {
    ...(q && { q }),
    ...(shownStates.includes(state as PartnershipState) && { state: state as PartnershipState }),
    ...(show && show in groupNames && { show: show as PartnershipGroup }),
    ...(sort && sort in columns && { sort: sort as keyof typeof columns }),
    ...(dir && { dir }),
  }
}

/** What of all is shown, in the order chosen. */
export function shown(all: readonly Partnership[], search: PartnershipsSearch): Partnership[] {
  return shownOf(all, chosenOf(search))
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
