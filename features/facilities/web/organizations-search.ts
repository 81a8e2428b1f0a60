import { choiceParam } from '#platform/web/search-params.ts'
import type { OrganizationType } from '../contract.ts'
import { organizationTypeLabels } from '../rules.ts'

/** What the address of the organizations' list holds. */
export type OrganizationsSearch = {
  q?: string
  state?: string
  type?: string
  status?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}
/** A change of the address; undefined takes a word out of it. */
export type SearchChange = { [Key in keyof OrganizationsSearch]?: OrganizationsSearch[Key] | undefined }

export const statuses = ['active', 'archived'] as const
export const sorts = ['name', 'organization_type', 'state', 'status', 'created_at'] as const
export const types = Object.keys(organizationTypeLabels) as OrganizationType[]

/** The address as the server's filter; words it does not know count as not chosen. */
export function filterOf(search: OrganizationsSearch) {
  const type = choiceParam(search.type, types)
  const status = choiceParam(search.status, statuses)
  const state = search.state?.toUpperCase()
  return {
    search: search.q ?? '',
    sort: choiceParam(search.sort, sorts) ?? ('name' as const),
    dir: search.dir ?? ('asc' as const),
    ...(state && /^[A-Z]{2}$/.test(state) && { state }),
    ...(type && { organization_type: type }),
    ...(status && { status }),
  }
}

/** Is the list narrowed down? */
export function hasFilters({ q, state, type, status }: OrganizationsSearch): boolean {
  return [q, state, type, status].some(Boolean)
}
