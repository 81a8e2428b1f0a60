import { choiceParam } from '#platform/web/search-params.ts'
import { roles } from '#core/roles.ts'

/** What the address of the users page holds; each view reads of it what it knows. */
export type UsersSearch = {
  view?: string
  q?: string
  role?: string
  status?: string
  verified?: string
  school?: string
  facility?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
  /** Whose trail is open. */
  person?: string
  /** Whose invitations are shown: a school's or a facility's. */
  within?: string
}

/** A change of the address; undefined takes a word out of it. */
export type SearchChange = { [Key in keyof UsersSearch]?: UsersSearch[Key] | undefined }

export const statuses = ['active', 'pending', 'returned', 'declined', 'deactivated'] as const
export const sorts = ['full_name', 'email', 'role', 'status', 'created_at'] as const

/** The address as the server's filter for people; words it does not know count as not chosen. */
export function peopleFilter(search: UsersSearch) {
  const role = choiceParam(search.role, roles)
  const status = choiceParam(search.status, statuses)
  const verified = choiceParam(search.verified, ['yes', 'no'])
  return {
    search: search.q ?? '',
    ...(role && { role }),
    ...(status && { status }),
    ...(verified && { verified: verified === 'yes' }),
    ...(search.school && { school_id: search.school }),
    ...(search.facility && { facility_id: search.facility }),
  }
}

/** Is the list narrowed down? */
export function hasFilters({ q, role, status, verified, school, facility }: UsersSearch): boolean {
  return [q, role, status, verified, school, facility].some(Boolean)
}
