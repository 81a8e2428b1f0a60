import { ownZone, type PlainDate, todayIn } from '#core/plain-date.ts'
import { specialties } from '#features/facilities/rules.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import type { ShiftFilter, ShiftStatus, UnitOfPlace } from '../contract.ts'
import { endStates, statusWords } from '../rules.ts'

/** What the address of a facility's shifts holds. */
export type FacilitySearch = {
  view?: string
  /** A day of what is shown. */
  on?: PlainDate
  /** A site or a unit. */
  place?: string
  school?: string
  state?: string
  specialty?: string
  /** The shift whose drawer is open. */
  shift?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}
export type FacilityChange = { [Key in keyof FacilitySearch]?: FacilitySearch[Key] | undefined }

export const facilityViews = ['board', 'requests', 'offers', 'list', 'month', 'roster'] as const
export type FacilityView = (typeof facilityViews)[number]

/** What a facility is shown unless it asks for something else: all but what was never to be or came to its end before it began. */
export const shownStates = (Object.keys(statusWords) as ShiftStatus[]).filter(
  (status) => status !== 'draft' && !endStates.includes(status),
)
/** States that a facility may look for. */
export const knownStates = (Object.keys(statusWords) as ShiftStatus[]).filter((status) => status !== 'draft')

/** What is asked of the server for an address, its days aside. */
export const filterOf = (search: FacilitySearch): Partial<ShiftFilter> =>
  definedParams({
    here: true,
    facility_id: search.place,
    school_id: search.school,
    specialty: choiceParam(search.specialty, specialties),
    status: choiceParam(search.state, knownStates) ? [search.state as ShiftStatus] : shownStates,
  })

/** The units that a place and a specialty leave; a place is a unit, or the site of some. */
export const unitsWithin = (units: readonly UnitOfPlace[], search: FacilitySearch): UnitOfPlace[] =>
  units.filter(
    (unit) =>
      (!search.place || unit.id === search.place || unit.site_id === search.place) &&
      (!search.specialty || unit.specialty === search.specialty),
  )

/** The day it is where the units are; where there are none, where the reader is. */
export const todayOf = (units: readonly UnitOfPlace[] | undefined): PlainDate =>
  todayIn(units?.[0]?.time_zone ?? ownZone())

/** The address of what is shown with one shift's drawer open. */
export const hrefOf = (search: FacilitySearch, shift: string): string =>
  `/facility/shifts?${new URLSearchParams({ ...(definedParams(search) as Record<string, string>), shift })}`

/** So many shifts stand on one roster (the server's ROSTER_MOST; the contract stays out of the browser). */
export const ROSTER_MOST = 150

/** Where and of whom, for calls that know no more. */
export const whereOf = (search: FacilitySearch) => ({
  facility_id: search.place,
  school_id: search.school,
  specialty: choiceParam(search.specialty, specialties),
})
