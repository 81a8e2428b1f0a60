import { choiceParam } from '#platform/web/search-params.ts'
import type { SchoolFilter } from '../contract.ts'

/** What the address of the superadmin's schools holds. */
export type SchoolsSearch = {
  view?: string
  q?: string
  state?: string
  active?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}
/** A change of the address; undefined takes a word out of it. */
export type SearchChange = { [Key in keyof SchoolsSearch]?: SchoolsSearch[Key] | undefined }

/** The address as the server's filter; words it does not know count as not chosen. */
export function filterOf(search: SchoolsSearch): SchoolFilter {
  const active = choiceParam(search.active, ['yes', 'no'])
  const state = search.state?.toUpperCase()
  return {
    search: search.q ?? '',
    sort: choiceParam(search.sort, ['name', 'state', 'created_at']) ?? 'name',
    dir: search.dir ?? 'asc',
    ...(state && /^[A-Z]{2}$/.test(state) && { state }),
    ...(active && { active }),
  }
}

/** Is the list narrowed down? */
export function hasFilters({ q, state, active }: SchoolsSearch): boolean {
  return [q, state, active].some(Boolean)
}
