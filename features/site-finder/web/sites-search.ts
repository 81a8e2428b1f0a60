import { specialties } from '#core/specialties.ts'
import { distances } from '#core/distances.ts'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'
import type { SiteSort } from '../contract.ts'

export const siteSorts = ['distance', 'name', 'city', 'seats'] as const satisfies readonly SiteSort[]

/** What the address of the page of facilities holds. */
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
  /** The site that is looked at on the map. */
  site?: string
  /** What a phone shows: the list, or the map. */
  view?: 'map'
}

/** Reads the address; words it does not know count as not chosen. A ZIP code may stand there as a number: 02139 lost its zero. */
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

/** The address as the server's filter. */
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

/** The search as it stands in the address, where a text of digits would wear quotation marks. */
export function asAddress(search: { [Key in keyof SitesSearch]?: SitesSearch[Key] | undefined }) {
  return definedParams({ ...search, zip: search.zip === undefined ? undefined : Number(search.zip) })
}

/** Is the search narrowed down? */
export function hasFilters({ q, zip, state, type, specialty: wanted }: SitesSearch): boolean {
  return [q, zip, state, type, wanted].some(Boolean)
}
