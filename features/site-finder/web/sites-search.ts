import { specialties } from '#core/specialties.ts'
import { distances } from '#core/distances.ts'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'
import type { SiteSort } from '../contract.ts'

export const siteSorts = ['distance', 'name', 'city', 'seats'] as const satisfies readonly SiteSort[]

/** The search parameters of the facilities page. */
export type SitesSearch = {
  q?: string
  zip?: string
  within?: number
  state?: string
  type?: string
  specialty?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
  /** The site selected on the map. */
  site?: string
  /** What a phone shows: the list, or the map. */
  view?: 'map'
}

/** Reads the search parameters; unknown values count as not set. A ZIP code may be a number: 02139 lost its leading zero. */
export function readSitesSearch(search: Record<string, unknown>): SitesSearch {
  const zip = textParam(search['zip'])
  const within = Number(search['within'])
  return definedParams({
    q: textParam(search['q']),
    zip: zip && /^\d{1,5}$/.test(zip) ? zip.padStart(5, '0') : undefined,
    within: distances.find((miles) => miles === within),
    state: textParam(search['state'])?.match(/^[A-Z]{2}$/)?.[0],
    type: textParam(search['type']),
    specialty: choiceParam(search['specialty'], specialties),
    sort: choiceParam(search['sort'], siteSorts),
    dir: choiceParam(search['dir'], ['asc', 'desc']),
    page: pageParam(search['page']),
    site: idParam(search['site']),
    view: choiceParam(search['view'], ['map']),
  }) as SitesSearch
}

/** The search parameters as the server's filter. */
export function siteFilter(search: SitesSearch) {
  const wanted = choiceParam(search.specialty, specialties)
  const within = distances.find((miles) => miles === search.within)
  return {
    q: search.q ?? '',
    ...(search.state && { state: search.state }),
    ...(search.type && { site_type: search.type }),
    ...(wanted && { specialty: wanted }),
    ...(search.zip && { zip: search.zip }),
    ...(search.zip && within && { within }),
  }
}

/** The search as parameters: the ZIP code as a number, because a text of digits would be quoted in the address. */
export function asAddress(search: { [Key in keyof SitesSearch]?: SitesSearch[Key] | undefined }) {
  return definedParams({ ...search, zip: search.zip === undefined ? undefined : Number(search.zip) })
}

/** True when any filter is set. */
export function hasFilters({ q, zip, state, type, specialty: wanted }: SitesSearch): boolean {
  return [q, zip, state, type, wanted].some(Boolean)
}
